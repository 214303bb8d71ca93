import {type Static, type TOptional, type TSchema, Type} from 'typebox';
import {Click, Highlight} from './geometry.ts';
import {ImageReference} from './image.ts';
import {LIMITS} from './limits.ts';
import {StepActions} from './paths/actions.ts';
import {audioFile, Choice, Closed, Nullable, OrNull, PublicUrl, Text} from './schema.ts';
import {type PlainField, STEP_DEFAULTS, STEP_TEXTS} from './step-fields.ts';

const STEP_TYPES = ['screen', 'slide'] as const;
export const POPOVER_SIDES = ['top', 'bottom', 'left', 'right', 'over'] as const;
export const POPOVER_ALIGNS = ['start', 'center', 'end'] as const;

/** Schemas of what a step takes. A field of the step has its default in `step-fields.ts`. */
const given = {
	title: Text(STEP_TEXTS.title, 'Balloon title.'),
	text: Text(STEP_TEXTS.text, 'Balloon text: short, one or two sentences.'),
	label: Text(STEP_TEXTS.label, "Step name in the editor's list; follows the title where it is not given."),
	narrationScript: Text(STEP_TEXTS.narrationScript, 'Narration and caption script.'),
	alt: Text(STEP_TEXTS.alt, 'Alternative text of the screenshot; where empty the player uses title and text.'),
	altDecorative: Type.Boolean({description: 'true = the image carries no information and is hidden from screen readers.'}),
	type: Choice(STEP_TYPES, {description: 'screen (default): a screenshot with a highlight. slide: a text card without image.'}),
	scene: Type.Integer({
		minimum: LIMITS.sceneMin,
		maximum: LIMITS.sceneMax,
		description: 'Chapter of the progress bar, 1..99.',
	}),
	highlight: Highlight,
	click: Click,
	popoverSide: Choice(POPOVER_SIDES, {description: 'Side of the balloon relative to the highlight.'}),
	popoverAlign: Choice(POPOVER_ALIGNS, {description: 'Alignment of the balloon along that side.'}),
	simulateClick: Type.Boolean({description: 'Show the click animation in the player; default true.'}),
	position: Type.Integer({minimum: 0, description: 'Index at which to insert or to which to move; 0 = first; default = at the end.'}),
	image: ImageReference,
} satisfies Record<PlainField | 'position' | 'image', TSchema>;
type Given = typeof given;
/** Fields that a step can be without. */
type Removable = 'image' | {[Name in PlainField]: (typeof STEP_DEFAULTS)[Name] extends null ? Name : never}[PlainField];

function isRemovable(name: string): boolean {
	return name === 'image' || STEP_DEFAULTS[name as PlainField] === null;
}

/** The fields that a step takes on create, all of them optional. */
export const stepFields = mapFields(given, Type.Optional) as {[Name in keyof Given]: TOptional<Given[Name]>};

/** Fields of a step on edit: `null` takes a value away. */
export const stepChangeFields = mapFields(given, (schema, name) => Type.Optional(isRemovable(name) ? OrNull(schema) : schema)) as {
	[Name in keyof Given]: TOptional<Name extends Removable ? ReturnType<typeof OrNull<Given[Name]>> : Given[Name]>;
};

/** The fields as responses have them: all of them, without limits. */
const shownFields = mapFields(STEP_DEFAULTS, (_, name) => {
	const {type, enum: values, properties} = given[name] as {type: string; enum?: unknown[]; properties?: object};
	const schema = properties ? given[name] : Type.Unsafe({type, ...(values && {enum: values})});
	return isRemovable(name) ? Nullable(schema) : schema;
}) as unknown as {[Name in PlainField & keyof Given]: Name extends Removable ? ReturnType<typeof Nullable<Given[Name]>> : Given[Name]};

function mapFields<Fields extends object, To>(fields: Fields, map: (field: Fields[keyof Fields], name: keyof Fields & string) => To) {
	return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name as keyof Fields & string)]));
}

/** How near a step's picture comes to its target. */
const CAMERA_WORDS = ['auto', 'none'] as const;
export const Zoom = Type.Union(
	[
		Choice(CAMERA_WORDS),
		Type.Number({minimum: LIMITS.zoomMin, maximum: LIMITS.zoomMax, description: 'auto, none, or a number from 1 to 4.'}),
	],
	{
		description:
			'auto (default): comes near where the target is small. none: the whole picture. A number from 1 to 4: so many times larger, as far as the target stays in view.',
	},
);
export const Camera = Closed({zoom: Zoom}, {title: 'Camera', description: 'How far the picture of the step zooms in on its target.'});
export type Camera = Static<typeof Camera>;

export const StepInput = Closed(stepFields);
export type StepInput = Static<typeof StepInput>;

export const StepChangeInput = Closed(stepChangeFields);
export type StepChangeInput = Static<typeof StepChangeInput>;

export const Narration = Closed(
	{
		...audioFile,
		language: Type.String({description: 'Language that is spoken.'}),
		lang: Nullable(Type.String({description: 'Target language of the tour it was translated to.'})),
		voice: Type.String({description: 'UUID of the voice.'}),
		script: Type.String({description: 'What is spoken: the text, or its translation.'}),
		stale: Type.Boolean({description: 'true where the script was changed after it was spoken.'}),
	},
	{title: 'Narration', description: 'Spoken narration of a step: MP3, mono, 64 kbit/s.'},
);
export type Narration = Static<typeof Narration>;

/** A language tag as BCP 47 and `Intl` know them: pt, en, es-MX. It is kept in its canonical form. */
export const LanguageCode = (description: string) => Type.String({format: 'language-tag', maxLength: LIMITS.languageCode, description});

/** Options of a caller for the narration to be made. */
export const narrationOptions = {
	text: Type.Optional(
		Text(STEP_TEXTS.narrationScript, "What to speak; it becomes the step's script. Default: the script, else the balloon text."),
	),
	language: Type.Optional(LanguageCode("Language of the text; default the tour's narration language.")),
	lang: Type.Optional(
		LanguageCode(
			'Target language of the tour, such as en or es-MX: speaks a translation, kept beside the narration in the own language. A text that is in this language already (language and lang the same) is spoken as it is.',
		),
	),
	voice: Type.Optional(
		Type.String({
			maxLength: 100,
			description:
				"UUID of a voice that speaks the language (GET /voices); default the tour's voice for it, else the language's default voice.",
		}),
	),
};

/** The narration operation's answer about the speech. */
export const SpokenNarration = Closed(
	{
		...audioFile,
		language: Type.String({description: 'Language that is spoken.'}),
		lang: Nullable(Type.String({description: 'Target language under which it is kept; null for the narration in the own language.'})),
		voice: Type.String({description: 'UUID of the voice.'}),
		script: Type.String({description: 'What is spoken: the text, or its translation.'}),
		reused: Type.Boolean({description: 'true where the same text had been spoken by the same voice before: nothing was charged.'}),
	},
	{title: 'SpokenNarration', description: 'Spoken narration: MP3, mono, 64 kbit/s.'},
);

const StepImage = Closed({
	mediaId: Type.String(),
	url: PublicUrl,
	thumbnailUrl: Type.String({description: 'The same within 320 x 640 pixels, for lists; opens without a credential.'}),
	width: Type.Integer({description: 'Pixels of the image as uploaded.'}),
	height: Type.Integer({description: 'Pixels of the image as uploaded.'}),
	frameless: Type.Optional(Type.Boolean({description: 'true where it looks like a page without the window that it was in; else absent.'})),
});

export const Step = Closed(
	{
		id: Type.String(),
		position: Type.Integer({description: 'Index in the tour, from 0.'}),
		...shownFields,
		camera: Camera,
		actions: Type.Optional(StepActions),
		image: Nullable(StepImage),
		narration: Nullable(Narration),
		narrations: Type.Array(Narration, {description: 'One per target language.'}),
		durationMs: Type.Integer({description: 'How long the step lasts when it plays automatically, milliseconds.'}),
	},
	{title: 'Step', description: 'One step of a tour.'},
);
export type Step = Static<typeof Step>;

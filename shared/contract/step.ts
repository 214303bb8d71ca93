import {type Static, Type} from 'typebox';
import {Click, Highlight} from './geometry.ts';
import {ImageReference} from './image.ts';
import {LIMITS} from './limits.ts';
import {Closed, Nullable, PublicUrl, Text} from './schema.ts';

export const STEP_TYPES = ['screen', 'slide'] as const;
export const POPOVER_SIDES = ['top', 'bottom', 'left', 'right', 'over'] as const;
export const POPOVER_ALIGNS = ['start', 'center', 'end'] as const;

/** The fields that a step takes on create and on edit, all of them optional. */
export const stepFields = {
	title: Type.Optional(Text(LIMITS.stepTitle, 'Balloon title.')),
	text: Type.Optional(Text(LIMITS.stepText, 'Balloon text: short, one or two sentences.')),
	label: Type.Optional(Text(LIMITS.stepLabel, "Step name in the editor's list; follows the title where it is not given.")),
	narrationScript: Type.Optional(Text(LIMITS.narrationScript, 'Narration and caption script.')),
	alt: Type.Optional(Text(LIMITS.alt, 'Alternative text of the screenshot; where empty the player uses title and text.')),
	altDecorative: Type.Optional(Type.Boolean({description: 'true = the image carries no information and is hidden from screen readers.'})),
	type: Type.Optional(
		Type.Enum([...STEP_TYPES], {description: 'screen (default): a screenshot with a highlight. slide: a text card without image.'}),
	),
	scene: Type.Optional(
		Type.Integer({minimum: LIMITS.sceneMin, maximum: LIMITS.sceneMax, description: 'Groups steps in the editor, 1..99.'}),
	),
	highlight: Type.Optional(Highlight),
	click: Type.Optional(Click),
	popoverSide: Type.Optional(Type.Enum([...POPOVER_SIDES], {description: 'Side of the balloon relative to the highlight.'})),
	popoverAlign: Type.Optional(Type.Enum([...POPOVER_ALIGNS], {description: 'Alignment of the balloon along that side.'})),
	simulateClick: Type.Optional(Type.Boolean({description: 'Show the click animation in the player; default true.'})),
	position: Type.Optional(
		Type.Integer({minimum: 0, description: 'Index at which to insert or to which to move; 0 = first; default = at the end.'}),
	),
	image: Type.Optional(ImageReference),
};

export const StepInput = Closed(stepFields);
export type StepInput = Static<typeof StepInput>;

export const Narration = Closed(
	{
		url: PublicUrl,
		durationMs: Type.Integer({description: 'Milliseconds.'}),
		bytes: Type.Integer(),
		language: Type.String({description: 'Language that is spoken.'}),
		lang: Nullable(Type.String({description: 'Target language of the tour it was translated to.'})),
		voice: Type.String({description: 'UUID of the voice.'}),
		stale: Type.Boolean({description: 'true where the script was changed after it was spoken.'}),
	},
	{description: 'Spoken narration of a step: MP3, mono, 64 kbit/s.'},
);
export type Narration = Static<typeof Narration>;

export const StepImage = Closed({
	mediaId: Type.String(),
	url: PublicUrl,
	width: Type.Integer({description: 'Pixels of the image as uploaded.'}),
	height: Type.Integer({description: 'Pixels of the image as uploaded.'}),
});
export type StepImage = Static<typeof StepImage>;

export const Step = Closed(
	{
		id: Type.String(),
		position: Type.Integer({description: 'Index in the tour, from 0.'}),
		type: Type.Enum([...STEP_TYPES]),
		title: Nullable(Type.String()),
		text: Nullable(Type.String()),
		label: Nullable(Type.String()),
		narrationScript: Nullable(Type.String()),
		alt: Nullable(Type.String()),
		altDecorative: Type.Boolean(),
		scene: Nullable(Type.Integer()),
		highlight: Nullable(Highlight),
		click: Nullable(Click),
		popoverSide: Nullable(Type.Enum([...POPOVER_SIDES])),
		popoverAlign: Nullable(Type.Enum([...POPOVER_ALIGNS])),
		simulateClick: Type.Boolean(),
		image: Nullable(StepImage),
		narration: Nullable(Narration),
		narrations: Type.Array(Narration, {description: 'One per target language.'}),
		durationMs: Type.Integer({description: 'How long the step lasts when it plays by itself, milliseconds.'}),
	},
	{description: 'One step of a tour.'},
);
export type Step = Static<typeof Step>;

import {type Static, Type} from 'typebox';
import {endCtaFields, LeadCaptureInput} from './cards.ts';
import {LIMITS} from './limits.ts';
import {chapters, StepActions} from './paths/actions.ts';
import {PicturesInput} from './pictures/shown.ts';
import {Choice, Closed, Name, OrNull} from './schema.ts';
import {Camera, LanguageCode, stepChangeFields} from './step.ts';
import {ThemeInput} from './theme.ts';

/** Changes of a tour as values. Each carries the values it replaces, so that it overwrites nothing that others changed. */

export const EDIT_KINDS = ['edit', 'move', 'add', 'delete', 'restore', 'rename', 'settings'] as const;
/** Pattern of step ids; clients that add a step may make its id. */
export const STEP_ID = '^step_[0-9a-hjkmnp-tv-z]{26}$';

const {position: _position, image: _image, ...shown} = stepChangeFields;

/** The fields of a step that an edit names; its image must be stored already. */
const stepValues = {
	...shown,
	image: Type.Optional(
		OrNull(
			Closed(
				{mediaId: Type.String({maxLength: 64, description: 'The mediaId that a media upload answered.'})},
				{description: 'The screenshot, stored before; null: none.'},
			),
		),
	),
	camera: Type.Optional(Camera),
	actions: Type.Optional(OrNull(StepActions)),
};
const name = Type.Optional(Name('Name of the tour; of a rename alone.'));
const neighbour = (description: string) => Type.Optional(OrNull(Type.String({maxLength: 40, description})));

const StepValues = Closed(stepValues);
export type StepValues = Static<typeof StepValues>;
export type StepField = keyof StepValues;
export const STEP_FIELDS = Object.keys(stepValues) as StepField[];

/** Settings of a tour outside its steps. Each value is compared by itself; an empty text means the service's own words. */
const settingsValues = {
	theme: Type.Optional(ThemeInput),
	leadCapture: Type.Optional(LeadCaptureInput),
	endCta: Type.Optional(
		Closed(
			{
				...endCtaFields,
				whatsapp: Type.Optional(OrNull(endCtaFields.whatsapp)),
				link: Type.Optional(OrNull(endCtaFields.link)),
				linkFirst: Type.Optional(Type.Boolean({description: 'The link is the first of the two buttons.'})),
			},
			{title: 'EndCtaValues', description: 'Of the closing card; whatsapp and link as a whole, null for none.'},
		),
	),
	pictures: Type.Optional(PicturesInput),
	chapters: Type.Optional(chapters),
	narrationSettings: Type.Optional(
		Closed(
			{
				language: Type.Optional(LanguageCode("The tour's language.")),
				voices: Type.Optional(
					Type.Record(Type.String(), OrNull(Type.String({maxLength: 100, description: 'UUID of a voice.'})), {
						description: 'Voice UUID for each of these languages; null for its default voice.',
						propertyNames: LanguageCode('A language code.'),
						maxProperties: 10,
					}),
				),
			},
			{title: 'NarrationValues', description: 'Language and voices.'},
		),
	),
};
const SettingsValues = Closed(settingsValues);
export type SettingsValues = Static<typeof SettingsValues>;
export type Setting = keyof SettingsValues;
export const SETTINGS = Object.keys(settingsValues) as Setting[];

/** The steps around a place: null at either end of the tour, absent if not given. */
export type Neighbours = {after?: string | null; before?: string | null};

export type Edit =
	| {kind: 'edit'; step: string; set: StepValues; was: StepValues}
	| ({kind: 'move'; step: string; was?: Neighbours} & Neighbours)
	| ({kind: 'add'; step?: string; set?: StepValues} & Neighbours)
	| {kind: 'delete'; step: string; was?: StepValues}
	| ({kind: 'restore'; step: string; set?: StepValues} & Neighbours)
	| {kind: 'rename'; set: {name: string}; was: {name: string}}
	| {kind: 'settings'; set: SettingsValues; was: SettingsValues};
export type EditOf<Kind extends Edit['kind']> = Extract<Edit, {kind: Kind}>;

/** One closed object for all kinds, so that faults list no alternatives; `editFaults` checks what each kind takes. */
export const Edit = Type.Unsafe<Edit>(
	Closed(
		{
			kind: Choice(EDIT_KINDS, {
				description:
					'edit: set fields of a step. move: put a step after another. add, delete: a step. restore: put back a step that was deleted. rename: the tour. settings: theme, opening form, closing card, pictures, chapters, language and voices.',
			}),
			step: Type.Optional(
				Type.String({
					maxLength: 40,
					description:
						"The step's id. An add may bring a new one, step_ and a ULID in lower case, so that the changes after it can name it.",
				}),
			),
			set: Type.Optional(Closed({...stepValues, ...settingsValues, name}, {description: 'The new values.'})),
			was: Type.Optional(
				Closed(
					{
						...stepValues,
						...settingsValues,
						name,
						after: neighbour('Of a move: the step that stood before it, null where it was the first.'),
						before: neighbour('Of a move: the step that stood behind it, null where it was the last.'),
					},
					{description: 'What each of these was when the change was made: where it is something else by now, that is a conflict.'},
				),
			),
			after: neighbour('Of a move, an add or a restore: the step behind which it is put, null for the first place; default the end.'),
			before: neighbour('The step that then follows, if you want to hear where another stands there by now; null: none.'),
		},
		{title: 'Edit', description: 'One change.'},
	),
);

export const Conflict = Closed(
	{
		index: Type.Integer({description: 'Which of the changes was not made, from 0.'}),
		field: Type.String({
			description:
				'The field that somebody else has changed, such as title or theme.colors.accent; position for a place, step for a step that is gone.',
		}),
		mine: Type.Unknown({description: 'What the change wanted.'}),
		theirs: Type.Unknown({description: 'What is there.'}),
		gone: Type.Boolean({description: 'true where the step no longer exists.'}),
	},
	{title: 'Conflict', description: 'Something that was not changed, because it is not what it was.'},
);
export type Conflict = Static<typeof Conflict>;

export const Writer = Closed(
	{
		id: Type.String({
			minLength: 8,
			maxLength: 64,
			description: 'A name of your own for the client that numbers these changes, such as a UUID.',
		}),
		first: Type.Integer({
			minimum: 1,
			maximum: Number.MAX_SAFE_INTEGER - LIMITS.editsAtOnce,
			description: 'The number of the first change; those after it follow.',
		}),
	},
	{
		title: 'Writer',
		description:
			'Numbers the changes of one client, from 1, rising: what the tour has already under its number is passed over, in whatever call it comes. Kept for seven days.',
	},
);
export type Writer = Static<typeof Writer>;

export const edits = Type.Array(Edit, {
	minItems: 1,
	maxItems: LIMITS.editsAtOnce,
	description: `The changes, made one after the other: ${LIMITS.editsAtOnce} at most.`,
});

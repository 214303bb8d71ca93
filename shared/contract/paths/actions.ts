import {type Static, Type} from 'typebox';
import {KEY_PATTERN} from '../document-format.ts';
import {Highlight} from '../geometry.ts';
import {LIMITS, NOT_BLANK} from '../limits.ts';
import {Choice, Closed, Text} from '../schema.ts';

/** Ways on from a step beside its Next: buttons in the balloon, hotspots on the picture. */

const NEXT_WAYS = ['next', 'step', 'end'] as const;
export const WAYS = [...NEXT_WAYS, 'previous', 'restart', 'url', 'later'] as const;

const step = Type.Optional(Text(64, 'Key or id of the step, where `to` is step.'));
const url = Type.Optional(Type.String({format: 'https-url', maxLength: LIMITS.linkUrl, description: 'An https URL, where `to` is url.'}));

export const NextTarget = Closed(
	{
		to: Choice(NEXT_WAYS, {description: 'next (default): the step that follows. step: the one named. end: the closing card or the end.'}),
		step,
	},
	{title: 'NextTarget', description: 'Where Next leads.'},
);
export type NextTarget = Static<typeof NextTarget>;

export const ActionTarget = Closed(
	{
		to: Choice(WAYS, {
			description:
				'next: where Next leads. step: the one named. end. previous: where the visitor came from. restart: the first step. url. later: decided before the tour is published.',
		}),
		step,
		url,
	},
	{title: 'ActionTarget', description: 'Where a button or a hotspot leads.'},
);
export type ActionTarget = Static<typeof ActionTarget>;

const id = Type.Optional(
	Type.String({
		pattern: KEY_PATTERN,
		maxLength: 64,
		description: 'Its name, once in the step: statistics count by it. Default: button-1, hotspot-1.',
	}),
);
const label = (description: string) => Type.String({minLength: 1, maxLength: LIMITS.actionLabel, pattern: NOT_BLANK, description});

const StepButton = Closed(
	{
		id,
		label: label('What stands on the button.'),
		style: Type.Optional(Choice(['primary', 'plain'] as const, {description: 'primary (default for the first) or plain.'})),
		target: ActionTarget,
		goal: Type.Optional(Type.Boolean({description: 'true: pressing it is what the tour is for, and is counted as such.'})),
	},
	{title: 'StepButton', description: 'A button in the balloon.'},
);

const StepHotspot = Closed(
	{id, area: Highlight, label: label('Its name, which screen readers say.'), target: ActionTarget},
	{title: 'StepHotspot', description: 'A place on the picture that can be pressed.'},
);

export const stepActionFields = {
	next: Type.Optional(NextTarget),
	buttons: Type.Optional(
		Type.Array(StepButton, {maxItems: LIMITS.buttonsPerStep, description: 'With buttons there is no Next, unless `next` is set.'}),
	),
	hotspots: Type.Optional(Type.Array(StepHotspot, {maxItems: LIMITS.hotspotsPerStep, description: 'Beside the highlight; Next stays.'})),
};
export const StepActions = Closed(stepActionFields, {
	title: 'StepActions',
	description: 'Buttons, hotspots and where Next leads; absent where Next leads to the step that follows and nothing else can be pressed.',
});
export type StepActions = Static<typeof StepActions>;

export const chapters = Type.Array(
	Closed(
		{
			scene: Type.Integer({minimum: LIMITS.sceneMin, maximum: LIMITS.sceneMax, description: 'The scene of its steps, each once.'}),
			title: Type.String({minLength: 1, maxLength: LIMITS.chapterTitle, pattern: NOT_BLANK, description: 'What the menu says.'}),
		},
		{title: 'Chapter', description: 'A name for the steps of a scene.'},
	),
	{maxItems: LIMITS.sceneMax, description: 'The chapters that the menu names, in its order.'},
);
export type Chapter = Static<typeof chapters>[number];

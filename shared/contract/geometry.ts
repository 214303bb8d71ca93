import {type Static, Type} from 'typebox';
import {LIMITS} from './limits.ts';
import {Closed} from './schema.ts';

// No minimum and no maximum: what lies outside 0..1 is clamped and reported, not refused.
const fraction = (description: string) => Type.Number({description});

/** A rectangle of an image. */
export const rectangle = {
	x: fraction('Left edge, 0..1 of the image width.'),
	y: fraction('Top edge, 0..1 of the image height.'),
	width: fraction('0..1 of the image width.'),
	height: fraction('0..1 of the image height.'),
};

export const Highlight = Closed(rectangle, {
	title: 'Highlight',
	description: 'The highlighted rectangle, in fractions of the image measured from its top-left corner.',
});
export type Highlight = Static<typeof Highlight>;

export const Click = Closed(
	{
		x: fraction('0..1 of the image width.'),
		y: fraction('0..1 of the image height.'),
	},
	{title: 'Click', description: 'The point that is clicked; always kept inside the highlight.'},
);
export type Click = Static<typeof Click>;

export const Adjustment = Closed(
	{
		field: Type.String({description: 'JSON path of the value that was changed.'}),
		from: Type.Unknown({description: 'What was sent.'}),
		to: Type.Unknown({description: 'What was stored.'}),
		reason: Type.String({description: 'Why.'}),
	},
	{title: 'Adjustment', description: 'A value that was accepted and stored differently from how it was sent.'},
);
export type Adjustment = Static<typeof Adjustment>;

export const Warning = Closed(
	{
		field: Type.String({description: 'JSON path of what the warning is about.'}),
		message: Type.String({description: 'What is unwise.'}),
		hint: Type.String({description: 'What would be better.'}),
		also: Type.Optional(Type.Array(Type.String(), {maxItems: LIMITS.stepsPerTour, description: 'More such places, for agents.'})),
	},
	{title: 'Warning', description: 'Something that is allowed and still unwise.'},
);
export type Warning = Static<typeof Warning>;

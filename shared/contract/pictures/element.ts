import {type Static, Type} from 'typebox';
import {Click, Highlight} from '../geometry.ts';
import {LIMITS} from '../limits.ts';
import {Choice, Closed, Text} from '../schema.ts';

const ELEMENT_KINDS = ['button', 'link', 'field', 'select', 'checkbox', 'tab', 'menu', 'heading', 'icon', 'text'] as const;

/** The kind of a step's target. `text` is something with a label of unknown kind. */
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** Something on a screenshot, as the reader of screenshots finds it. */
export const ScreenElement = Closed(
	{
		text: Type.String({description: 'What is written on it, or beside it; [icon], [field] or [image] where nothing is.'}),
		kind: Choice([...ELEMENT_KINDS, 'image'], {description: 'What it looks like.'}),
		label: Type.Optional(Type.String({description: 'The words nearest to what has none.'})),
		highlight: Highlight,
		click: Click,
		confidence: Type.Number({description: 'How surely the words were read and, with a query, how well they fit it: 0..1.'}),
		nth: Type.Integer({description: 'Which of those with the same words, from 1, in reading order.'}),
	},
	{title: 'ScreenElement', description: 'An element of a screenshot.'},
);
export type ScreenElement = Static<typeof ScreenElement>;

/** A word on an element and its place, in fractions of the picture. */
export type PlacedWord = {text: string; x: number; y: number; width: number; height: number};

/** An element as it is kept: with the words that stand on it, so that a part of its text can be pointed at. */
export type ReadElement = ScreenElement & {words: PlacedWord[]};

const pixel = (description: string) => Type.Number({description});

/** The target of a step, by words or in pixels; exactly one of them (checked by `targetFaults`). */
export const targetFields = {
	text: Type.Optional(Text(LIMITS.targetText, 'Words on the element or beside it; by kind: [icon], [checkbox] Terms.')),
	nth: Type.Optional(Type.Integer({minimum: 1, maximum: LIMITS.targetNth, description: 'Which of several with these words, from 1.'})),
	pixels: Type.Optional(
		Closed(
			{x: pixel('Left edge.'), y: pixel('Top edge.'), width: pixel('Width.'), height: pixel('Height.')},
			{description: 'The rectangle in pixels of the image.'},
		),
	),
};
export const Target = Closed(targetFields, {
	title: 'Target',
	description:
		'Places highlight and click: {text: "Save"} finds the element with these words, {pixels: {x, y, width, height}} takes pixels.',
});
export type Target = Static<typeof Target>;

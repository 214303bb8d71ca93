import type {ReadElement} from '../../shared/contract/pictures/element.ts';

/** Size of a picture, in pixels. */
export const SIZE = {width: 1000, height: 1000};
/** Width of a word and height of a line, in fractions of a picture. */
export const WORD = 0.05;
export const HEIGHT = 0.02;

/** Makes an element of words beside each other from x on, each as wide as the other; `box` where they stand on something larger. */
export function element(
	text: string,
	kind: ReadElement['kind'],
	{x = 0.1, y = 0.1, nth = 1, box = null as ReadElement['highlight'] | null} = {},
): ReadElement {
	const words = text.split(' ').map((word, index) => ({text: word, x: x + index * 1.2 * WORD, y, width: WORD, height: HEIGHT}));
	const width = (words.length * 1.2 - 0.2) * WORD;
	const highlight = box ?? {x, y, width, height: HEIGHT};
	return {text, kind, nth, highlight, click: {x: x + width / 2, y: y + HEIGHT / 2}, confidence: 0.9, words};
}

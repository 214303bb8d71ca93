import type {ReadElement, ScreenElement} from '../../contract/pictures/element.ts';
import {plain, similarity} from './alike.ts';

/** An element without words goes by its kind in brackets: "[icon]", or "[icon] Save" by the words next to it. */
const SHAPE = /^\[(icon|field|image)\]\s*(.*)$/i;
/** Below this a label is another one. */
const ALIKE = 0.72;
/** Texts that a hint quotes at most. */
const QUOTED = 20;

export const NOTHING = 'Nothing with these words was read.';

/** The kind and the words of a query for an element without words; null where the query is plain words. */
export function shapeNamed(query: string): {name: string; label: string} | null {
	const [, name, label] = SHAPE.exec(query.trim()) ?? [];
	return name === undefined ? null : {name: `[${name.toLowerCase()}]`, label: plain(label!)};
}

export function isShape({text, words}: ReadElement): boolean {
	return words.length === 0 && /^\[(icon|field|image)\]$/.test(text);
}

/** The elements without words that the query names, in reading order; by a label those next to these words, the best first. */
export function matchShapes(elements: readonly ReadElement[], query: string): {element: ScreenElement; score: number}[] {
	const {name, label} = shapeNamed(query)!;
	return elements
		.filter(element => isShape(element) && element.text === name)
		.map(element => ({element: publicly(element), score: label === '' ? 1 : similarity(label, plain(element.label ?? ''))}))
		.filter(({score}) => score >= ALIKE)
		.sort((a, b) => b.score - a.score);
}

/** Returns the elements without words that have just these next to them: of a label its field or switch. */
export function labelled(elements: readonly ReadElement[], words: string): ReadElement[] {
	return elements.filter(element => isShape(element) && plain(element.label ?? '') === plain(words));
}

/** Returns the element without its private parts. */
export function publicly({words: _, ...element}: ReadElement): ScreenElement {
	return element;
}

/** Tells a caller whose words were not found which words exist. */
export function whatWasRead(elements: readonly ReadElement[]): string {
	const words = elements.filter(element => !isShape(element));
	const others = elements.length - words.length;
	const near = words.slice(0, QUOTED).map(({text}) => `"${text}"`);
	const read = near.length > 0 ? `What was read first: ${near.join(', ')}.` : 'No words were read on it.';
	return others > 0 ? `${read} ${others} without words go by "[icon]", "[field]" or "[image]" and nth.` : read;
}

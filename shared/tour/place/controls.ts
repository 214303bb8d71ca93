import type {Highlight} from '../../contract/geometry.ts';
import type {ReadElement, ScreenElement} from '../../contract/pictures/element.ts';
import {plain} from './alike.ts';
import {labelled, publicly} from './shapes.ts';

const CONTROLS: ReadonlySet<ScreenElement['kind']> = new Set(['field', 'select']);
/** Heights of a label that a field may be below it. */
const BELOW = 1.5;
/** Share of the picture's width that a field may be right of its label. */
const RIGHT = 0.25;
/** A switch is so much wider than high; icons are about square. */
const SWITCH = 1.4;

/**
 * Returns what this text may be the name of: fields, and switches that were read as icons. `ratio` is the picture's width by its
 * height.
 */
export function controlsOf(elements: readonly ReadElement[], label: ScreenElement, ratio: number): ScreenElement[] {
	const named = labelled(elements, label.text).filter(one => one.kind === 'field' || isSwitch(one, label, ratio));
	return [...new Set([...named, ...fieldsBeside(elements, label)])].map(publicly);
}

/** Returns the field right of a text and the one below it, if no other words are between. */
export function fieldsBeside(elements: readonly ReadElement[], {text, highlight}: ScreenElement): ReadElement[] {
	const others = elements.filter(({kind, text: own}) => kind !== 'icon' && kind !== 'image' && plain(own) !== plain(text));
	const beside = nearest(others, one => (sharesRow(highlight, one) ? one.x - right(highlight) : Infinity), RIGHT);
	const below = nearest(others, one => (overlaps(highlight, one) ? one.y - bottom(highlight) : Infinity), BELOW * highlight.height);
	return [beside, below].filter(one => one !== undefined && CONTROLS.has(one.kind)) as ReadElement[];
}

/** Returns true if the middle of either lies in the rows of the other. */
export function sharesRow(a: Highlight, b: Highlight): boolean {
	return Math.abs(middle(a) - middle(b)) <= Math.max(a.height, b.height) / 2;
}

function nearest(elements: readonly ReadElement[], gapOf: (highlight: Highlight) => number, most: number): ReadElement | undefined {
	return elements
		.map(element => ({element, gap: gapOf(element.highlight)}))
		.filter(({gap}) => gap >= 0 && gap <= most)
		.sort((a, b) => a.gap - b.gap)[0]?.element;
}

function overlaps(a: Highlight, b: Highlight): boolean {
	return a.x < right(b) && b.x < right(a);
}

/** A wide icon is a switch; an arrow is smaller than the words. */
function isSwitch({kind, highlight: {width, height}}: ReadElement, label: ScreenElement, ratio: number): boolean {
	return kind === 'icon' && width * ratio >= SWITCH * height && height >= label.highlight.height / 2;
}

const right = ({x, width}: Highlight) => x + width;
const bottom = ({y, height}: Highlight) => y + height;
const middle = ({y, height}: Highlight) => y + height / 2;

import type {ReadElement} from '../../../../../shared/contract/pictures/element.ts';
import {plain} from '../../../../../shared/tour/place/controls.ts';
import type {Line, Word} from '../pixels/lines.ts';
import {type Box, besideEachOther, contains, heightOf, widthOf} from '../pixels/picture.ts';
import {groundUnder, type Scene} from '../pixels/screen.ts';
import {findFrames} from './frames.ts';
import {areLike, isInColumn} from './painted.ts';
import {middle, placedAt, placedShape} from './place.ts';
import {findShapes} from './shapes.ts';
import {isChosen} from './ticked.ts';

type Unnumbered = Omit<ReadElement, 'nth'>;

/** Words and shapes that are kept at most: a screen full of text has two hundred, and one with thousands is a pattern. */
const MOST = {words: 300, shapes: 200};
/** The greatest distance of the words that name a shape, in CSS pixels. */
const NEAR = {beside: 60, over: 24};

/** CSS pixels: the handle in the corner of a field that is higher than this. */
const HANDLE = 18;
const AREA = 64;

/** Boxes that differ by less than this share of the picture's height are in one row. */
const ROW = 0.008;
/** A number, and its unit. */
const NUMBER = /^[-+−]?[\d.,]+ ?(%|°|[a-z]{1,3})?$/i;

/** One or two letters that are no number: an icon may be read as these. */
const LETTERS = /^\P{N}{1,2}$/u;
/** Icons in a row or a column: their greatest distance, and distance from its line, in CSS pixels. */
const AMONG = {reach: 72, off: 3};
/** Icons above and below a tick box from which it counts as an icon itself. */
const COLUMN = 2;

/** An element that was read, and the lines that it was read from. */
export type Words = {element: Unnumbered; lines: Line[]};

/**
 * Returns the elements read, with frames of fields in place of their texts, and with shapes that have no words. `unread` are texts that
 * cannot be read.
 */
export function withShapes(scene: Scene, read: Words[], unread: Line[], leftover: Word[]): Unnumbered[] {
	const elements = once(read.map(({element}) => element)).slice(0, MOST.words);
	const shapes: Unnumbered[] = [];
	const boxes = read.map(({element, lines}) => ({element, lines, box: boxOf(scene, element.highlight)}));
	const fields = boxes.flatMap(({element: {kind}, box}) => (kind === 'field' || kind === 'select' ? [{kind, box}] : []));
	const label = (box: Box) => labelOf(scene, box, elements);
	const grounds = fields.flatMap(({box}) => groundUnder(scene, {x: Math.round(box.left) + 3, y: Math.round(middle(box).y)}) ?? []);
	for (const {kind, box, lines, ground, begin, only} of findFrames(scene).sort((a, b) => (a.only ? 1 : 0) - (b.only ? 1 : 0))) {
		if (fields.some(field => overlap(field.box, box) > 0.5)) continue;
		const place = placedAt(scene, box, middle(box));
		const isOwn = ({click, highlight}: Unnumbered) =>
			isIn(place.highlight, click) && highlight.height < 2 * place.highlight.height && click.x * scene.view.width >= (begin ?? 0);
		const inside = elements.filter(isOwn);
		const isNumber = only && only !== 'like' && inside.some(({text}) => NUMBER.test(text));
		const isLike = only !== 'number' && grounds.some(other => areLike(other, ground, scene.scale) || isInColumn(scene, other, ground));
		if (only && !isNumber && !isLike) continue;
		grounds.push(ground);
		fields.push({kind, box});
		if (lines.length > 1) shapes.push(shape(kind, place, label(box)));
		else if (inside.length > 0) for (const element of inside) Object.assign(element, {kind, highlight: place.highlight});
		else shapes.push(shape(kind, place, label(box)));
	}
	const taken = [...[...read.flatMap(({lines}) => lines), ...unread].flatMap(({words}) => words), ...leftover];
	const ticked = elements.filter(({kind}) => kind === 'checkbox').map(element => ({element, box: boxOf(scene, element.highlight)}));
	const handles = fields.filter(({box}) => heightOf(box) > AREA * scene.scale).map(({box}) => endOf(box, HANDLE * scene.scale));
	const {icons, images} = findShapes(scene, taken);
	for (const box of icons) {
		if (ticked.some(other => contains(other.box, middle(box))) || handles.some(handle => contains(handle, middle(box)))) continue;
		if (fields.some(field => overlap(field.box, box) > 0.5)) continue;
		shapes.push(shape('icon', placedShape(scene, box, box.areDots), label(box)));
	}
	const drawn = shapes.filter(({kind}) => kind === 'icon').map(({highlight}) => boxOf(scene, highlight));
	for (const element of elements) {
		const box = loneLetters(element) && boxOf(scene, element.words[0]!);
		if (box && isAmong(scene, box, drawn)) Object.assign(element, {kind: 'icon', ...placedShape(scene, box)});
	}
	// What stands in a column of icons is no box to tick, and of radio buttons one is chosen.
	const chosen = ticked.filter(({box}) => isChosen(scene, box));
	const iconic = ticked.filter(
		one =>
			drawn.filter(icon => isOver(scene, icon, one.box)).length >= COLUMN ||
			(chosen.includes(one) && chosen.filter(({box}) => isOver(scene, box, one.box)).length > COLUMN),
	);
	// A box with two labels is listed with each.
	for (const [at, {element, box}] of iconic.entries())
		if (iconic.findIndex(other => overlap(other.box, box) > 0.5) === at)
			shapes.push(shape('icon', placedAt(scene, box, middle(box)), element.text));
	for (const box of images) shapes.push(shape('image', placedAt(scene, box, middle(box)), label(box)));
	const kept = elements.filter(element => !iconic.some(one => one.element === element));
	return [...kept, ...shapes.slice(0, MOST.shapes)];
}

/** Returns true for a letter or two that stand alone on no control. */
function loneLetters({kind, text, words}: Unnumbered): boolean {
	return words.length === 1 && !['field', 'select', 'checkbox', 'button'].includes(kind) && LETTERS.test(text);
}

/** Returns true if an icon is beside a letter in its row, or above or below it: it is one itself, as the B for bold is. */
function isAmong(scene: Scene, box: Box, icons: Box[]): boolean {
	return icons.some(icon => isOver(scene, icon, box) || isAligned(scene, middle(icon).y - middle(box).y, middle(icon).x - middle(box).x));
}

const isOver = (scene: Scene, a: Box, b: Box) => isAligned(scene, middle(a).x - middle(b).x, middle(a).y - middle(b).y);

/** True for two icons that are so far off their common line, and so far from each other. */
const isAligned = ({scale}: Scene, off: number, apart: number) =>
	Math.abs(off) <= AMONG.off * scale && Math.abs(apart) <= AMONG.reach * scale;

/** Returns the corner of a field of several lines where the handle is that makes it larger. */
function endOf({right, bottom}: Box, side: number): Box {
	return {left: right - side, top: bottom - side, right, bottom};
}

type Place = Pick<ReadElement, 'highlight' | 'click'>;

/** Confidence in the kind of a shape. */
const SURE = 0.5;

function shape(kind: 'icon' | 'image' | 'field' | 'select', place: Place, label: string | undefined): Unnumbered {
	return {text: `[${kind === 'select' ? 'field' : kind}]`, kind, ...place, ...(label && {label}), confidence: SURE, words: []};
}

function boxOf({view}: Scene, {x, y, width, height}: ReadElement['highlight']): Box {
	return {left: x * view.width, top: y * view.height, right: (x + width) * view.width, bottom: (y + height) * view.height};
}

function overlap(a: Box, b: Box): number {
	const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
	const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
	if (width <= 0 || height <= 0) return 0;
	return (width * height) / (widthOf(a) * heightOf(a) + widthOf(b) * heightOf(b) - width * height);
}

/** Returns the words nearest to a shape: those beside it, to the right first, else those above or below. */
function labelOf(scene: Scene, box: Box, elements: Unnumbered[]): string | undefined {
	const {scale} = scene;
	const near = elements.flatMap(element => {
		const other = boxOf(scene, element.highlight);
		const beside = Math.max(other.left - box.right, box.left - other.right, 0);
		const over = Math.max(other.top - box.bottom, box.top - other.bottom, 0);
		if (besideEachOther(other, box) > 0.4 && beside <= NEAR.beside * scale)
			return [{text: element.text, away: beside * (other.left >= box.left ? 1 : 1.5)}];
		const isOver = other.left < box.right && other.right > box.left && over <= NEAR.over * scale;
		return isOver ? [{text: element.text, away: over + 8 * scale}] : [];
	});
	return near.sort((a, b) => a.away - b.away)[0]?.text;
}

/** Returns one element for equal words at one place, the most telling kind: a field rather than the text in it. */
function once(elements: Unnumbered[]): Unnumbered[] {
	const kept: Unnumbered[] = [];
	const rank = ({kind}: Unnumbered) => (kind === 'text' ? 1 : 0);
	for (const element of elements.toSorted((a, b) => rank(a) - rank(b))) {
		const twin = kept.some(({text, highlight}) => text === element.text && isIn(highlight, element.click));
		if (!twin) kept.push(element);
	}
	return kept;
}

/** Row by row, from left to right, each numbered among those with the same words. */
export function numbered(elements: Unnumbered[]): ReadElement[] {
	const rows: Unnumbered[][] = [];
	for (const element of elements.toSorted((a, b) => a.click.y - b.click.y)) {
		const row = rows.at(-1);
		if (row && element.click.y - row[0]!.click.y <= ROW) row.push(element);
		else rows.push([element]);
	}
	const counts = new Map<string, number>();
	return rows
		.flatMap(row => row.sort((a, b) => a.click.x - b.click.x))
		.map(element => {
			const key = element.words.length === 0 && element.text.startsWith('[') ? element.text : plain(element.text);
			const nth = (counts.get(key) ?? 0) + 1;
			counts.set(key, nth);
			return {...element, nth};
		});
}

function isIn({x, y, width, height}: ReadElement['highlight'], at: ReadElement['click']): boolean {
	return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}

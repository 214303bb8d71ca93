import type {PlacedWord, ReadElement} from '../../../../../shared/contract/element.ts';
import type {Element} from '../element.ts';
import type {Line} from '../lines.ts';
import {type Box, contains, heightOf, type Point, union, widthOf} from '../picture.ts';
import type {Reading} from '../read-lines.ts';
import type {Scene} from '../scene.ts';

/** CSS pixels: how far a highlight reaches beyond words without a box. */
const BREATH = 4;
/** A box that is so many times as wide as the words at one of its ends is a panel. */
const PANEL = 2.5;
/** CSS pixels: a highlight around an icon is at least as large, and has this room around the shape. */
const SHAPE = {least: 18, room: 2};

/** Of a box's side, and of the ink in the corner that has most: a sheet of paper with a folded corner is no box to tick. */
const CORNER = {side: 0.2, least: 0.6};
/** Of the ink in the quarter inside a circle that has most: a clock's hands stand in one of them. */
const QUARTER = 0.6;
const INSIDE = 0.22;
/** Of its height a box to tick is no wider or narrower. */
const SQUARE = 0.08;

type Place = Pick<ReadElement, 'highlight' | 'click'>;

export const middle = (box: Box): Point => ({x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2});

/** Where it is on the picture, in fractions of it. The click is on its words where they stand on it, for a box may be more than what they name. */
export function placed(scene: Scene, element: Element, lines: Line[]): Place {
	const {scale} = scene;
	const box = narrowed(element, lines);
	const text = union(lines);
	// Words without a box of their own: their highlight needs room to breathe.
	const wider = (box.left >= text.left - 1 && box.right <= text.right + 1 ? BREATH : 1) * scale;
	return placedAt(
		scene,
		widened(box, wider),
		middle(standOn(lines, box) ? lines.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a)) : box),
	);
}

/** Where a shape without words is: a small one with room around it, as wide as high where it is a small sign. */
export function placedShape(scene: Scene, box: Box): Place {
	const {scale} = scene;
	const missing = (size: number) => Math.max(SHAPE.room * scale, (SHAPE.least * scale - size) / 2);
	const [x, y] = [missing(widthOf(box)), missing(heightOf(box))];
	return placedAt(scene, {left: box.left - x, right: box.right + x, top: box.top - y, bottom: box.bottom + y}, middle(box));
}

const widened = ({left, top, right, bottom}: Box, by: number): Box => ({
	left: left - by,
	top: top - by,
	right: right + by,
	bottom: bottom + by,
});

export function placedAt({view}: Scene, box: Box, at: Point): Place {
	const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
	const [right, bottom] = [Math.min(view.width, box.right), Math.min(view.height, box.bottom)];
	return {
		highlight: {
			x: round(left / view.width),
			y: round(top / view.height),
			width: round((right - left) / view.width),
			height: round((bottom - top) / view.height),
		},
		click: {x: round(at.x / view.width), y: round(at.y / view.height)},
	};
}

/** A panel with a heading, or with a button at its end, is no element: its words are. */
function narrowed({kind, box}: Element, lines: Line[]): Box {
	const text = union(lines);
	if (!standOn(lines, box)) return box;
	const isCentred = Math.abs(text.left - box.left - (box.right - text.right)) <= 0.1 * widthOf(box);
	const isPanel = widthOf(box) > PANEL * widthOf(text) && !isCentred;
	return kind === 'heading' || (kind === 'button' && isPanel) ? text : box;
}

function standOn(lines: Line[], box: Box): boolean {
	return lines.every(line => contains(box, middle(line)));
}

/** The words that stand on the element, each with its place; none of a label beside it. */
export function wordsOn({view}: Scene, {box}: Element, read: {line: Line; reading: Reading}[]): PlacedWord[] {
	if (
		!standOn(
			read.map(({line}) => line),
			box,
		)
	)
		return [];
	return read.flatMap(({line, reading}) =>
		reading.words.map(({text, left, right}) => ({
			text,
			x: round(left / view.width),
			y: round(line.top / view.height),
			width: round((right - left) / view.width),
			height: round((line.bottom - line.top) / view.height),
		})),
	);
}

/** Whether a box has as much in each of its corners, and where these are round in each of its quarters, as one to tick does. */
export function isEven(scene: Scene, box: Box): boolean {
	const isSquare = Math.abs(widthOf(box) - heightOf(box)) <= Math.max(1, SQUARE * heightOf(box));
	if (!isSquare && widthOf(box) < 1.3 * heightOf(box)) return false;
	const side = Math.max(2, Math.round(CORNER.side * Math.min(widthOf(box), heightOf(box))));
	const corners = inksOf(scene, box, side, side);
	const [least, most] = [Math.min(...corners), Math.max(...corners)];
	if (most > 1) return least >= CORNER.least * most;
	if (widthOf(box) > 1.3 * heightOf(box)) return true;
	const [x, y] = [INSIDE * widthOf(box), INSIDE * heightOf(box)];
	const inside = {left: box.left + x, right: box.right - x, top: box.top + y, bottom: box.bottom - y};
	const quarters = inksOf(scene, inside, Math.floor(widthOf(inside) / 2), Math.floor(heightOf(inside) / 2));
	return Math.max(...quarters) <= 2 || Math.min(...quarters) >= QUARTER * Math.max(...quarters);
}

/** How much is drawn in each corner of a box. */
function inksOf({marks, view}: Scene, box: Box, width: number, height: number): number[] {
	return [box.left, box.right - width].flatMap(left =>
		[box.top, box.bottom - height].map(top => {
			let ink = 0;
			for (let y = Math.floor(top); y < Math.floor(top) + height; y++)
				for (let x = Math.floor(left); x < Math.floor(left) + width; x++) if (marks.of[y * view.width + x]) ink++;
			return ink;
		}),
	);
}

/** A fraction of the picture as it is told. */
function round(value: number): number {
	return Number(value.toFixed(5));
}

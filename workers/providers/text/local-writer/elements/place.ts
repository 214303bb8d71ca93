import type {PlacedWord, ReadElement} from '../../../../../shared/contract/pictures/element.ts';
import type {Element} from '../pixels/element.ts';
import type {Line} from '../pixels/lines.ts';
import {type Box, contains, heightOf, type Point, union, widthOf} from '../pixels/picture.ts';
import type {Reading} from '../pixels/read-lines.ts';
import {groundAt, type Scene} from '../pixels/screen.ts';

/** CSS pixels: how far a highlight reaches beyond words without a box. */
const PADDING = 4;
/** A box that is so many times as wide as the words at one of its ends is a panel. */
const PANEL = 2.5;
/**
 * An icon's highlight is the square in which icons are drawn, so many times as wide as the longer side, and so many times as large as what is
 * drawn at most. On a small tile, no more times as large, the highlight lies between both. A tiny arrow is drawn in a small square; dots
 * over each other and an arrow to the side, so many times as high as wide, in a whole one. CSS pixels for both.
 */
const SHAPE = {square: 1.45, most: 1.5, tile: 64, onTile: 3.5, tiny: 8, small: 14, tall: 1.7, arrow: 11};

type Place = Pick<ReadElement, 'highlight' | 'click'>;

export const middle = (box: Box): Point => ({x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2});

/**
 * Returns an element's place, in fractions of the picture. The click is on its words if they are on it, for a box may be larger than the
 * thing that they name.
 */
export function placed(scene: Scene, element: Element, lines: Line[]): Place {
	const {scale} = scene;
	const box = narrowed(element, lines);
	const text = union(lines);
	// Words without a box of their own: their highlight needs room to breathe.
	const wider = (box.left >= text.left - 1 && box.right <= text.right + 1 ? PADDING : 1) * scale;
	return placedAt(
		scene,
		widened(box, wider),
		middle(standOn(lines, box) ? lines.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a)) : box),
	);
}

/** Returns the place of a shape without words, with room around it: icons are drawn with a margin, in squares, on controls. */
export function placedShape(scene: Scene, box: Box, areDots = false): Place {
	const [width, height] = [widthOf(box), heightOf(box)];
	const tile = groundAt(scene, {x: box.left - 2 * scene.scale, y: middle(box).y});
	const isTile = tile && Math.max(widthOf(tile), heightOf(tile)) <= SHAPE.tile * scene.scale;
	if (isTile && contains(tile, middle(box)) && widthOf(tile) * heightOf(tile) <= SHAPE.onTile * width * height)
		return placedAt(scene, between(box, tile), middle(box));
	const isTall = height >= SHAPE.tall * width;
	const isTiny = Math.max(width, height) < (isTall && !areDots ? SHAPE.arrow : SHAPE.tiny) * scene.scale;
	const isWhole = isTiny || (isTall && areDots);
	const side = isTiny ? SHAPE.small * scene.scale : SHAPE.square * Math.max(width, height);
	// The share of the way to the square at which the area is reached: (width + share * x) * (height + share * y) = most * width * height.
	const [x, y] = [side - width, side - height];
	const [half, all] = [(x * height + y * width) / 2, (SHAPE.most - 1) * width * height];
	const share = isWhole ? 1 : Math.min(1, (Math.sqrt(half * half + x * y * all) - half) / (x * y));
	const [beside, over] = [(share * x) / 2, (share * y) / 2];
	return placedAt(scene, {left: box.left - beside, right: box.right + beside, top: box.top - over, bottom: box.bottom + over}, middle(box));
}

/** Returns the box whose area is in the middle between that of a box and that of one around it: as many times as large as the one as the other is larger. */
function between(box: Box, around: Box): Box {
	const share = 1 / (1 + ((widthOf(around) * heightOf(around)) / (widthOf(box) * heightOf(box))) ** 0.25);
	const edge = (inner: number, outer: number) => inner + share * (outer - inner);
	return {
		left: edge(box.left, around.left),
		top: edge(box.top, around.top),
		right: edge(box.right, around.right),
		bottom: edge(box.bottom, around.bottom),
	};
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

/** Returns the words that stand on the element, each with its place; none of a label beside it. */
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

/** Rounds a fraction of the picture for output. */
function round(value: number): number {
	return Number(value.toFixed(5));
}

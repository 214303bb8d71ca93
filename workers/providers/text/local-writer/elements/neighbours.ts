import {arrowOf, isEdged, neighboursOf} from '../pixels/boxed.ts';
import type {Frame} from '../pixels/element.ts';
import type {Ground} from '../pixels/grounds.ts';
import {isText, type Line} from '../pixels/lines.ts';
import type {Mark} from '../pixels/marks.ts';
import {type Box, contains, heightOf, widthOf} from '../pixels/picture.ts';
import {isFaint, linesOn, type Scene} from '../pixels/screen.ts';
import {BEGIN} from './inside.ts';
import {areOneColor, isColoured, isFilled} from './painted.ts';
import {middle} from './place.ts';

// Frames and words beside, over and under the frame of a field, and rows of boxes for one letter or digit each, as the code of a message is asked for.

/** The greatest height of a field among panels, and distance between rows of a list, in CSS pixels. */
export const ROW = 44;
const TOUCH = 4;
/** Entries of a list: differences of their left edges and distances in CSS pixels, of their sizes in font sizes. */
const ENTRY = {off: 4, apart: 48, alike: 0.2};

/** Touching neighbours above or below that make a list and no fields, and how many times as high a field's may be. */
const STACK = {fields: 2, high: 2};
/** The greatest width of what belongs to a field in one frame, before or behind it, as a share of the field's width. */
const PART = 0.8;

/**
 * CSS pixels: the boxes are so large, share a line or are so far apart, and stand so many in a row. They are so nearly square, inside
 * of their frames.
 */
const CODE = {least: 24, most: 64, near: 1, far: 24, square: 1.65, off: 2, edge: 4, boxes: 4};
/** Least share of empty boxes in a row: of the numbers of pages none is empty. */
const EMPTY = 0.5;
/** Greatest height and width of typed text in a box, and its distance from the middle, as shares of the box. */
const TYPED = {high: 0.6, wide: 0.5, off: 0.12};

/** Returns true for what has no other of its size beside, over or under it, as the numbers of pages and the rows of a list have. */
export function isAlone({grounds, scale}: Scene, ground: Ground): boolean {
	const isAs = (a: number, b: number) => Math.abs(a - b) <= 2 * scale;
	return !grounds.list.some(
		other =>
			other !== ground &&
			isAs(heightOf(other), heightOf(ground)) &&
			isAs(widthOf(other), widthOf(ground)) &&
			((isAs(other.top, ground.top) && Math.max(other.left - ground.right, ground.left - other.right) <= BEGIN * scale) ||
				(isAs(other.left, ground.left) && Math.max(other.top - ground.bottom, ground.top - other.bottom) <= TOUCH * scale)),
	);
}

/** Returns true for the chosen one of several entries, which begin in one line above and below it. */
export function isEntry(scene: Scene, ground: Ground, text: Line): boolean {
	return scene.lines.some(
		other =>
			other.ground !== ground.id &&
			isText(other) &&
			Math.abs(other.left - text.left) <= ENTRY.off * scene.scale &&
			Math.max(other.top - text.bottom, text.top - other.bottom) <= ENTRY.apart * scene.scale &&
			Math.abs(other.em - text.em) <= ENTRY.alike * text.em &&
			widthOf(scene.grounds.list[other.ground - 1]!) > widthOf(ground),
	);
}

/**
 * Returns true for a field that shares a line with others, beside or below each other and not both, as cells do. With a hint in it, all are
 * empty or hold one, or what is beside it is of another colour; else one beside it is to be pressed or to be chosen from.
 */
export function isJoined(scene: Scene, ground: Ground, isHint: boolean): boolean {
	const {beside, over} = neighboursOf(scene, ground);
	if (beside.length > 0 && over.length > 0) return false;
	const isOpen = (other: Ground) => linesOn(scene, other).every(line => isFaint(line, other));
	const isStack = over.every(
		other =>
			areOneColor(other, ground) &&
			heightOf(other) <= STACK.high * heightOf(ground) &&
			neighboursOf(scene, other).over.length < STACK.fields &&
			isOpen(other),
	);
	if (over.length > 0) return isHint && over.length < STACK.fields && isStack;
	const isPart = (other: Ground) => {
		const lines = linesOn(scene, other);
		if (lines.length === 0 || widthOf(other) > PART * widthOf(ground)) return false;
		const isList = arrowOf({...scene, aim: {click: middle(other), box: null}}, other, lines) !== undefined;
		return isList || isColoured(other) || (isHint && !areOneColor(other, ground));
	};
	return beside.some(isPart) || (isHint && beside.every(isOpen));
}

/** Returns the boxes of a code: framed or filled squares of one size in a row, empty or with one letter, with none over or under them. */
export function findCodes(scene: Scene): Frame[] {
	const {grounds, marks, scale} = scene;
	const isSquare = (ground: Ground) => {
		const sides = [widthOf(ground), heightOf(ground)];
		const [short, long] = [Math.min(...sides), Math.max(...sides)];
		return short >= CODE.least * scale && long <= CODE.most * scale && long <= CODE.square * short;
	};
	const squares = grounds.list.filter(isSquare);
	if (squares.length < CODE.boxes) return [];
	// A round corner is no part of what is typed.
	const isInside = (mark: Mark) => mark.ground > 0 && contains(grounds.list[mark.ground - 1]!, middle(mark), -CODE.edge * scale);
	const drawn = Map.groupBy(
		marks.list.filter(mark => !mark.isEdge && isInside(mark)),
		({ground}) => ground,
	);
	const boxes = squares.filter(ground => isOpen(scene, ground, drawn.get(ground.id) ?? []));
	const isAs = (a: number, b: number) => Math.abs(a - b) <= CODE.off * scale;
	const areAlike = (a: Ground, b: Ground) => isAs(widthOf(a), widthOf(b)) && isAs(heightOf(a), heightOf(b)) && areOneColor(a, b);
	const rows: Ground[][] = [];
	for (const ground of boxes.toSorted((a, b) => a.left - b.left)) {
		const row = rows.find(row => {
			const last = row.at(-1)!;
			const gap = ground.left - last.right;
			const before = row.length > 1 ? last.left - row.at(-2)!.right : gap;
			return (
				areAlike(last, ground) && isAs(last.top, ground.top) && gap >= CODE.near * scale && gap <= CODE.far * scale && isAs(gap, before)
			);
		});
		if (row) row.push(ground);
		else rows.push([ground]);
	}
	const isUnder = (a: Ground, b: Ground) => isAs(a.left, b.left) && a !== b && Math.abs(a.top - b.top) <= heightOf(a) + CODE.far * scale;
	return rows
		.filter(row => row.length >= CODE.boxes && row.filter(({id}) => !drawn.has(id)).length >= EMPTY * row.length)
		.filter(row => !row.some(one => squares.some(other => isUnder(one, other))))
		.flatMap(row => row.map((ground): Frame => ({kind: 'field', box: outlined(ground, scale), lines: [], ground})));
}

/** Returns true for a box to write in, with no more in it than one letter in its middle. */
function isOpen(scene: Scene, ground: Ground, inside: Mark[]): boolean {
	const [width, height] = [widthOf(ground), heightOf(ground)];
	const isTyped = (mark: Mark) =>
		heightOf(mark) <= TYPED.high * height &&
		widthOf(mark) <= TYPED.wide * width &&
		Math.abs(middle(mark).x - middle(ground).x) <= TYPED.off * width &&
		Math.abs(middle(mark).y - middle(ground).y) <= TYPED.off * height;
	if (inside.length > 1 || !inside.every(isTyped)) return false;
	const aimed = {...scene, aim: {click: middle(ground), box: null}};
	return isEdged(aimed, ground) || isFilled(aimed, ground);
}

function outlined({left, top, right, bottom}: Box, by: number): Box {
	return {left: left - by, top: top - by, right: right + by, bottom: bottom + by};
}

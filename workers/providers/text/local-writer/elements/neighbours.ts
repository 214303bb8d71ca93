import {arrowOf, neighboursOf} from '../boxed.ts';
import type {Ground} from '../grounds.ts';
import {isText, type Line} from '../lines.ts';
import {heightOf, widthOf} from '../picture.ts';
import {isFaint, linesOn, type Scene} from '../screen.ts';
import {BEGIN} from './inside.ts';
import {areOneColor, isColoured} from './painted.ts';
import {middle} from './place.ts';

// Frames and words beside, over and under the frame of a field.

/** CSS pixels: a field among panels is no higher than one of a line, and rows of a list are no further apart. */
export const ROW = 44;
const TOUCH = 4;
/** CSS pixels and font sizes: the entries of a list begin in one line, so far above each other, and are as large. */
const ENTRY = {off: 4, apart: 48, alike: 0.2};

/** Fields that touch below each other, such as a name and a password, are fewer than the rows of a list, and none is so many times as high as another. */
const STACK = {fields: 2, high: 2};
/** Share of a field's width: what stands before or behind it in one frame and belongs to it is no wider. */
const PART = 0.8;

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

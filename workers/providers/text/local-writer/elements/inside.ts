import {arrowOf} from '../pixels/boxed.ts';
import type {Frame} from '../pixels/element.ts';
import type {Ground} from '../pixels/grounds.ts';
import {isText, type Line} from '../pixels/lines.ts';
import {type Box, contains, heightOf, union, widthOf} from '../pixels/picture.ts';
import {type AimedScene, isFaint, type Scene} from '../pixels/screen.ts';
import {withoutIcons} from '../pixels/segment.ts';
import {areOneColor} from './painted.ts';
import {middle} from './place.ts';

// Words and signs in the frame of a field of one line.

/** The most distance of text from a field's left edge, in CSS pixels, which leaves room for a sign. */
export const BEGIN = 60;
/** The most distance of centred words from a frame's middle, in CSS pixels and as a share of its width. */
export const CENTRED = {least: 5, share: 0.1};
/** Sign, unit or key at a field's end: where it begins and its greatest width, as shares of the field's width. */
const END = {from: 0.7, wide: 0.25};
/** Unit behind a faint hint, which may be longer: the same shares. */
const UNIT = {from: 0.55, wide: 0.4};
/** Font sizes from the beginning of an icon to the words behind it, which are at least as wide. */
const LED = 2.2;
/** Least width of a sign before words, in font sizes: a narrower one is a handle. */
const SIGN = 0.3;
/** The most distance of an icon from the beginning of its field, in CSS pixels. */
const LEAD = 16;
/** Least distance of a sign from the arrow behind it, in CSS pixels: on a button it is smaller. */
const AWAY = 8;
/** Tag in a field: least share of the field's height; in CSS pixels its least cross, the cross's distance from its end, and room behind all tags. */
const TAG = {high: 0.45, cross: 5, end: 12, room: 30};
/** Height and width of a digit, in font sizes. */
const DIGIT = {least: 0.6, most: 0.85, wide: 0.65};

/** Returns what is written in a field, without the sign, unit or key at its end. */
export function textsOf({scale}: Scene, ground: Ground, inner: Line[], edged: boolean): Line[] {
	const written = inner.map(withoutIcons).filter(line => isText(line) && widthOf(line) > 6 * scale);
	const end = edged && written.some(line => line.left - ground.left <= BEGIN * scale && isFaint(line, ground)) ? UNIT : END;
	const isEnd = (line: Line) => line.left > ground.left + end.from * widthOf(ground) && widthOf(line) < end.wide * widthOf(ground);
	const own = written.filter(line => !isEnd(line));
	// Behind a sign at the beginning nothing is written yet.
	const isLed = edged && inner.some(line => line.left - ground.left <= LEAD * scale && !isText(line));
	return own.length > 0 || isLed ? own : written;
}

/** Returns true for a list with a sign in it, such as > or =, well away from the arrow at the end. */
export function hasSign(scene: AimedScene, {ground, lines}: Frame): boolean {
	const arrow = arrowOf(scene, ground, lines);
	const marks = lines.flatMap(({words}) => words.flatMap(word => word.marks)).filter(mark => mark !== arrow);
	return arrow !== undefined && marks.length > 0 && marks.length <= 2 && arrow.left - union(marks).right >= AWAY * scene.scale;
}

/** Returns true for one mark as high and as narrow as a digit, which alone is hardly read. */
export function isDigit({words}: Line, em: number): boolean {
	const marks = words.flatMap(word => word.marks);
	const [mark] = marks;
	return (
		marks.length === 1 && heightOf(mark!) >= DIGIT.least * em && heightOf(mark!) <= DIGIT.most * em && widthOf(mark!) <= DIGIT.wide * em
	);
}

/** Returns true for an icon and words that are together in the middle. */
export function isButton({scale}: Scene, {left, right}: Ground, inner: Line[], texts: Line[]): boolean {
	const [text, all] = [union(texts), union(inner)];
	const isLed =
		texts.length === 1 &&
		inner.some(line => line.words.some(word => word.right <= text.left && widthOf(word) >= SIGN * texts[0]!.em)) &&
		widthOf(text) >= LED * texts[0]!.em &&
		text.left - all.left > CENTRED.least * scale &&
		text.left - all.left <= LED * texts[0]!.em;
	return isLed && Math.abs(all.left - left - (right - text.right)) <= CENTRED.least * scale;
}

/** Returns true for an icon at the very beginning, and words behind it that are not in the middle with it. */
export function isLeading({scale}: Scene, {left, right}: Ground, inner: Line[], text: Box): boolean {
	const all = union(inner);
	const begin = all.left - left;
	return text.left - all.left > CENTRED.least * scale && begin <= LEAD * scale && right - text.right > begin * 1.3 + CENTRED.least * scale;
}

/**
 * Returns the end of the tags with which a field begins: patches of one height and colour with a word and a cross each, and room behind them.
 * Returns the field's left side if it has none.
 */
export function endOfTags({grounds, lines, marks, scale}: Scene, ground: Ground): number {
	const inside = grounds.list.filter(
		other =>
			other !== ground &&
			contains(ground, middle(other)) &&
			heightOf(other) >= TAG.high * heightOf(ground) &&
			heightOf(other) < heightOf(ground),
	);
	const first = inside.sort((a, b) => a.left - b.left)[0];
	if (!first || first.left - ground.left > LEAD * scale) return ground.left;
	const isCross = (box: Box) => Math.abs(widthOf(box) - heightOf(box)) <= scale && widthOf(box) >= TAG.cross * scale;
	const isTag = (tag: Ground) =>
		areOneColor(tag, first) &&
		lines.some(line => line.ground === tag.id && isText(line)) &&
		marks.list.some(mark => mark.ground === tag.id && isCross(mark) && tag.right - mark.right <= TAG.end * scale && mark.right < tag.right);
	const end = Math.max(...inside.map(({right}) => right));
	return inside.every(isTag) && ground.right - end >= TAG.room * scale ? end : ground.left;
}

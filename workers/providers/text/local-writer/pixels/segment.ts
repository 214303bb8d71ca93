import {type Line, lineOf, type Word} from './lines.ts';
import {type Box, type Color, heightOf, type Point, widthOf} from './picture.ts';
import {distance, type Scene} from './screen.ts';

/** Ratio to the usual size from which a line is a title and is not taken apart. */
const TITLE = 1.3;
/** Distance of an underline below its word at most, of the em. */
const UNDER = 0.42;
/** Blanks that are wider than between words, of the em. An icon stands closer to the word that it leads. */
const LEADING = 0.32;
const TRAILING = 0.44;
/** Cosine between the colours of two words, seen from their ground. */
const ALIKE = 0.94;

/** Returns the words that belong with the clicked one, of a line that holds several things (a link in a sentence, links in a row). */
export function segmentAt(scene: Scene, line: Line, at: Point): Line {
	if (line.em > scene.em * TITLE || line.words.length < 2) return line;
	const clicked = line.words.reduce((a, b) => (distance(b, at) < distance(a, at) ? b : a));
	const ground = scene.grounds.list[line.ground - 1]!.color;
	const first = line.words.indexOf(clicked);
	let [from, to] = [first, first];
	while (from > 0 && together(scene, line, line.words[from - 1]!, line.words[from]!, clicked, ground)) from--;
	while (to < line.words.length - 1 && together(scene, line, line.words[to]!, line.words[to + 1]!, clicked, ground)) to++;
	return lineOf(line.words.slice(from, to + 1), line);
}

function together(scene: Scene, line: Line, left: Word, right: Word, clicked: Word, ground: Color): boolean {
	const other = clicked.left <= left.left ? right : left;
	const underlined = isUnderlined(scene, line, clicked);
	if (underlined !== isUnderlined(scene, line, other)) return false;
	if (underlined) return isBridged(scene, line, left, right);
	return sameInk(clicked.ink, other.ink, ground);
}

/** Underlines of a word: the rules just below its letters, or the short pieces of one that lets descenders through. */
function underlines({marks, scale}: Scene, line: Line, box: Box): Box[] {
	const foot = line.top + heightOf(line) * 0.6;
	const reach = line.bottom + UNDER * line.em;
	const near = (one: Box) => one.top > foot && one.bottom <= reach && one.right > box.left && one.left < box.right;
	const pieces = marks.list.filter(
		mark => heightOf(mark) <= 2.4 * scale && widthOf(mark) >= 3 * scale && widthOf(mark) > 2 * heightOf(mark),
	);
	return [...marks.rules, ...pieces].filter(near);
}

export function isUnderlined(scene: Scene, line: Line, word: Box): boolean {
	return covered(underlines(scene, line, word), word.left, word.right) >= 0.5 * widthOf(word);
}

/** True if the underline goes on between two words, or is only interrupted by a letter that reaches through it. */
function isBridged(scene: Scene, line: Line, left: Word, right: Word): boolean {
	const gap = {left: left.right, right: right.left, top: line.top, bottom: line.bottom};
	if (covered(underlines(scene, line, gap), gap.left, gap.right) >= 0.5 * widthOf(gap)) return true;
	const foot = line.top + (heightOf(line) * 3) / 4;
	const hangs = (word: Word, edge: Box) =>
		word.marks.some(mark => mark.bottom > foot + 0.28 * line.em && mark.right > edge.left && mark.left < edge.right);
	const reach = 0.5 * line.em;
	return hangs(left, {...gap, left: gap.left - reach}) || hangs(right, {...gap, right: gap.right + reach});
}

function covered(boxes: Box[], from: number, to: number): number {
	let sum = 0;
	let end = from;
	for (const {left, right} of boxes.toSorted((a, b) => a.left - b.left)) {
		const begin = Math.max(left, end);
		if (Math.min(right, to) > begin) sum += Math.min(right, to) - begin;
		end = Math.max(end, right);
	}
	return sum;
}

export function sameInk(a: Color, b: Color, ground: Color): boolean {
	const [u, v] = [a, b].map(color => color.map((value, index) => value - ground[index]!)) as [number[], number[]];
	const dot = u.reduce((sum, value, index) => sum + value * v[index]!, 0);
	return dot >= ALIKE * Math.hypot(...u) * Math.hypot(...v);
}

/** Returns the line without the icons, arrows and bullets at its ends. */
export function withoutIcons(line: Line): Line {
	let words = line.words;
	while (words.length > 1 && isIcon(words[0]!, words[1]!.left - words[0]!.right, words.slice(1), line.em, LEADING)) words = words.slice(1);
	while (words.length > 1 && isIcon(words.at(-1)!, words.at(-1)!.left - words.at(-2)!.right, words.slice(0, -1), line.em, TRAILING)) {
		words = words.slice(0, -1);
	}
	return words === line.words ? line : lineOf(words, line);
}

function isIcon(word: Word, gap: number, rest: Word[], em: number, apart: number): boolean {
	const [width, height] = [widthOf(word), heightOf(word)];
	const tallest = Math.max(...rest.flatMap(other => other.marks.map(heightOf)));
	const isOnePiece = Math.max(...word.marks.map(widthOf)) >= 0.75 * width;
	const isHigh =
		height >= 1.15 * tallest && height > 0.8 * em && (isOnePiece || word.top < Math.min(...rest.map(other => other.top)) - 0.06 * em);
	if (isHigh && width > 0.55 * height && width < 1.7 * height) return true;
	if (!isOnePiece || width > 1.55 * Math.max(0.7 * em, height)) return false;
	const gaps = rest
		.flatMap(other => other.marks.slice(1).map((mark, index) => mark.left - other.marks[index]!.right))
		.sort((a, b) => a - b);
	// Spaced letters.
	if (gap < 2.2 * (gaps[gaps.length >> 1] ?? 0)) return false;
	// As narrow as this it may be a digit.
	return gap >= (width < 0.85 * height ? TRAILING : apart) * em;
}

import {type Line, lineOf, type Word, wordsOf} from '../pixels/lines.ts';
import {type Box, heightOf, type Point, union, widthOf} from '../pixels/picture.ts';
import {groundAt, type Scene} from '../pixels/screen.ts';
import {sameInk, withoutIcons} from '../pixels/segment.ts';

/** The greatest gap within one text, in font sizes: for fonts with wide blanks or letters of equal width. */
const APART = 0.95;
/** Blanks of another font: as far apart, in so many rows, and in each so often and as evenly. */
const WIDE = {apart: 1.35, rows: 3, gaps: 3, spread: 0.35};
/** Least width of a blank between two words, in font sizes; it is also wider than most gaps. */
const BLANK = 0.17;
const CAPITAL = 0.72;
/** The greatest height of a dot, a dash or a comma, in CSS pixels. */
const DOT = 6;

/** Bounds of a letter that is alone, in font sizes; most letters are narrower than `letter`. */
const LARGE = {wide: 0.95, long: 1.35, high: 0.9, letter: 0.66, apart: 0.22};

/** Least height of letters, of the font size; lower marks are dots, dashes or rays of a sun. */
const LEAST = 0.4;
/** A mark that fills this share of its box is a sign, not a letter. */
const FULL = 0.8;

/** Icons in a row: their least width and distance, as shares of their height. */
const SIGN = {narrow: 0.88, apart: 0.35};

/** Icons in a row: their height in usual font sizes, their width and distance as shares of their height. */
const DRAWING = {high: 0.9, narrow: 0.6, wide: 1.6, apart: 0.5};

/** The greatest size of a letter without a stem, and its distance from the line, in font sizes. */
const LETTER = {wide: 0.62, high: 0.62, off: 0.08};

type Row = {box: Box; parts: Line[]};

/**
 * The lines of a scene, with those put together that one text was broken into: at its dots, where all letters have the same
 * room, or at blanks that are wider than usual. What belongs to other things stands on other grounds, or further away.
 */
export function rejoined(scene: Scene): Line[] {
	const rows = [...Map.groupBy(scene.lines, line => line.ground).values()].flatMap(lines => rowsOf(lines, scene.scale));
	const apart = rows.filter(isWide).length >= WIDE.rows ? WIDE.apart : APART;
	return rows.flatMap(row => joinRow(scene, row, apart));
}

/** True if the row's words look set with the wide blank of another font. */
function isWide(parts: Line[]): boolean {
	const gaps = parts.slice(1).map((part, index) => (part.left - parts[index]!.right) / sizeOf(parts[index]!));
	const wide = gaps.filter(gap => gap > APART && gap <= WIDE.apart);
	return wide.length >= WIDE.gaps && Math.max(...wide) - Math.min(...wide) <= WIDE.spread && wide.length >= 0.8 * gaps.length;
}

function rowsOf(lines: Line[], scale: number): Line[][] {
	const isDot = (line: Line) => heightOf(line) <= DOT * scale;
	const rows: Row[] = [];
	for (const line of lines.filter(line => !isDot(line)).toSorted((a, b) => heightOf(b) - heightOf(a))) {
		const middle = (line.top + line.bottom) / 2;
		const row = rows.find(({box}) => middle > box.top && middle < box.bottom && heightOf(box) < 2.4 * heightOf(line));
		if (row) row.parts.push(line);
		else rows.push({box: {...line}, parts: [line]});
	}
	for (const line of lines.filter(isDot)) {
		const middle = (line.top + line.bottom) / 2;
		const near = (row: Row) =>
			middle > row.box.top &&
			middle < row.box.bottom + 0.2 * heightOf(row.box) &&
			row.parts.some(part => gapOf(part, line) < heightOf(part));
		rows.find(near)?.parts.push(line);
	}
	return rows.map(({parts}) => parts.sort((a, b) => a.left - b.left));
}

const gapOf = (a: Box, b: Box) => Math.max(a.left - b.right, b.left - a.right);
/** The font size; where only single digits or letters were seen, what their height says. */
const sizeOf = (line: Line) => (line.words.some(({marks}) => marks.length > 1) ? line.em : Math.max(line.em, heightOf(line) / CAPITAL));

function joinRow(scene: Scene, parts: Line[], apart: number): Line[] {
	// Letters without a capital or an ascender look as if their font were smaller than that of the row.
	const sizes = parts.filter(part => heightOf(part) > DOT * scene.scale && part.words.some(({marks}) => marks.length > 2)).map(sizeOf);
	const usual = Math.min(median(sizes), 1.15 * scene.em);
	const done: Line[][] = [];
	for (const part of parts) {
		const group = done.at(-1);
		if (group && belongs(scene, group, part, apart, usual)) group.push(part);
		else done.push([part]);
	}
	const isApart = ({words}: Line) => words.length > 1 && words.every(({marks}) => marks.length === 1);
	return done.map(group => (group.length > 1 || isApart(group[0]!) ? asLine(group, scene.scale) : group[0]!));
}

function belongs(scene: Scene, group: Line[], part: Line, apart: number, usual: number): boolean {
	const before = group.at(-1)!;
	const isDot = (line: Line) => heightOf(line) <= DOT * scene.scale;
	const letters = (line: Line) => !isDot(line);
	const last = group.findLast(letters);
	const size = Math.max(
		last ? sizeOf(last) : 0,
		isDot(part) ? 0 : sizeOf(part),
		last && isLow(last, usual) && isLow(part, usual) ? usual : 0,
	);
	if (size === 0 || part.left - before.right > apart * size) return false;
	if (!last || isDot(part)) return true;
	const [a, b] = [heightOf(last), heightOf(part)];
	if (isIcon(before.words.at(-1)!, size) || isIcon(part.words[0]!, size)) return false;
	if (Math.max(a, b) > 1.9 * Math.min(a, b) || Math.abs(last.bottom - part.bottom) > 0.35 * size) return false;
	const ground = scene.grounds.list[part.ground - 1]!;
	if (!sameInk(before.words.at(-1)!.ink, part.words[0]!.ink, ground.color)) return false;
	return isOpen(scene, {x: before.right, y: (part.top + part.bottom) / 2}, part.left);
}

/** Returns true for letters without a capital or an ascender, which say too little of their size. */
const isLow = (line: Line, size: number) => heightOf(line) <= LETTER.high * size;

/** True for a word as wide and as high as no single letter but a few. */
function isIcon(word: Word, size: number): boolean {
	const widest = Math.max(...word.marks.map(widthOf));
	return word.marks.length <= 3 && widest >= 0.68 * size && heightOf(word) >= 0.68 * size && widthOf(word) <= 1.8 * size;
}

/** True if only the ground lies between two texts, and no dividing line. */
function isOpen(scene: Scene, from: Point, to: number): boolean {
	const ground = groundAt(scene, {x: to - 1, y: from.y}) ?? groundAt(scene, {x: from.x, y: from.y});
	for (let x = from.x + 1; x < to - 1; x++) if (groundAt(scene, {x, y: from.y}) !== ground) return false;
	return true;
}

/** Makes one line and parts its marks into words again: digits that stand apart are one number. */
function asLine(group: Line[], scale: number): Line {
	const letters = group.filter(line => heightOf(line) > DOT * scale);
	const em = median(letters.map(sizeOf));
	const marks = group.flatMap(({words}) => words.flatMap(word => word.marks)).sort((a, b) => a.left - b.left);
	const gaps = marks
		.slice(1)
		.map((mark, index) => mark.left - Math.max(...marks.slice(Math.max(0, index - 3), index + 1).map(({right}) => right)));
	const words = wordsOf(marks, Math.max(BLANK * em, 1.6 * median(gaps.filter(gap => gap > 0))));
	return {...union(words), words, ground: group[0]!.ground, em};
}

function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Words, as far as the shape shows: also digits and letters that stand apart. */
export function isWords(line: Line): boolean {
	return line.words.some(word => word.marks.length >= 2 || widthOf(word) >= 1.7 * heightOf(word)) || line.words.length > 1;
}

/** The line without the icons at its ends: what is too wide or too high for a letter, however near it stands, and single signs further away. */
export function withoutSigns(line: Line): Line {
	const large = withoutLarge(line);
	const left = withoutIcons(large);
	const stripped = large.words.filter(word => !left.words.includes(word));
	return stripped.every(word => word.marks.length === 1 && !isLetter(word, large)) ? left : large;
}

/** True for a mark as small as a letter and on the line like one: the reader decides what it is. */
function isLetter(word: Word, {words, em}: Line): boolean {
	const foot = median(words.filter(({marks}) => marks.length > 1).flatMap(({marks}) => marks.map(({bottom}) => bottom)));
	return widthOf(word) <= LETTER.wide * em && heightOf(word) <= LETTER.high * em && Math.abs(word.bottom - foot) <= LETTER.off * em;
}

function withoutLarge(line: Line): Line {
	const isLarge = (word: Word) =>
		word.marks.length <= 3 &&
		widthOf(word) <= 1.8 * line.em &&
		(word.marks.some(mark => widthOf(mark) >= LARGE.wide * line.em && widthOf(mark) <= LARGE.long * heightOf(mark)) ||
			tallOf(word) >= LARGE.high * line.em ||
			isSolid(word, line.em)) &&
		heightOf(word) >= 0.6 * line.em;
	let {words} = line;
	const isApart = (left: Word, right: Word) => right.left - left.right >= LARGE.apart * line.em;
	while (words.length > 1 && isLarge(words[0]!) && isApart(words[0]!, words[1]!)) words = words.slice(1);
	while (words.length > 1 && isLarge(words.at(-1)!) && isApart(words.at(-2)!, words.at(-1)!)) words = words.slice(0, -1);
	return words === line.words ? line : lineOf(words, line);
}

/** Returns the height of a sign; of letters beside each other that of the highest, for one may hang while another rises. */
function tallOf(word: Word): number {
	const areBeside = word.marks.every((mark, index) => index === 0 || mark.left >= word.marks[index - 1]!.right);
	return areBeside && word.marks.length > 1 ? Math.max(...word.marks.map(heightOf)) : heightOf(word);
}

/** Returns true for what is as wide as high and filled, as no letter is. */
function isSolid({marks}: Word, em: number): boolean {
	const [mark, ...more] = marks;
	const [width, height] = [widthOf(mark!), heightOf(mark!)];
	return more.length === 0 && width >= 0.7 * em && width >= height && mark!.area >= FULL * width * height;
}

/** Signs as wide as high that stand apart: icons in a row, and no number. */
export function areIcons({words}: Line): boolean {
	const signs = words.flatMap(({marks}) => marks);
	const apart = SIGN.apart * Math.max(...signs.map(heightOf));
	return (
		signs.length > 1 &&
		signs.every(sign => widthOf(sign) >= SIGN.narrow * heightOf(sign)) &&
		signs.slice(1).every((sign, index) => sign.left - signs[index]!.right >= apart)
	);
}

/** True for a row of drawings higher than the screen's letters, each far from the next. */
export function areDrawings({words}: Line, em: number): boolean {
	const drawings: Box[] = [];
	for (const mark of words.flatMap(({marks}) => marks).sort((a, b) => a.left - b.left)) {
		const last = drawings.at(-1);
		if (last && mark.left - last.right < DRAWING.apart * heightOf(last)) Object.assign(last, union([last, mark]));
		else drawings.push(union([mark]));
	}
	const isDrawing = (box: Box) =>
		heightOf(box) >= DRAWING.high * em && widthOf(box) <= DRAWING.wide * heightOf(box) && widthOf(box) >= DRAWING.narrow * heightOf(box);
	return drawings.length > 1 && drawings.every(isDrawing);
}

/** True for signs in a row, as narrow as letters: a text, even if unreadable. */
export function isLettering(line: Line, em: number): boolean {
	const marks = line.words.flatMap(word => word.marks).filter(mark => heightOf(mark) >= LEAST * line.em);
	// Icons in a row are larger than the letters of the screen, and make their line look as if its font were larger.
	return marks.length >= 3 && median(marks.map(widthOf)) < LARGE.letter * Math.min(line.em, 1.2 * em);
}

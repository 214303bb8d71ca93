import type {Ground} from './grounds.ts';
import type {Mark, Marks} from './marks.ts';
import {type Box, besideEachOther, type Color, heightOf, union, widthOf} from './picture.ts';

/** Marks without a gap between them: a word, or an icon. */
export type Word = Box & {marks: Mark[]; ink: Color};

/** Words beside each other on one ground, as far as they may belong together. `em` is the font size, in pixels of the view. */
export type Line = Box & {words: Word[]; ground: number; em: number};

/** CSS pixels: what may be a letter. */
const LETTER = {least: 3, highest: 64, widest: 150};
/** Shares of the em: blanks between words begin at BLANK, and words further apart than APART belong to different things. */
const BLANK = 0.17;
const APART = 0.66;
/** A capital letter's height, of the em, in common fonts. */
const CAPITAL = 0.72;
const SMALL = 0.54;
/** Marks that make a word for certain, and the height, in letters, beyond which it is an icon. */
const WORD = 3;
const ICON = 1.05;

/** Most marks: a screen full of text has a few thousand; more are a pattern, which would take very long. */
const MOST_MARKS = 20_000;
const MOST_ON_GROUND = 6000;

/** Groups marks into words and lines, each on one ground. */
export function findLines(marks: Marks, grounds: Ground[], width: number, scale: number): Line[] {
	if (marks.list.length > MOST_MARKS) return [];
	const byGround = Map.groupBy(
		marks.list.filter(mark => mayBeLetters(mark, scale)),
		mark => mark.ground,
	);
	const lines: Line[] = [];
	for (const [ground, found] of byGround) {
		if (grounds[ground - 1] && found.length <= MOST_ON_GROUND)
			lines.push(...onGround(found, scale).map(row => toLine(row, ground, marks, width)));
	}
	return lines;
}

function mayBeLetters(mark: Mark, scale: number): boolean {
	const [width, height] = [widthOf(mark), heightOf(mark)];
	if (mark.isEdge || height > LETTER.highest * scale || width > LETTER.widest * scale) return false;
	const isBorder = height >= 14 * scale && height >= 8 * width;
	// A square of the grid behind a drawing, a check box, a swatch.
	const isBlock = mark.area >= 0.98 * width * height && height >= 12 * scale && width >= 0.6 * height;
	// A corner or an edge of a frame.
	const isThin = mark.area < 0.17 * width * height && Math.max(width, height) >= 9 * scale;
	return !isBorder && !isBlock && !isThin;
}

function onGround(marks: Mark[], scale: number): Mark[][] {
	const rows: Array<{marks: Mark[]; box: Box; highest: number}> = [];
	const sorted = marks.toSorted((a, b) => a.left - b.left);
	const isSmall = (mark: Mark) => heightOf(mark) < LETTER.least * scale;
	for (const mark of sorted) {
		const row = rows.findLast(({box, highest, marks}) => {
			if (mark.left - box.right > (APART * Math.max(highest, isSmall(mark) ? 0 : heightOf(mark))) / CAPITAL) return false;
			if (isSmall(mark)) return mark.top > box.top - 0.3 * highest && mark.bottom < box.bottom + 0.3 * highest;
			return (
				besideEachOther(marks.findLast(one => !isSmall(one)) ?? box, mark) >= 0.4 &&
				heightOf(mark) <= 2.2 * highest &&
				highest <= 3.2 * heightOf(mark)
			);
		});
		if (row) {
			row.marks.push(mark);
			row.box = union([row.box, mark]);
			row.highest = Math.max(row.highest, heightOf(mark));
		} else if (!isSmall(mark)) rows.push({marks: [mark], box: union([mark]), highest: heightOf(mark)});
	}
	const placed = new Set(rows.flatMap(row => row.marks));
	return merged([...rows.map(row => row.marks), ...sorted.filter(mark => !placed.has(mark)).map(mark => [mark])], isSmall);
}

/** Rows that lie in each other: a dot or an accent that began a row of its own. */
function merged(rows: Mark[][], isSmall: (mark: Mark) => boolean): Mark[][] {
	const done: Array<{box: Box; row: Mark[]}> = [];
	for (const row of rows.toSorted((a, b) => b.length - a.length)) {
		const box = union(row);
		const home = done.find(one => {
			const em = heightOf(one.box);
			const close = box.left < one.box.right + 0.3 * em && box.right > one.box.left - 0.3 * em;
			const middle = (box.top + box.bottom) / 2;
			return close && middle > one.box.top - 0.25 * em && middle < one.box.bottom + 0.15 * em && heightOf(box) <= heightOf(one.box);
		});
		if (home) {
			home.row.push(...row);
			home.box = union([home.box, box]);
		} else if (!row.every(isSmall)) done.push({box, row: [...row]});
	}
	return done.map(({row}) => row.sort((a, b) => a.left - b.left));
}

function toLine(letters: Mark[], ground: number, marks: Marks, width: number): Line {
	const em = sizeOf(letters, marks, width);
	const words = wordsOf(letters, BLANK * em);
	// An icon before a text makes its font look larger.
	const sure = words.filter(word => word.marks.length >= WORD).flatMap(word => word.marks);
	const highest = Math.max(...sure.map(heightOf));
	const isLed = sure.length > 0 && words.some(word => word.marks.length === 1 && heightOf(word) > ICON * highest);
	const own = isLed ? sizeOf(sure, marks, width) : em;
	return {...union(words), words: own < em ? wordsOf(letters, BLANK * own) : words, ground, em: Math.min(own, em)};
}

/** Parts marks, from left to right, into words at gaps of at least `blank` pixels. */
export function wordsOf(marks: Mark[], blank: number): Word[] {
	const words: Word[] = [];
	for (const mark of marks) {
		const word = words.at(-1);
		if (word && mark.left - word.right < blank) {
			word.marks.push(mark);
			Object.assign(word, union([word, mark]));
		} else words.push({...union([mark]), marks: [mark], ink: mark.ink});
	}
	for (const word of words) word.ink = largest(word.marks).ink;
	return words;
}

/**
 * The font size. Letters may touch, so that it is not in the height of the marks: the rows with most ink are as high as a small
 * letter, or as a capital where there are capitals only.
 */
function sizeOf(letters: Mark[], marks: Marks, width: number): number {
	const ids = new Set(letters.map(mark => mark.id));
	const {left, top, right, bottom} = union(letters);
	const rows: number[] = [];
	for (let y = top; y < bottom; y++) {
		let ink = 0;
		for (let x = left; x < right; x++) if (ids.has(marks.of[y * width + x]!)) ink++;
		rows.push(ink);
	}
	const least = 0.45 * Math.max(...rows);
	const body = rows.findLastIndex(ink => ink >= least) - rows.findIndex(ink => ink >= least) + 1;
	return Math.min(rows.length > 1.2 * body ? body / SMALL : body / CAPITAL, rows.length / CAPITAL);
}

const largest = (marks: Mark[]) => marks.reduce((a, b) => (b.area > a.area ? b : a));

/** Returns a line made of some of the words of another. */
export function lineOf(words: Word[], {ground, em}: Line): Line {
	return {...union(words), words, ground, em};
}

/** Letters, as far as their shape shows: several marks, or letters that touch each other. */
export function isText(line: Line): boolean {
	return line.words.some(word => word.marks.length >= 2 || widthOf(word) >= 1.7 * heightOf(word));
}

/** Returns the lines that are surely words, or all if none is: a part of an icon may be as wide as a word. */
export function surest(lines: Line[]): Line[] {
	const sure = lines.filter(line =>
		line.words.some(word => word.marks.length >= 2 && word.marks.some(mark => heightOf(mark) > 0.4 * line.em)),
	);
	return sure.length > 0 ? sure : lines;
}

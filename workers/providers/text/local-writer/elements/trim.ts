import {type Line, lineOf, type Word} from '../pixels/lines.ts';
import type {Mark} from '../pixels/marks.ts';
import {type Box, heightOf, union, widthOf} from '../pixels/picture.ts';
import type {Reading} from '../pixels/read-lines.ts';
import type {Scene} from '../pixels/screen.ts';
import {sameInk} from '../pixels/segment.ts';

/** Tesseract's confidence below which a letter or two may be an icon. */
const SURE = 60;
/** No letter is wider than this share of the font size, or higher than this multiple of the other words. */
const WIDE = 0.82;
const HIGH = 1.08;
/** An arrow that looks like a v is wider than this share of the font size. */
const ARROW = 0.7;

/** Unread sign: its greatest width, and the height from which it counts if it touches read letters, in font sizes. */
const SIGN = {most: 1.2, high: 0.5};

const NUMBER = /^[\p{N}.,:/$€£%+-]+$/u;

/** A line and its reading without what stands at its ends and was not read as words: an icon, an arrow, a bullet. Null if nothing is left. */
export function trimmed(line: Line, {words: tokens}: Reading): {line: Line; reading: Reading} | null {
	const tokensOf = (word: Word) =>
		tokens.filter(({left, right}) => (left + right) / 2 > word.left - 3 && (left + right) / 2 < word.right + 3);
	let {words} = line;
	const isSign = (word: Word) => word.marks.length <= 3 || widthOf(word) <= SIGN.most * line.em;
	const isJunk = (word: Word) => {
		const own = tokensOf(word);
		const text = own.map(token => token.text).join('');
		// A word that tesseract has read together with its neighbour.
		const over = text === '' && tokens.find(({left, right}) => left < word.right && right > word.left);
		if (over) return word === words[0] && word.marks.length === 1 && /^[^\p{L}\p{N}]/u.test(over.text);
		if (!/[\p{L}\p{N}]/u.test(text)) return isSign(word);
		if ([...text].length > 2) return false;
		const rest = Math.max(...words.filter(other => other !== word).flatMap(({marks}) => marks.map(heightOf)));
		const isOdd = Math.max(...word.marks.map(widthOf)) > WIDE * line.em || Math.max(...word.marks.map(heightOf)) > HIGH * rest;
		const isArrow = /^[vV<>^]$/.test(text) && Math.max(...word.marks.map(widthOf)) > ARROW * line.em;
		return own.every(({confidence}) => confidence < SURE) || (isOdd && !/^[MWmw]$/.test(text)) || isArrow;
	};
	while (words.length > 1 && isJunk(words[0]!)) words = words.slice(1);
	while (words.length > 1 && isJunk(words.at(-1)!)) words = words.slice(0, -1);
	const isRead = (mark: Box) => tokens.some(({left, right}) => left < mark.right && right > mark.left);
	// Drops arrows between words.
	if (words.some(isRead)) words = words.filter(word => isRead(word) || !isSign(word));
	for (const word of words)
		takeSign(
			word,
			word.marks.filter(mark => !isRead(mark)),
			line.em,
		);
	const left = lineOf(words, line);
	if (words.length === line.words.length) return {line: left, reading: {words: closed(left, tokens)}};
	const kept = tokens.filter(token => token.right > left.left && token.left < left.right);
	return kept.length > 0 ? {line: left, reading: {words: closed(left, kept)}} : null;
}

/** Takes a sign that was not read from a word's side, in the word itself, for others know it too. */
function takeSign(word: Word, unread: Mark[], em: number): void {
	const marks = word.marks.filter(mark => !unread.includes(mark));
	if (unread.length === 0 || marks.length === 0) return;
	const sign = union(unread);
	const isBeside = sign.right <= union(marks).left || sign.left >= union(marks).right;
	if (isBeside && heightOf(sign) >= SIGN.high * em && widthOf(sign) <= SIGN.most * em) Object.assign(word, union(marks), {marks});
}

/** Digits of one number that stand so far apart that they were read as several. */
function closed({words}: Line, tokens: Reading['words']): Reading['words'] {
	const done: Reading['words'] = [];
	for (const token of tokens) {
		const last = done.at(-1);
		const isOne = last && words.some(({left, right}) => last.left >= left - 3 && token.right <= right + 3);
		if (isOne && NUMBER.test(last.text) && NUMBER.test(token.text))
			Object.assign(last, {text: last.text + token.text, right: token.right, confidence: Math.min(last.confidence, token.confidence)});
		else done.push({...token});
	}
	return done;
}

/** Shares of the font size: a word is no further from the next, its letters no wider and no lower, and they stand on the line as nearly. */
const LETTERS = {apart: 0.7, single: 0.2, widest: 0.95, lowest: 0.3, off: 0.12, hang: 0.3};

/** Returns what stands on a line of words that were read as letters do, beside them: it is text that could not be read, and no icon. */
export function leftovers(scene: Scene, known: ReadonlySet<Word>): Word[] {
	return scene.lines.flatMap(line => {
		const read = line.words.filter(word => known.has(word));
		return read.length === 0 ? [] : besideThem(scene, line, read);
	});
}

function besideThem({grounds}: Scene, line: Line, read: Word[]): Word[] {
	const found: Word[] = [];
	const marks = read.flatMap(word => word.marks).filter(mark => heightOf(mark) > LETTERS.lowest * line.em);
	if (marks.length < 2) return [];
	const bottoms = marks.map(({bottom}) => bottom).sort((a, b) => a - b);
	const foot = bottoms[bottoms.length >> 1]!;
	const top = Math.min(...marks.map(mark => mark.top));
	const ground = grounds.list[line.ground - 1]!.color;
	const isNear = (word: Word, other: Box) =>
		Math.max(word.left - other.right, other.left - word.right) <= (isSingle(word) ? LETTERS.single : LETTERS.apart) * line.em;
	const isSingle = ({marks}: Word) => marks.filter(mark => heightOf(mark) > LETTERS.lowest * line.em).length < 2;
	const isLettered = (word: Word) => {
		const high = word.marks.filter(mark => heightOf(mark) > LETTERS.lowest * line.em);
		if (high.length === 0 || high.some(mark => widthOf(mark) > LETTERS.widest * line.em)) return false;
		if (high.some((mark, index) => index > 0 && mark.left < high[index - 1]!.right - 1)) return false;
		const {top: from, bottom} = union(high);
		if (from < top - LETTERS.off * line.em || bottom > foot + LETTERS.hang * line.em) return false;
		return high.some(mark => Math.abs(mark.bottom - foot) <= LETTERS.off * line.em) && sameInk(word.ink, read[0]!.ink, ground);
	};
	for (const word of line.words)
		if (!read.includes(word) && isLettered(word) && [...read, ...found].some(other => isNear(word, other))) found.push(word);
	return found;
}

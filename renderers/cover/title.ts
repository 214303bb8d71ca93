import {COVER} from '../../shared/tour/embed.ts';
import type {RealFont} from '../../shared/tour/themes.ts';
import {DIVISIONS, type Division, MARGIN} from './frame.ts';

/** How a title is set: pixels, lines that have room, and the division of the cover that leaves it its column. */
export type TitleFit = {division: Division; size: number; lines: number; leading: number};

/** The width at which messengers and feeds show a cover at its smallest, and pixels of letters that are read there. */
export const SMALLEST_PREVIEW = {width: 300, letters: 11};

/** So that the title is read even in the smallest preview: pixels of the cover. */
const SMALLEST_TITLE = Math.ceil((SMALLEST_PREVIEW.letters * COVER.width) / SMALLEST_PREVIEW.width);

/** Between the words and the foot, and the foot itself (count and marks). Pixels. */
export const FOOT = {gap: 26, height: 62};

const SIZES = [96, 88, 80, 74, 68, 64, 60, 56, 52, 48, SMALLEST_TITLE];
/** Letters as large as these are worth more than a larger picture. */
const LARGE = 56;
const ROOM = COVER.height - 2 * MARGIN.block - FOOT.gap - FOOT.height;
/** More lines than these read as a paragraph, and get a broader column. */
const MOST_LINES = 5;

/** As large as the title stands whole in its column. One that fits nowhere is the smallest, and ends with an ellipsis. */
export function fitTitle(title: string, font: RealFont): TitleFit {
	if (!title) return {division: 'picture', size: SMALLEST_TITLE, lines: 1, leading: 1};
	const leading = TALL.test(title) ? 1.36 : 1.1;
	const words = wordsOf(title, FONT_WIDTHS[font]);
	const room = (size: number) => Math.floor(ROOM / (size * leading));
	const fits = (size: number, division: Division, most: number) => {
		const {lines, whole} = breakLines(words, DIVISIONS[division].column / size);
		return whole && lines <= Math.min(most, room(size));
	};
	const even = SIZES.find(size => size >= LARGE && fits(size, 'even', MOST_LINES));
	if (even) return {division: 'even', size: even, lines: room(even), leading};
	const size = SIZES.find(size => size <= LARGE && fits(size, 'words', Number.POSITIVE_INFINITY)) ?? SMALLEST_TITLE;
	return {division: 'words', size, lines: room(size), leading};
}

/** Korean stands among the wide letters, and yet its lines end where its words do. */
export function keepsWords(title: string): boolean {
	return /\p{Script=Hangul}/u.test(title);
}

/** Scripts whose letters reach further up and down. */
const TALL =
	/[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Bold letters relative to those below, measured on texts in pt-BR and en, and a little more. */
const FONT_WIDTHS: Record<RealFont, number> = {
	inter: 1,
	roboto: 0.93,
	'open-sans': 1.03,
	lato: 0.92,
	montserrat: 1.08,
	poppins: 1.06,
	nunito: 0.95,
	merriweather: 1.04,
	'source-serif': 1.02,
};

const segmenter = new Intl.Segmenter();

/** Widths in em, without the space behind it and with it. */
type Word = {bare: number; spaced: number};

function wordsOf(text: string, scale: number): Word[] {
	const words = text.trim().split(BREAKS);
	return words.map(word => ({bare: breadthOf(word.trimEnd(), scale), spaced: breadthOf(word, scale)}));
}

/** How many lines of `width` em the words take, and whether every word stands on one. */
function breakLines(words: Word[], width: number): {lines: number; whole: boolean} {
	let [lines, used, whole] = [1, 0, true];
	for (const {bare, spaced} of words) {
		if (bare > width) whole = false;
		if (used > 0 && used + bare > width) {
			lines += 1;
			used = 0;
		}
		lines += Math.max(Math.ceil(bare / width) - 1, 0);
		used = bare > width ? bare % width : used + spaced;
	}
	return {lines, whole};
}

const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303F\uFF00-\uFF60]/u;
/** Scripts that put no space between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFF60]/u;
const BREAKS = new RegExp(`(?<=[\\s-])(?!\\s)|(?<=${UNSPACED.source})(?!\\p{M})|(?=${UNSPACED.source})(?!\\p{M})`, 'u');

/** Width of a text in em, by kinds of letters. Wide letters come from the machine's own fonts, whatever the theme's: `scale` is not theirs. */
function breadthOf(text: string, scale: number): number {
	let sum = 0;
	for (const {segment} of segmenter.segment(text)) {
		const [letters, width] = LETTERS.find(([letters]) => letters.test(segment))!;
		sum += letters === WIDE ? width : scale * width;
	}
	return sum;
}

/** The first that matches has the width in em. */
const LETTERS: [letters: RegExp, width: number][] = [
	[/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u, 1.4],
	[WIDE, 1],
	[/^[\p{Default_Ignorable_Code_Point}\p{Control}]*$/u, 0],
	[/^[ijlI.,:;'’‘|!íìïÍÌ()[\] ]/, 0.33],
	[/^[ftr/\\-]/, 0.39],
	[/^[mw—%@MW]/, 0.94],
	[/^[a-zß-öø-ÿ0-9]/, 0.58],
	[/^\p{Script=Latin}/u, 0.73],
	// All others come from the machine's own fonts, which are broader.
	[/^[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.68],
	[/^\p{L}/u, 0.8],
	[/^/, 0.75],
];

import type {Page} from 'puppeteer';
import {COVER} from '../../shared/tour/embed.ts';
import {DIVISIONS, type Division, MARGIN} from './frame.ts';

/** One way to set a title: pixels, lines that have room, and the division of the cover that leaves it its column. */
export type TitleSetting = {division: Division; size: number; lines: number; leading: number; breaksWords: boolean};

/** The width at which messengers and feeds show a cover at its smallest, and pixels of letters that are read there. */
export const SMALLEST_PREVIEW = {width: 300, letters: 11};

/** Letters this large, in pixels of the cover, are readable in the smallest preview. */
const READ_EVERYWHERE = Math.ceil((SMALLEST_PREVIEW.letters * COVER.width) / SMALLEST_PREVIEW.width);

/** Between the words and the foot, and the foot itself (count and marks). Pixels. */
export const FOOT = {gap: 26, height: 62};

const SIZES = [96, 88, 80, 74, 68, 64, 60, 56, 52, 48, READ_EVERYWHERE];
/** Sizes for a word that is longer than a line: small but whole, since nobody can read a broken word. */
const SMALL_SIZES = [40, 36, 32, 28, 24];
/** Pixels of a large title, which is worth more than a larger picture. */
const LARGE = 56;
const ROOM = COVER.height - 2 * MARGIN.block - FOOT.gap - FOOT.height;
/** The most lines of a title in the usual column; longer ones read as a paragraph, and get a broader one. */
const MOST_LINES = 5;

/** A way to set a text: CSS, its most lines, and the width of its column in pixels if that depends on the way. */
export type TextWay = {style: string; lines: number; width?: number};

/** No limit of lines: only broken words count then. */
export const ANY_LINES = 1e6;

/**
 * Lists all settings of a title, the best first: as large as its words stay whole in the column. Only the page
 * knows which of them fits, since it has the font. The last ones break a word that no line can hold, and the very
 * last ends with an ellipsis.
 */
export function titleSettings(title: string): TitleSetting[] {
	const leading = TALL.test(title) ? 1.36 : 1.1;
	const room = (size: number) => Math.floor(ROOM / (size * leading));
	const setting = (division: Division, breaksWords: boolean) => (size: number) => {
		const lines = division === 'even' ? Math.min(MOST_LINES, room(size)) : room(size);
		return {division, size, lines, leading, breaksWords};
	};
	if (!title) return [setting('picture', false)(READ_EVERYWHERE)];
	const small = [READ_EVERYWHERE, ...SMALL_SIZES];
	return [
		...SIZES.filter(size => size >= LARGE).map(setting('even', false)),
		...SIZES.filter(size => size <= LARGE).map(setting('words', false)),
		...SMALL_SIZES.map(setting('words', false)),
		...small.map(setting('words', true)),
	];
}

/** Guesses the setting that will fit, so that a cover is hardly ever drawn in two divisions. */
export function likelySetting(title: string): TitleSetting {
	const settings = titleSettings(title);
	const division = [...title].length > OF_FIVE_LINES ? 'words' : 'even';
	return settings.find(setting => setting.division === division) ?? settings[0]!;
}

/** Letters that five lines of the narrower column hold. */
const OF_FIVE_LINES = 64;

export function titleStyle(title: string, {size, lines, leading, breaksWords}: TitleSetting): string {
	const wrap = breaksWords ? 'anywhere' : 'normal';
	return `font-size:${size}px;line-height:${leading};-webkit-line-clamp:${lines};overflow-wrap:${wrap}${keepsWords(title) ? ';word-break:keep-all' : ''}`;
}

/** Lists the settings as ways that the page can try. */
export function titleWays(title: string, settings: TitleSetting[]): TextWay[] {
	return settings.map(setting => ({style: titleStyle(title, setting), lines: setting.lines, width: DIVISIONS[setting.division].column}));
}

/** True for Korean: its letters are wide, and yet its lines break between words. */
function keepsWords(title: string): boolean {
	return /\p{Script=Hangul}/u.test(title);
}

/** Scripts whose letters reach further up and down. */
const TALL =
	/[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/**
 * Sets the text of each such element in the first of these ways in which it has room: no word broken, no line too many. Measured in the page, for how broad
 * words are depends on the font that is there. Returns each way's index: the last one if the text fits in none.
 */
export async function setTexts(page: Page, selector: string, ways: TextWay[]): Promise<number[]> {
	return page.$$eval(selector, setAll, ways);
}

/** Runs in the page. */
function setAll(elements: Element[], ways: TextWay[]): number[] {
	return (elements as HTMLElement[]).map(element => {
		// A text that is rotated in 3D would be measured wrongly.
		const turned = element.closest<HTMLElement>('.card');
		if (turned) turned.style.transform = 'none';
		const range = document.createRange();
		range.selectNodeContents(element);
		const fits = ({style, lines, width}: TextWay) => {
			element.style.cssText = `${style};display:block;margin-block:0;padding-block:0${width ? `;flex:none;width:${width}px` : ''}`;
			const {left, right, height} = element.getBoundingClientRect();
			const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
			const isInside = (line: DOMRect) => line.left >= left - 0.1 && line.right <= right + 0.1;
			return height <= (lines + 0.5) * lineHeight && [...range.getClientRects()].every(isInside);
		};
		const first = ways.findIndex(fits);
		const chosen = first === -1 ? ways.length - 1 : first;
		element.style.cssText = ways[chosen]!.style;
		if (turned) turned.style.transform = '';
		return chosen;
	});
}

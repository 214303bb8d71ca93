import {COVER} from '../../shared/tour/embed.ts';
import type {TextWay} from './fit.ts';
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
/** Letters as large as these are worth more than a larger picture. */
const LARGE = 56;
const ROOM = COVER.height - 2 * MARGIN.block - FOOT.gap - FOOT.height;
/** The most lines of a title in the usual column; longer ones read as a paragraph, and get a broader one. */
const MOST_LINES = 5;

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

/** Korean is written in wide letters, and yet its lines end where its words do. */
function keepsWords(title: string): boolean {
	return /\p{Script=Hangul}/u.test(title);
}

/** Scripts whose letters reach further up and down. */
const TALL =
	/[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

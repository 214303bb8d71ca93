import type {DocumentStep} from '../../shared/contract/document.ts';
import {matchLanguage} from '../../shared/contract/page-language.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {COMMAND} from '../../shared/locales/languages.ts';
import {DEFAULT_TOUR_LANGUAGE} from '../../shared/tour/document/document.ts';
import {detectLanguage} from '../../shared/tour/language/detect-language.ts';
import {decodePng, encodePng, type Pixels} from '../folder/png-pixels.ts';
import type {DeckLine} from '../pdf/read-lines.ts';

/** A step in the file of another tool, as a step of a folder's tour. */

export type ImportedStep = Pick<
	DocumentStep,
	'type' | 'title' | 'text' | 'alt' | 'narrationScript' | 'scene' | 'popoverSide' | 'simulateClick' | 'camera'
> & {
	key: string;
	/** The picture by its name in the source, or an https URL. */
	image?: string;
	/** `[x, y, width, height]` and `[x, y]`, in the units of the tour. */
	highlight?: number[];
	click?: number[];
};

export type ImportedTour = {
	tour: {name: string; language?: string; units?: 'px'; endCta?: object; steps: ImportedStep[]};
	/** Pictures whose bytes are not those of the source any more, by their name there. */
	changed: Map<string, Buffer>;
	/** Sentences on content of the source that a tour cannot hold. */
	notes: string[];
};

/** Matches a first sentence that is short enough for a title. */
const FIRST_SENTENCE = /^(.{1,120}?)[.!?:](?=\s)/su;

/** Reports the faults of a file, each by its field. */
export class FormatFaults extends Error {
	override readonly name = 'FormatFaults';
	readonly faults: Array<{field: string; message: string}>;

	constructor(faults: Array<{field: string; message: string}>) {
		super(faults.map(({message}) => message).join('\n'));
		this.faults = faults;
	}
}

/** Reads a value that somebody else's program has written: every part may be missing, or be something else. */
export const objectOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
/** Returns the named numbers, or null if one is absent. */
export function numbersOf(value: unknown, names: readonly string[]): number[] | null {
	const numbers = names.map(name => numberOf(objectOf(value)[name]));
	return numbers.every(number => number !== null) ? numbers : null;
}

export {decodePng as pixelsOf};

/** Returns the picture as PNG with each `[x, y, width, height]` (pixels) in its mean colour: the content cannot be recovered from it. */
export function coverAreas({width, height, channels, data}: Pixels, areas: ReadonlyArray<readonly number[]>): Buffer {
	const covered = Buffer.from(data);
	for (const [x, y, wide, high] of areas) {
		const [left, top] = [Math.max(0, Math.floor(x!)), Math.max(0, Math.floor(y!))];
		const [right, bottom] = [Math.min(width, Math.ceil(x! + wide!)), Math.min(height, Math.ceil(y! + high!))];
		const count = Math.max(1, (right - left) * (bottom - top));
		for (let channel = 0; channel < channels; channel++) {
			let sum = 0;
			for (let row = top; row < bottom; row++)
				for (let column = left; column < right; column++) sum += data[(row * width + column) * channels + channel]!;
			const mean = Math.round(sum / count);
			for (let row = top; row < bottom; row++)
				for (let column = left; column < right; column++) covered[(row * width + column) * channels + channel] = mean;
		}
	}
	return encodePng({width, height, channels, data: covered});
}

/** Splits words into the title of a step and, for what does not fit there, its text. */
export function titleAndText(words: string): {title: string; text?: string; isCut: boolean} {
	const plain = words
		.normalize('NFC')
		.replace(/[^\S\n]+/g, ' ')
		.trim();
	const [line = '', ...others] = plain.split(/\n+/);
	const rest = others.join('\n').trim();
	if ([...line].length <= STEP_TEXTS.title) return {title: line, ...cut(rest)};
	const sentence = FIRST_SENTENCE.exec(line);
	if (!sentence) return {title: shortened(line, STEP_TEXTS.title), ...cut(plain)};
	const end = sentence[0].endsWith('.') || sentence[0].endsWith(':') ? sentence[1]! : sentence[0];
	return {title: end, ...cut(plain.slice(sentence[0].length).trim())};
}

function cut(text: string): {text?: string; isCut: boolean} {
	const isCut = [...text].length > STEP_TEXTS.text;
	return {...(text && {text: shortened(text, STEP_TEXTS.text)}), isCut};
}

/** Shortens a text to this many characters, the last of them "…" if it is cut; not in the middle of a word. */
export function shortened(text: string, most: number): string {
	const characters = [...text];
	if (characters.length <= most) return text;
	const kept = characters.slice(0, most - 1).join('');
	return `${kept.replace(/\s+\S{0,30}$/u, '')}…`;
}

/** Returns the language of a tour by what its steps say; nothing where they say too little. */
export function languageOf(words: readonly string[]): {language?: string} {
	const language = detectLanguage(words.join(' ').slice(0, 20_000));
	return language ? {language} : {};
}

/** "3 arrows are", "1 arrow is". */
export function counted(count: number, one: string, many = `${one}s`): string {
	return count === 1 ? `1 ${one} is` : `${count} ${many} are`;
}

/** Pages from which on words at one place of most of them belong to none of them. */
const MANY = 3;
/** Share of the page above which a title is, if there are words. */
const UPPER = 0.6;
/** Letters that differ by less are of one size. */
const SAME_SIZE = 0.9;
/** Lines of one title are no farther apart, in heights of their letters. */
const LINE_HEIGHT = 1.8;

type Described = {title: string; alt?: string};

/** Returns the parts of a step made of a page's words: the largest near its top as the title, all as the alternative text. */
export function describePages(pages: ReadonlyArray<readonly DeckLine[]>): {language?: string; steps: Described[]} {
	const own = withoutRepeated(pages.map(lines => lines.map(line => ({...line, text: plain(line.text)})).filter(({text}) => text !== '')));
	const {language} = languageOf(own.map(lines => lines.map(({text}) => text).join(' ')));
	const steps = own.map((lines, index) => {
		const titled = titleOf(lines);
		const rest = lines.filter(line => !titled.includes(line));
		const first = titled.map(({text}) => text).join(' ');
		const title = first
			? shortened(first, STEP_TEXTS.title)
			: `${COMMAND[matchLanguage(language ?? DEFAULT_TOUR_LANGUAGE)!].page} ${index + 1}`;
		const all = [...titled, ...rest].map(({text}) => text).join(' ');
		return {title, ...(all && all !== title && {alt: shortened(all, STEP_TEXTS.alt)})};
	});
	return {...(language && {language}), steps};
}

/** Cleans a PDF's words: removes hyphens at the ends of lines, and characters that stand for nothing. */
function plain(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Cn}\p{Co}]/gu, character => (/\s/.test(character) ? character : ''))
		.replace(/\s+/g, ' ')
		.trim();
}

/** Removes what most pages have at the same place, whatever its number: a footer, a company's name, a page number. */
function withoutRepeated(pages: DeckLine[][]): DeckLine[][] {
	const nameOf = ({text, x, y}: DeckLine) => `${text.replace(/\d+/g, '#')} ${Math.round(x * 50)} ${Math.round(y * 50)}`;
	const counts = new Map<string, number>();
	for (const lines of pages) for (const name of new Set(lines.map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
	const isRepeated = (line: DeckLine) => pages.length >= MANY && counts.get(nameOf(line))! > pages.length / 2;
	return pages.map(lines => lines.filter(line => !isRepeated(line)));
}

/** Returns the lines that are the title: those of the largest letters, the uppermost of them first, and what goes on under it. */
function titleOf(lines: DeckLine[]): DeckLine[] {
	const worded = lines.filter(({text}) => /\p{L}{2}/u.test(text));
	const upper = worded.filter(({y}) => y < UPPER);
	const looked = upper.length > 0 ? upper : worded;
	const largest = Math.max(...looked.map(({size}) => size));
	const [first, ...others] = looked.filter(({size}) => size >= largest * SAME_SIZE).sort((a, b) => a.y - b.y);
	if (!first) return [];
	// Where all is of one size, the first line is the title and the others are the text.
	if (looked.length > 1 && looked.every(({size}) => size >= largest * SAME_SIZE)) return [first];
	const title = [first];
	for (const line of others) {
		if (line.y - title.at(-1)!.y > first.size * LINE_HEIGHT) break;
		title.push(line);
	}
	return title;
}

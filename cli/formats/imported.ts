import type {DocumentStep} from '../../shared/contract/document.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {detectLanguage} from '../../shared/tour/language/detect-language.ts';
import {decodePng, encodePng, type Pixels} from '../folder/png-pixels.ts';

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

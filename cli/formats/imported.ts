import type {DocumentStep} from '../../shared/contract/document.ts';

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
/** All of the named numbers, or null. */
export function numbersOf(value: unknown, names: readonly string[]): number[] | null {
	const numbers = names.map(name => numberOf(objectOf(value)[name]));
	return numbers.every(number => number !== null) ? numbers : null;
}

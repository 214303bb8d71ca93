import {moment as inTime, numeral} from '../messages/index.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit in which they are 1 to 1,000. */
export function size(bytes: number): string {
	const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
	return numeral(bytes / 1000 ** power, 1, {style: 'unit', unit: UNITS[power]!});
}

/** A day in the reader's own time: "12 Mar 2026". */
export function day(time: string): string {
	return inTime(time, {dateStyle: 'medium'});
}

export function moment(time: string): string {
	return inTime(time, {dateStyle: 'medium', timeStyle: 'medium'});
}

/** A moment of the last weeks, to the second and without its year. */
export function lately(time: string): string {
	const format = {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit'} as const;
	return inTime(time, format);
}

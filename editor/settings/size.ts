import {language} from '../messages/index.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit in which they are 1 to 1,000. */
export function size(bytes: number): string {
	const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
	const format: Intl.NumberFormatOptions = {style: 'unit', unit: UNITS[power]!, maximumFractionDigits: 1};
	return new Intl.NumberFormat(language, format).format(bytes / 1000 ** power);
}

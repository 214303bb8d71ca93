import {language} from '../messages/index.ts';

/** Numbers and days as the language writes them. */

export function count(value: number): string {
	return new Intl.NumberFormat(language).format(value);
}

/** A share, 0 to 1. Below a tenth with one decimal: between 0.4 % and 1.4 % lies much. */
export function percent(share: number, signed = false): string {
	const digits = Math.abs(share) < 0.1 && share !== 0 ? 1 : 0;
	return new Intl.NumberFormat(language, {
		style: 'percent',
		maximumFractionDigits: digits,
		signDisplay: signed ? 'exceptZero' : 'auto',
	}).format(share);
}

/** A day of the service (YYYY-MM-DD, UTC). */
export function day(date: string, style: 'short' | 'medium' | 'long' = 'short'): string {
	const format: Intl.DateTimeFormatOptions = style === 'short' ? {day: 'numeric', month: 'short'} : {dateStyle: style};
	return new Intl.DateTimeFormat(language, {...format, timeZone: 'UTC'}).format(new Date(date));
}

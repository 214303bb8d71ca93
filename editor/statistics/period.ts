import {DAY_MS, utcDay} from '../../shared/contract/limits.ts';

/** The days that statistics are about, as the screen's URL says them. Days are those of the service: UTC. */

export type Chosen = {days: number | null; from: string; to: string};

export const PRESETS = [7, 30, 90] as const;
const USUAL = 30;
/** Days that the service sums up at once, at most. */
const MOST_DAYS = 366;

/** Reads a period from the query: a number of days that end today, or two dates; else the usual 30 days. */
export function readPeriod({days, from, to}: Record<string, string | undefined>, today = utcDay(Date.now())): Chosen {
	if (isDay(from) && isDay(to) && isPeriod(from, to)) return {days: null, from, to};
	const count = PRESETS.find(preset => String(preset) === days) ?? USUAL;
	return {days: count, from: utcDay(Date.parse(today) - (count - 1) * DAY_MS), to: today};
}

export function writePeriod({days, from, to}: Chosen): string {
	if (days === USUAL) return '';
	return `?${new URLSearchParams(days === null ? {from, to} : {days: String(days)})}`;
}

export function isPeriod(from: string, to: string): boolean {
	const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
	return days >= 1 && days <= MOST_DAYS;
}

/** Returns the growth as a share of the value before; null if that was zero. */
export function growth(now: number, before: number): number | null {
	return before === 0 ? null : now / before - 1;
}

function isDay(text: string | undefined): text is string {
	return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

import {language, moment, numeral} from './index.ts';

/** Seconds of each unit, the largest first. */
const UNITS: Array<[Intl.RelativeTimeFormatUnit, number]> = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
];

/** Tells the time since a moment, as people say it: "2 hours ago". */
export function timeAgo(time: string): string {
	const seconds = (Date.parse(time) - Date.now()) / 1000;
	const format = new Intl.RelativeTimeFormat(language, {numeric: 'auto', style: 'short'});
	for (const [unit, length] of UNITS) {
		if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
	}
	return format.format(0, 'minute');
}

/** Returns a length of time as people say it: 45 s, 3 min. */
export function span(ms: number): string {
	const [unit, length] = ms < 90_000 ? (['second', 1000] as const) : (['minute', 60_000] as const);
	return numeral(Math.ceil(ms / length), 0, {style: 'unit', unit, unitDisplay: 'short'});
}

/** Formats the day on which a quota is renewed, which is a day of UTC. */
export function dayOf(iso: string): string {
	return moment(iso, {day: 'numeric', month: 'long', timeZone: 'UTC'});
}

import {language} from '../messages/index.ts';

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

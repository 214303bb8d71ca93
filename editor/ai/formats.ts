import {moment, numeral} from '../messages/index.ts';

/** A length of time as people say it: 45 s, 3 min. */
export function span(ms: number): string {
	const [unit, length] = ms < 90_000 ? (['second', 1000] as const) : (['minute', 60_000] as const);
	return numeral(Math.ceil(ms / length), 0, {style: 'unit', unit, unitDisplay: 'short'});
}

/** Formats the day on which a quota is renewed, which is a day of UTC. */
export function dayOf(iso: string): string {
	return moment(iso, {day: 'numeric', month: 'long', timeZone: 'UTC'});
}

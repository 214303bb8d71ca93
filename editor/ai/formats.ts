import {rareLanguages} from '../../shared/locales/en/editor/ai.ts';
import {language, moment, numeral} from '../messages/index.ts';

/** A length of time as people say it: 45 s, 3 min. */
export function span(ms: number): string {
	const [unit, length] = ms < 90_000 ? (['second', 1000] as const) : (['minute', 60_000] as const);
	return numeral(Math.ceil(ms / length), 0, {style: 'unit', unit, unitDisplay: 'short'});
}

/** Formats the day on which a quota is renewed, which is a day of UTC. */
export function dayOf(iso: string): string {
	return moment(iso, {day: 'numeric', month: 'long', timeZone: 'UTC'});
}

/** The name of a language, in the language of the editor. */
export function languageName(tag: string): string {
	const rare = (rareLanguages as Record<string, string>)[tag];
	if (rare) return rare;
	try {
		const name = new Intl.DisplayNames([language], {type: 'language'}).of(tag) ?? tag;
		return name[0]!.toUpperCase() + name.slice(1);
	} catch {
		// Stored before tags were checked.
		return tag;
	}
}

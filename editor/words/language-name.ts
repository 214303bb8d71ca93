import {rareLanguages} from '../../shared/locales/en/editor/ai.ts';
import {language} from '../messages/index.ts';

/** Returns the name of a language, in the language of the editor. */
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

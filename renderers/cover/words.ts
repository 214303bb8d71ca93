import {primaryLanguage} from '../../shared/contract/page-language.ts';
import {FACTS} from '../../shared/locales/languages.ts';
import {directionOf} from '../../shared/tour/language/language-tag.ts';

/** How many steps, in the languages that the covers know: one, and more than one. */
export const STEPS: Record<string, [one: string, many: string]> = {
	...Object.fromEntries(Object.entries(FACTS).map(([tag, {steps}]) => [primaryLanguage(tag), steps])),
	fr: ['étape', 'étapes'],
	de: ['Schritt', 'Schritte'],
	it: ['passaggio', 'passaggi'],
};

/** "5 passos" in the language (BCP 47) of the tour; the number alone where we do not know the word. */
export function stepCount(count: number, language: string): string {
	const words = STEPS[primaryLanguage(language)];
	return words ? `${count} ${words[count === 1 ? 0 : 1]}` : String(count);
}

const RIGHT_TO_LEFT =
	/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}]/u;

/**
 * Returns the reading direction of the title's first letter; without one, that of the language.
 * The language alone would be wrong for tours whose language was never set.
 */
export function coverDirection(title: string, language: string): 'ltr' | 'rtl' {
	const first = /\p{L}/u.exec(title)?.[0];
	if (!first) return directionOf(language);
	return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
}

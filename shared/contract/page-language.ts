/**
 * Languages in which we write our own pages, mails, the editor, the extension and generated texts, with the name that each
 * gives to itself. The words of each are in a folder of `shared/locales/`, named as its tag in lower case.
 */
export const LANGUAGE_NAMES = {'pt-BR': 'Português', en: 'English', es: 'Español'} as const;

/** The language of whatever names none that can be understood. */
export const DEFAULT_PAGE_LANGUAGE = 'pt-BR';
export type PageLanguage = keyof typeof LANGUAGE_NAMES;
export const PAGE_LANGUAGES = Object.keys(LANGUAGE_NAMES) as PageLanguage[];

/** Returns the first subtag of a tag (BCP 47) in lower case: `pt` of `pt-BR`, of `PT_pt` and of itself. */
export function primaryLanguage(tag: string): string {
	return tag.toLowerCase().split(/[-_]/)[0]!;
}

/** Returns our language for a tag (BCP 47) in any case, `pt` and `es-MX` included; null if we do not write it. */
export function matchLanguage(tag: string): PageLanguage | null {
	return PAGE_LANGUAGES.find(language => primaryLanguage(language) === primaryLanguage(tag)) ?? null;
}

/** Picks words by the language (BCP 47) that is asked for; English if we do not write it. */
export function inLanguage<Part>(parts: Record<PageLanguage, Part>): (language: string) => Part {
	return language => parts[matchLanguage(language) ?? 'en'];
}

import {PAGE_LANGUAGES, type PageLanguage} from '../contract/page-language.ts';

/** Picks words by the language (BCP 47) that is asked for; English if we do not write it. */
export function inLanguage<Part>(parts: Record<PageLanguage, Part>): (language: string) => Part {
	return language => parts[matchLanguage(language) ?? 'en'];
}

/** Returns our language for a tag (BCP 47) in any case, `pt` and `es-MX` included; null if we do not write it. */
export function matchLanguage(tag: string): PageLanguage | null {
	const [primary] = tag.toLowerCase().split(/[-_]/);
	return PAGE_LANGUAGES.find(language => language.split('-')[0] === primary) ?? null;
}

/** Language tags (BCP 47), as `Intl` knows them: what it refuses would fail whatever formats a page or finds a voice by it. */

/** The language of whatever names none that can be understood. */
const DEFAULT = 'pt-BR';

/** The canonical form of a tag (`pt-br` as `pt-BR`), or null where it is none (`en-US-US`, `pt_BR`). */
export function canonicalLanguage(tag: string): string | null {
	try {
		return Intl.getCanonicalLocales(tag)[0] ?? null;
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

/** The tag that was most likely meant where one is spelled wrongly (`pt_BR` as `pt-BR`); null where none comes to mind. */
export function likelyLanguage(text: string): string | null {
	const parts = text.trim().split(/[-_\s.@]+/);
	const longest = canonicalLanguage(parts.join('-'));
	if (longest) return longest;
	// Of `en-US-US` what can be understood: two letters of a language are one, and so are two of a country after it.
	const [language = '', region = ''] = parts;
	const country = /^([a-z]{2}|\d{3})$/i.test(region) ? region : '';
	return /^[a-z]{2,3}$/i.test(language) ? canonicalLanguage(country ? `${language}-${country}` : language) : null;
}

/** A tag that can be used, whatever was stored before tags were checked: canonical, else its primary language, else pt-BR. `pt` means pt-BR. */
export function usableLanguage(stored: string): string {
	const canonical = canonicalLanguage(stored);
	if (canonical) return canonical === 'pt' ? DEFAULT : canonical;
	const primary = stored.split(/[-_]/)[0]!;
	return /^[a-z]{2,3}$/i.test(primary) ? usableLanguage(primary.toLowerCase()) : DEFAULT;
}

/** True where both name the same language in the same country, however they are written. */
export function sameLanguage(one: string, other: string): boolean {
	return one === other || usableLanguage(one) === usableLanguage(other);
}

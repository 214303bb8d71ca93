import {DEFAULT_PAGE_LANGUAGE, PAGE_LANGUAGES, primaryLanguage} from '../../contract/page-language.ts';

/** Language tags (BCP 47) that `Intl` accepts: others would fail wherever a page is formatted or a voice is found. */

/** Letters of a language's code: longer ones were never given out, and are a language's name. */
const CODE = /^[a-z]{2,3}(?![a-z])/i;

/** The canonical form of a tag (`pt-br` as `pt-BR`), or null where it is none (`en-US-US`, `pt_BR`, `english`). */
export function canonicalLanguage(tag: string): string | null {
	if (!CODE.test(tag)) return null;
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
	const named = byName(text);
	if (named) return named;
	// Of `en-US-US` what can be understood: two letters of a language are one, and so are two of a country after it.
	const [language = '', region = ''] = parts;
	const country = /^([a-z]{2}|\d{3})$/i.test(region) ? region : '';
	return /^[a-z]{2,3}$/i.test(language) ? canonicalLanguage(country ? `${language}-${country}` : language) : null;
}

/** Languages that are known by their names, too. */
const NAMED = 'pt en es fr de it nl pl ru uk cs sv da nb fi tr el ro hu ar he hi ja ko zh id vi th ca gl';

/** Codes of languages by lower-case name, read from `Intl` once: each look-up would need 35 formatters. */
let codes: Map<string, string> | null = null;

/** The language of that name: in one of ours or itself. */
function byName(text: string): string | null {
	codes ??= readNames();
	return codes.get(text.trim().toLowerCase()) ?? null;
}

function readNames(): Map<string, string> {
	const byItsName = new Map<string, string>();
	const languages = NAMED.split(' ');
	const read = (reader: string, named: readonly string[]) => {
		const names = new Intl.DisplayNames([reader], {type: 'language'});
		for (const code of named) {
			const name = names.of(code)?.toLowerCase();
			if (name && !byItsName.has(name)) byItsName.set(name, code);
		}
	};
	for (const reader of PAGE_LANGUAGES) read(reader, languages);
	for (const code of languages) read(code, [code]);
	return byItsName;
}

/** Returns a usable tag for any stored one: canonical, else its primary language, else pt-BR. `pt` means pt-BR. */
export function usableLanguage(stored: string): string {
	const canonical = canonicalLanguage(stored);
	if (canonical) return canonical === 'pt' ? DEFAULT_PAGE_LANGUAGE : canonical;
	const named = byName(stored);
	if (named) return usableLanguage(named);
	const primary = primaryLanguage(stored);
	return /^[a-z]{2,3}$/.test(primary) ? usableLanguage(primary) : DEFAULT_PAGE_LANGUAGE;
}

/** True where both name the same language in the same country, however they are written. */
export function sameLanguage(one: string, other: string): boolean {
	return one === other || usableLanguage(one) === usableLanguage(other);
}

const RIGHT_TO_LEFT = /^(ar|fa|he|iw|ps|sd|ug|ur|yi)$/;

/** Returns the direction in which a page in this language is laid out. */
export function directionOf(language: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.test(primaryLanguage(language)) ? 'rtl' : 'ltr';
}

/** Latin letters that no decomposition takes apart, as those without a mark that people write for them. */
export const LATIN_LETTERS: Readonly<Record<string, string>> = {ß: 'ss', ı: 'i', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe'};

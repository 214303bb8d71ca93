import {OTHERS, WORDS} from './language-words.ts';

export type DetectedLanguage = keyof typeof WORDS;

const LANGUAGES = Object.keys(WORDS) as DetectedLanguage[];

/** Evidence below this says nothing: three words that only one language has, or more of those that two share. */
const LEAST_EVIDENCE = 2.5;
/** How much more there must be for one language than for the next: Portuguese and Spanish share half of their small words. */
const LEAD = 1.6;
/** The end or the spelling of a word says less than a word that is known. */
const BY_SPELLING = 0.6;

/** Spellings that suggest a language for unknown words. Loans from English end in -ing in all three. */
const SPELLING: Record<DetectedLanguage, RegExp> = {
	pt: /[ãõêâô]|ç|[nl]h[aeo]|(ção|ções|ões|dade|dades|agem|agens|mente|ário|ários|ável|eiro|eira|ou|ei)$/,
	en: /^(wh|th|sh|kn)|[aeiou]{2}gh|tch|sh$|ck|(tion|tions|ed|ly|ness|ful|less|ment|ments|able|ity|ies|'s|n't)$/,
	es: /ñ|^ll|u[eé][lnrs]|i[eé][lnrs]|(ción|ciones|sión|dad|dades|aje|ajes|miento|ario|arios|uelto|ó)$/,
};

/** The languages of each known word; `other` for words of other languages. */
const KNOWN = new Map<string, Set<DetectedLanguage | 'other'>>();
for (const [language, words] of [...Object.entries(WORDS), ['other', OTHERS] as const]) {
	for (const word of words.split(/\s+/)) {
		if (!KNOWN.has(word)) KNOWN.set(word, new Set());
		KNOWN.get(word)!.add(language as DetectedLanguage | 'other');
	}
}

/**
 * Detects the language of a short text: Portuguese, English or Spanish; null if it looks like none of them, or too
 * much like two. Names, numbers, links and foreign words do no harm. Takes time in proportion to the text.
 */
export function detectLanguage(text: string): DetectedLanguage | null {
	const evidence = {pt: 0, en: 0, es: 0, other: 0};
	for (const word of wordsOf(text)) {
		const languages = KNOWN.get(word);
		if (languages) {
			for (const language of languages) evidence[language] += 1 / languages.size;
		} else {
			for (const language of LANGUAGES) if (SPELLING[language].test(word)) evidence[language] += BY_SPELLING;
		}
	}
	const [best, next] = LANGUAGES.toSorted((one, other) => evidence[other] - evidence[one]);
	const rival = Math.max(evidence[next!], evidence.other);
	return evidence[best!] >= LEAST_EVIDENCE && evidence[best!] >= rival * LEAD ? best! : null;
}

/** Marks of a link, a number or a file name, which count for no language. */
const NO_WORD = /[\d@_]|:\/\/|\p{L}\.\p{L}/u;

function wordsOf(text: string): string[] {
	const parts = text.normalize('NFC').toLowerCase().replaceAll('’', "'").split(/\s+/);
	return parts.filter(part => !NO_WORD.test(part)).flatMap(part => part.match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []);
}

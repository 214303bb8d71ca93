import {primaryLanguage} from '../../contract/page-language.ts';
import {DETECTION} from '../../locales/languages.ts';

/** Small words of languages that would otherwise be taken for one of ours. */
const OTHERS = `le les des du et est une pour dans sur avec sans vous votre vos nous il elle ils sont cette ces cet pas plus qui où cliquez
bouton sélectionnez enregistrer il gli di che è e per con non sono della delle dei nel nella alla questo questa fare clic pulsante seleziona più
der die das und ist nicht mit für auf ein eine einen dem den zu von im sie ihr ihre wird werden klicken auswählen speichern
het een van en te dat met niet zijn voor naar op uw klik kies amb els dels aquest aquesta feu botó és i per unha o os na co coa prema
och att som för på är med inte till klicka`;

/** Signs of each language, by primary subtag (`pt`). */
const LANGUAGES = Object.entries(DETECTION).map(([tag, known]) => ({language: primaryLanguage(tag), ...known}));

/** Least evidence: three words that only one language has, or more of those that two share. */
const LEAST_EVIDENCE = 2.5;
/** Least ratio of the evidence for the best language to the next: Portuguese and Spanish share half of their small words. */
const LEAD = 1.6;
/** Times that one word counts: names of files repeat the same few. */
const MOST_REPEATED = 2;
/** Weight of a word's ending or spelling, which tells less than a known word. */
const BY_SPELLING = 0.6;

/** The languages of each known word; `other` for words of other languages. */
const KNOWN = new Map<string, Set<string>>();
for (const {language, words} of [...LANGUAGES, {language: 'other', words: OTHERS}]) {
	for (const word of words.split(/\s+/)) {
		if (!KNOWN.has(word)) KNOWN.set(word, new Set());
		KNOWN.get(word)!.add(language);
	}
}

/**
 * Detects the language of a short text and returns its primary subtag (`pt`); null if it looks like none of ours, or too
 * much like two. Names, numbers, links and foreign words do no harm. Takes time in proportion to the text.
 */
export function detectLanguage(text: string): string | null {
	const evidence = Object.fromEntries([...LANGUAGES.map(({language}) => language), 'other'].map(language => [language, 0]));
	const times = new Map<string, number>();
	for (const word of wordsOf(text)) {
		const before = times.get(word) ?? 0;
		if (before === MOST_REPEATED) continue;
		times.set(word, before + 1);
		const languages = KNOWN.get(word);
		if (languages) {
			for (const language of languages) evidence[language]! += 1 / languages.size;
		} else {
			for (const {language, spelling} of LANGUAGES) if (spelling.test(word)) evidence[language]! += BY_SPELLING;
		}
	}
	const [best, next] = LANGUAGES.map(({language}) => ({language, count: evidence[language]!})).sort(
		(one, other) => other.count - one.count,
	);
	const rival = Math.max(next!.count, evidence.other!);
	return best!.count >= LEAST_EVIDENCE && best!.count >= rival * LEAD ? best!.language : null;
}

/** Marks of a link, a number or a file name, which count for no language. */
const NO_WORD = /[\d@_]|:\/\/|\p{L}\.\p{L}/u;

function wordsOf(text: string): string[] {
	const parts = text.normalize('NFC').toLowerCase().replaceAll('’', "'").split(/\s+/);
	return parts.filter(part => !NO_WORD.test(part)).flatMap(part => part.match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []);
}

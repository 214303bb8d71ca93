import {AppError} from '../../../shared/errors.ts';

/** Signs without a blank between them that are too many for a word or a number; engines drop what comes after. Not in scripts that have no blanks. */
const RUN = /(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}])\S){40}(?=\S)/gu;

/** Numbers, symbols and signs of words that go on without a comma: engines cut off a clause that is too long when spoken. */
const CLAUSE = /(?:[^\p{P}\n\p{N}\p{S}\p{Lo}]*[\p{N}\p{S}\p{Lo}]){50}/gu;
/** Spelled letters in a row that is too long for an abbreviation; espeak-ng crashes over a hundred of them. */
const SPELLED = /(?:\p{L}\.){8,}/gu;

/**
 * A text as an engine may read it: no control characters (some engines take orders by them), no invisible ones but the joiners
 * that scripts need, and blanks inside runs that are too long to be words.
 */
export function plainText(text: string): string {
	return text
		.toWellFormed()
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, character => (character === '\n' ? '\n' : ' '))
		.replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]|\p{Variation_Selector}/gu, '')
		.replace(SPELLED, letters => letters.replaceAll('.', '. '))
		.replace(RUN, '$& ')
		.replace(CLAUSE, '$&, ')
		.trim();
}

/** The letters and signs of a text that a program knows which knows ASCII alone: é becomes e, a curly quote a straight one. */
export function asciiText(text: string): string {
	return text
		.replace(/[‘’‚‛′]/g, "'")
		.replace(/[“”„‟″«»]/g, '"')
		.replace(/[‐‑]/g, '-')
		.replace(/[‒–—―…]/g, ', ')
		.replace(/ß/g, 'ss')
		.replace(/[æÆ]/g, 'ae')
		.replace(/[œŒ]/g, 'oe')
		.replace(/[øØ]/g, 'o')
		.replace(/[łŁ]/g, 'l')
		.replace(/€/g, ' euros ')
		.replace(/£/g, ' pounds ')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\n\x21-\x7e]+/g, ' ');
}

/** A letter of which espeak-ng says the alphabet, because it does not know the letter, in its account of a text (`-X`). */
const ALPHABET = /^Found: '_(?:cyr|hy|he|ar|syc|hi|bn|gur|gu|or|ta|te|kn|ml|si|th|lo|ti|my|ka|ko|eth|ja|zh)'/gm;
/** Letters of which the voice may say the alphabet, as a share of all: a word of another language among many. */
const MOST_UNKNOWN = 0.1;

/** Throws `nothing_to_narrate` if a voice would say "Chinese letter" or the like in place of too many letters, by its account of the text. */
export function refuseUnknownLetters(text: string, account: string): void {
	const all = text.match(/\p{L}/gu)?.length ?? 0;
	const unknown = account.match(ALPHABET)?.length ?? 0;
	if (unknown <= all * MOST_UNKNOWN) return;
	const message = 'The voice does not know the letters in which this text is written, and would name their alphabet over and over.';
	const hint = 'Write the script in letters that it knows, as kana for Japanese, or choose another voice or another provider.';
	throw new AppError('nothing_to_narrate', {message: `${message} ${hint}`, errors: [{field: 'text', message, hint}]});
}

/** Returns the words to speak, as `plainText` leaves them. Throws `nothing_to_narrate` if none is left. */
export function wordsToSay(text: string): string {
	const words = plainText(text);
	if (words === '') throw nothingToSay();
	return words;
}

export function nothingToSay(): AppError {
	const message = 'The voice finds nothing to say in this text.';
	const hint = 'Write it in words, or choose a voice of the language that it is written in.';
	return new AppError('nothing_to_narrate', {message: `${message} ${hint}`, errors: [{field: 'text', message, hint}]});
}

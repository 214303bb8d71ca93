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

import {LATIN_LETTERS} from '../tour/language/language-tag.ts';

/** The most characters of a key that is made of words. */
const LENGTH = 60;
/** A letter or a digit that no key may have. Accents and punctuation are no loss, and symbols only if no more is left. */
const LOST = /(?![a-z0-9])[\p{L}\p{N}]/u;
const WORDS = /[^\s\p{P}\p{M}]/u;

/**
 * Makes a key of any words: "02 Füll in.png" becomes 02-full-in. Words that lose letters by it get a hash of themselves at the end, so that
 * other words have another key: "日本語" becomes tour-0zm9zaf. `fallback` if there are no words; a number at its end names no words.
 */
export function keyFrom(words: string, fallback: string): string {
	const plain = words
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/\p{L}/gu, letter => LATIN_LETTERS[letter] ?? letter);
	const kept = plain.replace(/[^a-z0-9._]+/g, '-').replace(/^[^a-z0-9]+|-+$/g, '');
	const isWhole = !LOST.test(plain) && kept.length <= LENGTH && (kept !== '' || !WORDS.test(plain));
	if (isWhole) return kept || fallback;
	const hash = hashOf(words.normalize('NFC'));
	const start = (kept || fallback.replace(/-\d+$/, '')).slice(0, LENGTH - hash.length - 1).replace(/[-.]+$/, '');
	return `${start}-${hash}`;
}

/** Returns the FNV-1a hash of a text, as seven characters a-z and 0-9. */
function hashOf(text: string): string {
	let hash = 0x811c9dc5;
	for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
	return (hash >>> 0).toString(36).padStart(7, '0');
}

/** Makes names unique by adding a number to each repeated one. */
export function distinct(names: readonly string[], taken: Iterable<string> = []): string[] {
	const used = new Set(taken);
	return names.map(name => {
		let unique = name;
		for (let count = 2; used.has(unique); count++) unique = `${name}-${count}`;
		used.add(unique);
		return unique;
	});
}

/**
 * Returns the name of a step's picture in a folder, without extension: 03-open-inject.
 * Made from the step's own key, else from its title.
 */
export function pictureName(index: number, key: string | undefined, title: string | null | undefined): string {
	const own = key && !key.startsWith('step_') ? key : (title ?? '');
	return `${String(index + 1).padStart(2, '0')}-${keyFrom(own.replace(/^\d+-/, ''), 'step')}`;
}

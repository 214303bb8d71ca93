/**
 * A run of letters in which no line ends: without a blank, up to a hyphen.
 * In scripts without blanks between words, lines end anywhere.
 */
const WORDS = /[^\s-]+-?/g;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Breadth of bold letters in the broadest of the fonts, in em; the first match counts. */
const BREADTHS: [letters: RegExp, em: number][] = [
	[/[ijlI.,:;'’!|()[\]]/, 0.4],
	[/[mwMW%@—]/, 1.06],
	[/[frt]/, 0.48],
	[/[A-ZÀ-ÞΑ-ΩА-Я0-9]/, 0.84],
	[/\p{Extended_Pictographic}/u, 1.4],
];
const OTHERS = 0.68;
/** Shorter ones have room wherever titles are shown. In em. */
const SHORT = 7;

/** How broad the longest word of a title is at most, in em of its letters; null where every word has room anyhow. */
export function longestWord(title: string | null): number | null {
	const words = title?.match(WORDS)?.filter(word => !UNSPACED.test(word)) ?? [];
	const breadth = Math.max(0, ...words.map(breadthOf));
	return breadth > SHORT ? Math.ceil(breadth * 10) / 10 : null;
}

function breadthOf(word: string): number {
	return [...word].reduce((sum, letter) => sum + (BREADTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERS), 0);
}

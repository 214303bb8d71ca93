/** Milliseconds at the beginning and the end. */
const EDGES_MS = 1500;

/**
 * Speaking time of one code point, milliseconds, over the local voices (docs/providers.md); hosted voices lie between.
 * `least` is below the fastest measured time. `most` covers ordinary texts: a quota reserves it, and charges any excess
 * from the remainder.
 */
const KINDS: Array<{pattern: RegExp; least: number; most: number}> = [
	{pattern: /\p{Script=Latin}/u, least: 4, most: 120},
	{pattern: /\p{N}/u, least: 60, most: 600},
	{pattern: /\p{L}/u, least: 0, most: 900},
	{pattern: /[\p{P}\n]/u, least: 0, most: 300},
	{pattern: /\s/u, least: 0, most: 80},
];
const OTHER = {least: 0, most: 550};

/**
 * Returns the shortest and longest likely duration (milliseconds) of a text's speech, for the quota before it is
 * spoken.
 */
export function speechBounds(text: string): {least: number; most: number} {
	let least = 0;
	let most = EDGES_MS;
	for (const character of text) {
		const kind = KINDS.find(({pattern}) => pattern.test(character)) ?? OTHER;
		least += kind.least;
		most += kind.most;
	}
	return {least: Math.max(1, least), most};
}

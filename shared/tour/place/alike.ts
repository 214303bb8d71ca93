/** Compares words: 1 for equal ones, less for letters that a reader of screenshots confuses, or for a longer word. */
export function similarity(a: string, b: string): number {
	if (a === b) return 1;
	const [short, long] = a.length < b.length ? [a, b] : [b, a];
	if (short.length === 0) return 0;
	const alike = 1 - edits(short, long) / long.length;
	const within = ` ${long} `.includes(` ${short} `) ? 0.75 + (0.2 * short.length) / long.length : 0;
	return Math.max(alike, within);
}

/** Drops case, accents and punctuation, and unifies letters that look alike: readers of screenshots often miss them. */
export function plain(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.replace(/[l1|]/g, 'i')
		.replace(/0/g, 'o')
		.replace(/5/g, 's')
		.slice(0, LONGEST);
}

/** Code units of a text that are compared. */
const LONGEST = 200;

/** Levenshtein's distance. */
function edits(a: string, b: string): number {
	let row = Array.from(b, (_, index) => index + 1);
	for (let i = 0; i < a.length; i++) {
		let [corner, left] = [i, i + 1];
		row = row.map((above, j) => {
			left = Math.min(above + 1, left + 1, corner + (a[i] === b[j] ? 0 : 1));
			corner = above;
			return left;
		});
	}
	return row.at(-1) ?? a.length;
}

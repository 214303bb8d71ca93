/** Longest word that is compared: no name is longer, and each letter takes time. */
const LONGEST = 60;

/** Returns the name that a word was probably meant to be; null if none is similar. */
export function nearest(word: string, names: readonly string[]): string | null {
	if (word.length > LONGEST) return null;
	const near = names
		.map(name => ({name, far: distance(word.toLowerCase(), name.toLowerCase()), most: Math.max(1, Math.floor(name.length / 3))}))
		.filter(({far, most}) => far <= most)
		.sort((a, b) => a.far - b.far)[0];
	return near?.name ?? null;
}

/** Returns the number of letters to add, leave out, replace, or swap with a neighbour. */
function distance(a: string, b: string): number {
	const rows = Array.from({length: a.length + 1}, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
	for (let j = 1; j <= b.length; j++) rows[0]![j] = j;
	for (let i = 1; i <= a.length; i++)
		for (let j = 1; j <= b.length; j++) {
			const other = a[i - 1] === b[j - 1] ? 0 : 1;
			rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + other);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
		}
	return rows[a.length]![b.length]!;
}

/** A run of words, and whether the other text has it not. */
export type Run = {text: string; own: boolean};

/** Most words of a text that is compared word by word; longer ones are shown whole. */
const MOST = 600;

/** Two texts side by side: each in runs of words that both have and of words that it alone has. Joined, the runs are the text. */
export function wordDiff(one: string, other: string): [Run[], Run[]] {
	const [a, b] = [wordsOf(one), wordsOf(other)];
	if (a.length > MOST || b.length > MOST) return [[{text: one, own: false}], [{text: other, own: false}]];
	const common = commonIn(a, b);
	return [runsOf(a, new Set(common.map(([index]) => index))), runsOf(b, new Set(common.map(([, index]) => index)))];
}

/** Splits a text into words, each with its blanks. */
function wordsOf(text: string): string[] {
	return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [];
}

/** The longest words that both have in the same order, as places in both. */
function commonIn(a: string[], b: string[]): Array<[number, number]> {
	const lengths = Array.from({length: a.length + 1}, () => new Uint16Array(b.length + 1));
	const same = (i: number, j: number) => a[i]!.trim() === b[j]!.trim();
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			lengths[i]![j] = same(i, j) ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
	const common: Array<[number, number]> = [];
	for (let i = 0, j = 0; i < a.length && j < b.length; ) {
		if (same(i, j)) common.push([i++, j++]);
		else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
		else j++;
	}
	return common;
}

function runsOf(words: string[], shared: Set<number>): Run[] {
	const runs: Run[] = [];
	for (const [index, text] of words.entries()) {
		const last = runs.at(-1);
		const own = !shared.has(index);
		if (last?.own === own) last.text += text;
		else runs.push({text, own});
	}
	return runs;
}

import {readdir} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {type CommandError, refused} from './errors.ts';

/** Returns what to throw where nothing is at a path, with the name that was probably meant. */
export async function nothingAt(kind: 'file' | 'folder', given: string): Promise<CommandError> {
	const names = await readdir(dirname(resolve(given))).catch(() => []);
	const meant = didYouMean(basename(given), names, name => join(dirname(given), name));
	return refused(`There is no ${kind} ${given}.${meant || ` Name one that is there, from ${process.cwd()} on.`}`);
}

/** Returns " Did you mean …?" with the name that a word was probably meant to be, or nothing where none is near. */
export function didYouMean(word: string, names: string[], write = (name: string) => name): string {
	const near = names.map(name => ({name, far: distance(word.toLowerCase(), name.toLowerCase())})).sort((a, b) => a.far - b.far)[0];
	return near && near.far <= Math.max(1, Math.floor(near.name.length / 3)) ? ` Did you mean "${write(near.name)}"?` : '';
}

/** Counts the letters to add, leave out, replace, or exchange with their neighbour. */
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

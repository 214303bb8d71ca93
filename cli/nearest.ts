import {readdir} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {nearest} from '../shared/nearest.ts';
import {type CommandError, refused} from './errors.ts';

/** Returns what to throw where nothing is at a path, with the name that was probably meant. */
export async function nothingAt(kind: 'file' | 'folder', given: string): Promise<CommandError> {
	const names = await readdir(dirname(resolve(given))).catch(() => []);
	const meant = didYouMean(basename(given), names, name => join(dirname(given), name));
	return refused(`There is no ${kind} ${given}.${meant || ` Name one that is there, from ${process.cwd()} on.`}`);
}

/** Returns " Did you mean …?" with the name that a word was probably meant to be, or nothing where none is near. */
export function didYouMean(word: string, names: string[], write = (name: string) => name): string {
	const near = nearest(word, names);
	return near === null ? '' : ` Did you mean "${write(near)}"?`;
}

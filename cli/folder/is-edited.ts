import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {TourDocument} from '../../shared/contract/document.ts';
import {readState, textHash} from '../state.ts';
import {readFolder, TOUR_FILES} from './read-folder.ts';

/** Returns the text of the file that has the tour, or null where the folder has none. */
export async function readTourText(folder: string): Promise<string | null> {
	for (const file of TOUR_FILES) {
		const text = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'ENOENT') throw error;
			return null;
		});
		if (text !== null) return text;
	}
	return null;
}

/** Tells whether a folder that is not edited has the tour as the service has it, pictures included. */
export async function isCurrent(folder: string, {url, document}: {url: string; document: TourDocument}): Promise<boolean> {
	const [state, read] = await Promise.all([readState(folder, url), readFolder(folder).catch(() => null)]);
	return read !== null && state !== null && isDeepStrictEqual(JSON.parse(JSON.stringify(document)), state.server);
}

/** Tells whether replacing the tour of a folder would lose something: anything but what was last pulled into it or published from it. */
export async function isEdited(folder: string, {url, key, text}: {url: string; key: string; text: string | null}): Promise<boolean> {
	if (text === null) return false;
	const state = await readState(folder, url);
	if (!state || (state.key !== key && !key.startsWith('tour_'))) return true;
	if (state.text !== undefined && state.text !== textHash(text)) return true;
	const read = await readFolder(folder).catch(() => null);
	// A file with the same text that cannot be read lacks pictures: those are fetched again.
	if (!read) return state.text === undefined;
	return !isDeepStrictEqual(JSON.parse(JSON.stringify(read.document)), state.sent);
}

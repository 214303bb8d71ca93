import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {TourDocument} from '../../shared/contract/document.ts';
import {readState, textHash} from '../state.ts';
import {readFolder, tourFileIn} from './read-folder.ts';

/** Returns the text of the file that has the tour, or null where the folder has none. */
export async function readTourText(folder: string): Promise<string | null> {
	const file = await tourFileIn(folder);
	return file && readFile(join(folder, file), 'utf8');
}

/**
 * `edited`: replacing the tour would lose something, for it is not what was last pulled into the folder or published from it.
 * `current`: it is that, and so is the service's, pictures included. `older`: the service's is newer, or there is none.
 */
type Compared = 'edited' | 'current' | 'older';

/** Compares the tour of a folder, whose file has this text, with the one of the service. */
export async function compareFolder(
	folder: string,
	{url, key, text, document}: {url: string; key: string; text: string | null; document: TourDocument},
): Promise<Compared> {
	if (text === null) return 'older';
	const state = await readState(folder, url);
	if (!state || (state.key !== key && !key.startsWith('tour_'))) return 'edited';
	if (state.text !== undefined && state.text !== textHash(text)) return 'edited';
	const read = await readFolder(folder).catch(() => null);
	// A file with the same text that cannot be read lacks pictures: those are fetched again.
	if (!read) return state.text === undefined ? 'edited' : 'older';
	if (!isDeepStrictEqual(asStored(read.document), state.sent)) return 'edited';
	return isDeepStrictEqual(asStored(document), state.server) ? 'current' : 'older';
}

function asStored(document: object): unknown {
	return JSON.parse(JSON.stringify(document));
}

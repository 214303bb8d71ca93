import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {TourDocument} from '../../shared/contract/document.ts';
import type {Values} from '../../shared/folder/values.ts';
import {apply, diff} from '../../shared/tour/document/diff.ts';
import {whole} from '../merge.ts';
import {readState} from '../state.ts';
import {patchTour} from './patch-tour.ts';
import {readFolder, tourFileIn} from './read-folder.ts';
import {writeWhole} from './write-whole.ts';

type Update = {
	url: string;
	/** The text in the file, unedited since it was sent or pulled. */
	text: string;
	/** The document that the service has. */
	document: TourDocument;
	inFile(step: Values): Values;
};

/**
 * Brings a tour.yaml to the service's state, and leaves all else in it. Returns false without a change if that cannot be written in place.
 */
export async function updateTour(folder: string, {url, text, document, inFile}: Update): Promise<boolean> {
	const state = await readState(folder, url);
	const name = await tourFileIn(folder);
	if (!state || !name || !/\.ya?ml$/.test(name)) return false;
	const changes = diff(whole(state.server), whole(document));
	const keys = whole(state.sent).steps.map(({key}) => key);
	const patched = patchTour(text, changes, {keys, inFile});
	if (patched === null) return false;
	await writeWhole(join(folder, name), patched);
	const written = await readFolder(folder).catch(() => null);
	if (written && isDeepStrictEqual(compared(written.document), compared(apply(changes, whole(state.sent))))) return true;
	await writeWhole(join(folder, name), text);
	return false;
}

/** Returns the document without parts that a file names in its own way: pictures, and the ids of steps. */
function compared(document: TourDocument): unknown {
	const steps = (document.steps ?? []).map(({id: _id, image: _image, ...step}) => step);
	return JSON.parse(JSON.stringify({...document, steps}));
}

import {derivedElsewhere, derivedOf, forgetDerived} from '../../../shared/store/media/derived-files.ts';
import {filesRecorded} from '../../../shared/store/media/file-uses.ts';
import {filesOfImage, originalsInUse} from '../../../shared/store/media/media.ts';
import {deleteJobsNaming} from '../../../shared/store/redactions/erase.ts';
import {isBeingStored} from '../../../shared/store/redactions/showing.ts';
import type {Work} from '../../runtime/handler.ts';

/** A file that was stored since the picture's row went may belong to somebody's image that is on its way: it is left for so long. */
const FRESH_MS = 45_000;
/** Milliseconds until the second and the last look after work that was under way: within five minutes all of it is gone. */
const SECOND_MS = 60_000;
const LAST_MS = 4 * 60_000;

/**
 * Removes the files of a picture whose row went at `erasedAt`: its variants, thumbnail, AVIF, what was drawn of it, covers, its original. What
 * another image or account has as well stays. Returns when to look again for what was under way at that moment; null after the last time.
 */
export async function removeFiles(mediaId: string, erasedAt: Date, {services, accountId}: Work): Promise<Date | null> {
	const {database, files} = services;
	const db = database.manager;
	await deleteJobsNaming(db, accountId, mediaId);
	const names = await derivedOf(db, accountId, mediaId);
	const inUse = [
		await filesRecorded(db, names),
		// Another account may have the same image.
		await filesOfImage(db, mediaId),
		await derivedElsewhere(db, accountId, mediaId, names),
	];
	const before = new Date(Math.max(erasedAt.getTime() + 1, Date.now() - FRESH_MS));
	const isOriginal = (name: string) => !name.includes('.');
	for (const name of names.filter(name => !isOriginal(name) && !inUse.some(used => used.has(name)))) {
		for (const folder of ['media', 'thumbnails'] as const) await files.remove(folder, name, before);
	}
	const isStored = await isBeingStored(db, mediaId);
	// The file under the mediaId has the received bytes.
	const originals = [mediaId, ...names.filter(isOriginal)];
	const kept = await originalsInUse(db, originals);
	for (const name of isStored ? [] : originals) if (!kept.has(name)) await files.remove('originals', name, before);
	const age = Date.now() - erasedAt.getTime();
	if (age < SECOND_MS) return new Date(erasedAt.getTime() + SECOND_MS);
	if (age < LAST_MS) return new Date(erasedAt.getTime() + LAST_MS);
	if (isStored) return new Date(Date.now() + FRESH_MS);
	await forgetDerived(db, accountId, mediaId);
	return null;
}

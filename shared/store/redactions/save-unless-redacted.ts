import type {Db} from '../database.ts';
import {insertDerived} from '../media/derived-files.ts';
import {findMedia, type NewMedia, saveMedia} from '../media/media.ts';
import {imageFiles} from '../media/uses.ts';
import {type Asked, lookAgain, redactedStandIns} from './redactions.ts';

/** Milliseconds after which no other work is still storing a picture that was just stored. */
const SETTLED_MS = 60_000;

/**
 * Stores an ingested image, and returns the row to use. If the picture was redacted `since` the ingest was asked
 * for, that is the redacted one, and the ingested files are removed: work under way must not bring the picture back.
 */
export async function saveUnlessRedacted(db: Db, media: NewMedia, asked: Asked & {since: Date}): Promise<{isNew: boolean; kept: NewMedia}> {
	const {accountId, mediaId} = media;
	const standIn = (await redactedStandIns(db, accountId, [mediaId], asked)).get(mediaId);
	const redacted = standIn === undefined ? null : await findMedia(db, accountId, standIn);
	if (redacted) {
		const files = imageFiles(media);
		await insertDerived(
			db,
			[...files, media.original].map(file => ({accountId, mediaId, file})),
		);
		await lookAgain(db, accountId, mediaId, new Date(Date.now() + SETTLED_MS));
		return {isNew: false, kept: redacted};
	}
	const isNew = await saveMedia(db, media);
	// Another version of the encoder may have made different files from the same bytes; no row names those.
	return {isNew, kept: isNew ? media : (await findMedia(db, accountId, mediaId))!};
}

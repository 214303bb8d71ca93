import type {Db} from '../database.ts';
import {insertDerived} from '../media/derived-files.ts';
import {findMedia, type NewMedia, saveMedia} from '../media/media.ts';
import {imageFiles} from '../media/uses.ts';
import {type Asked, lookAgain, redactedStandIns} from './redactions.ts';

/** Milliseconds after which a picture that was just stored is not being stored by others any more. */
const SETTLED_MS = 60_000;

/**
 * Stores an ingested image, and returns the row to use. If the picture was redacted `since` the ingest was asked
 * for, that is the redacted one: work under way brings nothing back, and its files go.
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
	// Another version of the encoder may have made other files of the same bytes, which no row names.
	return {isNew, kept: isNew ? media : (await findMedia(db, accountId, mediaId))!};
}

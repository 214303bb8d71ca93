import {LIMITS} from '../shared/contract/limits.ts';
import type {Services} from '../shared/services.ts';
import {purgeRemembered} from '../shared/store/idempotency.ts';
import {deleteUnreferencedMedia, findUnreferencedMedia, mediaExists} from '../shared/store/media.ts';
import {purgeOperations} from '../shared/store/operations.ts';
import {purgePreviews} from '../shared/store/publications.ts';
import {purgeUploads} from '../shared/store/uploads.ts';
import type {ScheduledHandler} from './handler.ts';

const DAY_MS = 24 * 3_600_000;
/** An expired preview or upload URL answers that it has expired for this long, and after that that it never was. */
const GRACE_MS = 30 * DAY_MS;
/** Ended operations answer `GET /v1/jobs/{id}`, and repetitions of their call, for this long. */
const OPERATIONS_MS = 7 * DAY_MS;
/** A file younger than this may belong to work that is not committed yet. */
const FILE_AGE_MS = DAY_MS;
const BATCH = 500;

/** Clears away what has expired; answers how much of each. */
export const sweep: ScheduledHandler = async services => {
	const db = services.database.manager;
	const before = (ms: number) => new Date(Date.now() - ms);
	return {
		previews: await purgePreviews(db, before(GRACE_MS)),
		uploads: await purgeUploads(db, before(GRACE_MS)),
		idempotencyKeys: await purgeRemembered(db, before(LIMITS.idempotencyMs)),
		operations: await purgeOperations(db, before(OPERATIONS_MS)),
		media: await sweepMedia(services, before(LIMITS.unreferencedMediaMs)),
		originals: await sweepOriginals(services, before(FILE_AGE_MS)),
	};
};

async function sweepMedia({database, files, log}: Services, before: Date): Promise<number> {
	const db = database.manager;
	let swept = 0;
	for (const media of await findUnreferencedMedia(db, before, BATCH)) {
		const {deleted, orphaned} = await deleteUnreferencedMedia(db, media, before);
		if (!deleted) continue;
		swept++;
		if (!orphaned) continue;
		try {
			for (const {file} of [...media.variants, ...media.stills]) await files.remove('media', file);
			await files.remove('originals', media.mediaId);
		} catch (error) {
			log.warn({mediaId: media.mediaId, error}, 'files of swept media remain');
		}
	}
	return swept;
}

/** Bytes that were received and never became an image: refused, or cut off before they were committed. */
async function sweepOriginals({database, files}: Services, before: Date): Promise<number> {
	let swept = 0;
	for await (const {name, modifiedAt} of files.list('originals')) {
		if (modifiedAt >= before || (await mediaExists(database.manager, name))) continue;
		await files.remove('originals', name);
		swept++;
	}
	return swept;
}

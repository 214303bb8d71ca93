import {LIMITS} from '../shared/contract/limits.ts';
import type {Services} from '../shared/services.ts';
import {purgeLinks} from '../shared/store/account-links.ts';
import {purgeRemembered} from '../shared/store/idempotency.ts';
import {purgeLeads} from '../shared/store/leads.ts';
import {deleteUnreferencedMedia, filesInUse, findUnreferencedMedia, mediaExists} from '../shared/store/media.ts';
import {purgeOauth} from '../shared/store/oauth-records.ts';
import {purgeOperations} from '../shared/store/operations.ts';
import {publicationFiles, purgePreviews} from '../shared/store/publications.ts';
import {purgeSessions} from '../shared/store/sessions.ts';
import {deleteUnreferencedSpeech, findUnreferencedSpeech, speechFilesInUse} from '../shared/store/speech.ts';
import {purgeCountedEvents} from '../shared/store/statistics.ts';
import {purgeUploads} from '../shared/store/uploads.ts';
import {purgeUses} from '../shared/store/uses.ts';
import type {Equipment} from './handler.ts';

const DAY_MS = 24 * 3_600_000;
/** An expired preview or upload URL answers that it has expired for this long, and after that that it never was. */
const GRACE_MS = 30 * DAY_MS;
/** Ended operations answer `GET /v1/jobs/{id}`, and repetitions of their call, for this long. */
const OPERATIONS_MS = 7 * DAY_MS;
/** A page reports for a day after it was loaded; what Redis brings again after an outage or out of a backup may be older. */
const COUNTED_MS = 7 * DAY_MS;
/** A file younger than this may belong to work that is not committed yet. */
const FILE_AGE_MS = DAY_MS;
const BATCH = 500;

/** Clears away what has expired; answers how much of each. */
export async function sweep({services}: Pick<Equipment, 'services'>): Promise<Record<string, number>> {
	const db = services.database.manager;
	const before = (ms: number) => new Date(Date.now() - ms);
	return {
		previews: await purgePreviews(db, before(GRACE_MS)),
		uploads: await purgeUploads(db, before(GRACE_MS)),
		idempotencyKeys: await purgeRemembered(db, before(LIMITS.idempotencyMs)),
		operations: await purgeOperations(db, before(OPERATIONS_MS)),
		oauth: await purgeOauth(db, before(0)),
		sessions: await purgeSessions(db, new Date()),
		accountLinks: await purgeLinks(db, before(GRACE_MS)),
		uses: await purgeUses(db, before(LIMITS.usesMs)),
		leads: await purgeLeads(db),
		countedEvents: await purgeCountedEvents(db, before(COUNTED_MS)),
		media: await sweepMedia(services, before(LIMITS.unreferencedMediaMs)),
		speech: await sweepSpeech(services, before(LIMITS.unreferencedMediaMs)),
		originals: await sweepOriginals(services),
		publicationFiles: await sweepPublicationFiles(services),
	};
}

async function sweepMedia({database, files}: Services, before: Date): Promise<number> {
	const db = database.manager;
	const swept = [];
	for (const media of await findUnreferencedMedia(db, before, BATCH)) {
		if (await deleteUnreferencedMedia(db, media, before)) swept.push(media);
	}
	const names = swept.flatMap(({variants, stills, avif}) => [...variants, ...stills, ...avif].map(({file}) => file));
	const inUse = await filesInUse(db, names);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const name of names) if (!inUse.has(name)) await files.remove('media', name, aged);
	return swept.length;
}

async function sweepSpeech({database, files}: Services, before: Date): Promise<number> {
	const db = database.manager;
	const swept = [];
	for (const speech of await findUnreferencedSpeech(db, before, BATCH)) {
		if (await deleteUnreferencedSpeech(db, speech, before)) swept.push(speech.file);
	}
	const inUse = await speechFilesInUse(db, swept);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const file of swept) if (!inUse.has(file)) await files.remove('media', file, aged);
	return swept.length;
}

/** Bytes that no image is made of: swept just now, refused, or cut off before they were committed. */
async function sweepOriginals({database, files}: Services): Promise<number> {
	const aged = new Date(Date.now() - FILE_AGE_MS);
	let swept = 0;
	for await (const {name, modifiedAt} of files.list('originals')) {
		if (modifiedAt >= aged || (await mediaExists(database.manager, name))) continue;
		await files.remove('originals', name, aged);
		swept++;
	}
	return swept;
}

/** Pages, snapshots and covers that a later publish replaced. */
async function sweepPublicationFiles({database, files}: Services): Promise<number> {
	const aged = new Date(Date.now() - FILE_AGE_MS);
	const inUse = await publicationFiles(database.manager);
	let swept = 0;
	for (const [room, extension] of [
		['pages', ''],
		['snapshots', ''],
		['media', '.jpg'],
	] as const) {
		for await (const {name, modifiedAt} of files.list(room)) {
			if (!name.endsWith(extension) || modifiedAt >= aged || inUse.has(name)) continue;
			await files.remove(room, name, aged);
			swept++;
		}
	}
	return swept;
}

import {LIMITS} from '../../shared/contract/limits.ts';
import type {Services} from '../../shared/services/services.ts';
import {purgeLinks} from '../../shared/store/access/email-links.ts';
import {purgeOauth} from '../../shared/store/access/oauth-records.ts';
import {purgeSessions} from '../../shared/store/access/sessions.ts';
import {purgeUses} from '../../shared/store/access/usage-log.ts';
import {tx} from '../../shared/store/database.ts';
import {purgeIdempotencyRecords} from '../../shared/store/idempotency.ts';
import {purgeJobs} from '../../shared/store/jobs.ts';
import {imageFiles, imageFilesInUse} from '../../shared/store/media/file-uses.ts';
import {deleteUnusedMedia, findUnusedMedia, mediaOfAnyone} from '../../shared/store/media/media.ts';
import {deleteUnusedSpeech, findUnusedSpeech, speechFilesInUse} from '../../shared/store/media/speech.ts';
import {purgeUploads} from '../../shared/store/media/uploads.ts';
import {purgePreviews, recordPublications} from '../../shared/store/publications.ts';
import {recordToursUses} from '../../shared/store/tours.ts';
import {purgeLeads} from '../../shared/store/visitors/leads.ts';
import {purgeCountedEvents} from '../../shared/store/visitors/statistics.ts';
import type {Dependencies} from '../runtime/handler.ts';
import {FILE_AGE_MS, partsDue, sweepFiles} from './sweep-files.ts';

const DAY_MS = 24 * 3_600_000;
/** An expired preview or upload URL answers that it has expired for this long, and after that that it never was. */
const GRACE_MS = 30 * DAY_MS;
/** Ended jobs answer `GET /v1/jobs/{id}`, and repetitions of their call, for this long. */
const JOBS_MS = 7 * DAY_MS;
/** A page reports for a day after it was loaded; what Redis brings again after an outage or out of a backup may be older. */
const COUNTED_MS = 7 * DAY_MS;
const BATCH = 500;
/** Tours, or links, whose uses are written down in one transaction. */
const RECORDED = 100;

/** Clears away what has expired; returns how much of each. Of the stored files it looks at `parts` alone: at all of them within a day. */
export async function sweep(
	{services}: Pick<Dependencies, 'services'>,
	parts: readonly string[] = partsDue(),
): Promise<Record<string, number>> {
	const {database} = services;
	const db = database.manager;
	const before = (ms: number) => new Date(Date.now() - ms);
	return {
		previews: await inBatches(limit => tx(database, db => purgePreviews(db, before(GRACE_MS), limit))),
		uploads: await purgeUploads(db, before(GRACE_MS)),
		idempotencyKeys: await purgeIdempotencyRecords(db, before(LIMITS.idempotencyMs)),
		jobs: await purgeJobs(db, before(JOBS_MS)),
		oauth: await purgeOauth(db, before(0)),
		sessions: await purgeSessions(db, new Date()),
		accountLinks: await purgeLinks(db, before(GRACE_MS)),
		uses: await purgeUses(db, before(LIMITS.usesMs)),
		leads: await purgeLeads(db),
		countedEvents: await purgeCountedEvents(db, before(COUNTED_MS)),
		// What an edition without these tables has written is written down before anything is taken for unused.
		recorded:
			(await inBatches(limit => tx(database, db => recordToursUses(db, limit)))) +
			(await inBatches(limit => tx(database, db => recordPublications(db, limit)))),
		media: await sweepMedia(services, before(LIMITS.unreferencedMediaMs)),
		speech: await sweepSpeech(services, before(LIMITS.unreferencedMediaMs)),
		...named(await sweepFiles(services, parts)),
		unfinishedFiles: await services.files.removeUnfinished(before(FILE_AGE_MS)),
	};
}

/** Until there is no more to do: each batch is a transaction of its own, so that nobody waits long for its rows. */
async function inBatches(work: (limit: number) => Promise<number>): Promise<number> {
	for (let done = 0; ; ) {
		const batch = await work(RECORDED);
		done += batch;
		if (batch < RECORDED) return done;
	}
}

function named(files: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(files).map(([folder, count]) => [`${folder}Files`, count]));
}

async function sweepMedia({database, files}: Services, before: Date): Promise<number> {
	const swept = [];
	for (const media of await findUnusedMedia(database.manager, before, BATCH)) {
		if (await tx(database, db => deleteUnusedMedia(db, media, before))) swept.push(media);
	}
	const names = swept.flatMap(imageFiles);
	const inUse = await imageFilesInUse(database.manager, names);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const name of names) if (!inUse.has(name)) await files.remove('media', name, aged);
	for (const {mediaId} of swept) {
		if (!(await mediaOfAnyone(database.manager, [mediaId])).has(mediaId)) await files.remove('originals', mediaId, aged);
	}
	return swept.length;
}

async function sweepSpeech({database, files}: Services, before: Date): Promise<number> {
	const swept: string[] = [];
	for (const speech of await findUnusedSpeech(database.manager, before, BATCH)) {
		if (await tx(database, db => deleteUnusedSpeech(db, speech, before))) swept.push(speech.file);
	}
	const inUse = await speechFilesInUse(database.manager, swept);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const file of swept) if (!inUse.has(file)) await files.remove('media', file, aged);
	return swept.length;
}

import {removeExports} from '../../../shared/account-end/stored-export.ts';
import {DAY_MS, LIMITS} from '../../../shared/contract/limits.ts';
import {removeExportParts, removeTourExports} from '../../../shared/exports/remove-exports.ts';
import {metrics} from '../../../shared/metrics/metrics.ts';
import type {Services} from '../../../shared/services/services.ts';
import {purgeLinks} from '../../../shared/store/access/email-links.ts';
import {purgeOauth} from '../../../shared/store/access/oauth.ts';
import {purgeSessions} from '../../../shared/store/access/sessions.ts';
import {purgeUses} from '../../../shared/store/access/usage-log.ts';
import {purgeBin} from '../../../shared/store/bin.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {purgeIdempotencyRecords} from '../../../shared/store/idempotency.ts';
import {purgeJobs} from '../../../shared/store/jobs/jobs.ts';
import {setMark} from '../../../shared/store/leases.ts';
import {agedDerived, forgetGone} from '../../../shared/store/media/derived-files.ts';
import {deleteUnusedMedia, findUnusedMedia, originalsInUse} from '../../../shared/store/media/media.ts';
import {deleteUnusedSpeech, findUnusedSpeech, speechFilesInUse} from '../../../shared/store/media/speech.ts';
import {purgeUploads} from '../../../shared/store/media/uploads.ts';
import {imageFiles, imageFilesInUse} from '../../../shared/store/media/uses.ts';
import {purgePreviews, purgeRetired} from '../../../shared/store/publications.ts';
import {purgeVersions} from '../../../shared/store/versions.ts';
import {purgeLeads} from '../../../shared/store/visitors/leads.ts';
import {purgeVisits} from '../../../shared/store/visitors/visits.ts';
import type {Dependencies} from '../../runtime/handler.ts';
import {makeThumbnails} from '../images/make-thumbnails.ts';
import {FILE_AGE_MS, partsDue, sweepFiles} from './sweep-files.ts';

/** Notes that one run looks at. */
const MOST = 5000;

/** An expired preview or upload URL says that it has expired for this long, and after that that it never was. */
const GRACE_MS = 30 * DAY_MS;
/** Ended jobs stay for `GET /v1/jobs/{id}`, and repetitions of their call, for this long. */
const JOBS_MS = 7 * DAY_MS;
/** A page reports for a day after it was loaded; what Redis brings again after an outage or out of a backup may be older. */
const COUNTED_MS = 7 * DAY_MS;
/** Tours, or previews, that are removed in one transaction. */
const BATCH = 100;

/** Deletions of expired rows and files, by kind. */
const EXPIRED: Record<string, (db: Db, services: Services) => Promise<number>> = {
	previews: (_, {database}) => inBatches(limit => tx(database, db => purgePreviews(db, ago(GRACE_MS), limit))),
	uploads: db => purgeUploads(db, ago(GRACE_MS)),
	idempotencyKeys: db => purgeIdempotencyRecords(db, ago(LIMITS.idempotencyMs)),
	jobs: db => purgeJobs(db, ago(JOBS_MS)),
	oauth: db => purgeOauth(db, ago(0)),
	sessions: db => purgeSessions(db, ago(0)),
	accountLinks: db => purgeLinks(db, ago(GRACE_MS)),
	uses: db => purgeUses(db, ago(LIMITS.usesMs)),
	leads: db => purgeLeads(db),
	exports: (db, {files}) => removeExports({expiredBefore: ago(0)}, {db, files}),
	tourExports: (db, {files}) => removeTourExports({}, {db, files}),
	tourExportParts: (db, {files}) => removeExportParts({}, {db, files}),
	retiredSlugs: db => purgeRetired(db, ago(LIMITS.retiredSlugMs)),
	visits: db => purgeVisits(db, ago(COUNTED_MS)),
};

const UNUSED_BATCH = 500;

/**
 * Clears away what has expired; returns how much of each. Of the stored files it looks at `parts` alone: at all of them within a day.
 * Whatever fails does not keep the rest from being done; the run then fails at its end, with every error.
 */
export async function sweep(
	{services}: Pick<Dependencies, 'services'>,
	parts: readonly string[] = partsDue(),
): Promise<Record<string, number>> {
	const end = metrics.sweepDuration.startTimer();
	const errors: unknown[] = [];
	const swept: Record<string, number> = {};
	const attempt = async (work: () => Promise<Record<string, number>>) => {
		await work().then(
			counts => Object.assign(swept, counts),
			error => errors.push(error),
		);
	};
	for (const [kind, purge] of Object.entries(EXPIRED)) {
		await attempt(async () => ({[kind]: await purge(services.database.manager, services)}));
	}
	await attempt(() => sweepUnused(services, parts));
	end();
	for (const [kind, count] of Object.entries(swept)) metrics.sweepRemoved.inc({kind}, count);
	if (errors.length > 0) throw new AggregateError(errors, `${errors.length} parts of the sweep failed: ${errors.map(String).join('; ')}`);
	await setMark(services.database.manager, 'sweep');
	return swept;
}

async function sweepUnused(services: Services, parts: readonly string[]): Promise<Record<string, number>> {
	const {database, files} = services;
	return {
		bin: await inBatches(limit => tx(database, db => purgeBin(db, ago(LIMITS.binMs), limit))),
		versions: await inBatches(limit => tx(database, db => purgeVersions(db, ago(LIMITS.checkpointMs), limit))),
		media: await sweepMedia(services),
		speech: await sweepSpeech(services),
		...named(await sweepFiles(services, parts)),
		derivedFiles: await forgetDerivedFiles(services),
		madeThumbnails: await makeThumbnails(services, parts),
		unfinishedFiles: await files.removeUnfinished(ago(FILE_AGE_MS)),
	};
}

function ago(ms: number): Date {
	return new Date(Date.now() - ms);
}

/** Repeats work until none is left: each batch is a transaction of its own, so that others do not wait long for its rows. */
async function inBatches(work: (limit: number) => Promise<number>): Promise<number> {
	for (let done = 0; ; ) {
		const batch = await work(BATCH);
		done += batch;
		if (batch < BATCH) return done;
	}
}

function named(files: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(files).map(([folder, count]) => [`${folder}Files`, count]));
}

/** Forgets the sources of derived files that are gone; unnamed files are swept within two days. Returns the number of notes. */
async function forgetDerivedFiles({database, files}: Services): Promise<number> {
	const before = new Date(Date.now() - 2 * FILE_AGE_MS);
	const gone: string[] = [];
	for (const {file} of await agedDerived(database.manager, before, MOST)) {
		if ((await files.storedAt(file.includes('.') ? 'media' : 'originals', file)) === null) gone.push(file);
	}
	return forgetGone(database.manager, gone, before);
}

/** Removes images that no tour and no link has used for a while, with their files; returns how many. */
async function sweepMedia({database, files}: Services): Promise<number> {
	const before = unusedSince();
	const swept = [];
	for (const media of await findUnusedMedia(database.manager, before, UNUSED_BATCH)) {
		if (await tx(database, db => deleteUnusedMedia(db, media, before))) swept.push(media);
	}
	const names = swept.flatMap(imageFiles);
	const inUse = await imageFilesInUse(database.manager, names);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const name of names) {
		if (inUse.has(name)) continue;
		for (const folder of ['thumbnails', 'media'] as const) await files.remove(folder, name, aged);
	}
	for (const {original} of swept) {
		if (!(await originalsInUse(database.manager, [original])).has(original)) await files.remove('originals', original, aged);
	}
	return swept.length;
}

/** Deletes unused speech as `sweepMedia` does images. */
async function sweepSpeech({database, files}: Services): Promise<number> {
	const before = unusedSince();
	const swept: string[] = [];
	for (const speech of await findUnusedSpeech(database.manager, before, UNUSED_BATCH)) {
		if (await tx(database, db => deleteUnusedSpeech(db, speech, before))) swept.push(speech.file);
	}
	const inUse = await speechFilesInUse(database.manager, swept);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const file of swept) if (!inUse.has(file)) await files.remove('media', file, aged);
	return swept.length;
}

function unusedSince(): Date {
	return new Date(Date.now() - LIMITS.unreferencedMediaMs);
}

import {removeExports} from '../../../shared/account-end/stored-export.ts';
import {DAY_MS, HOUR_MS} from '../../../shared/contract/limits.ts';
import {RETENTION} from '../../../shared/contract/retention.ts';
import {removeExportParts, removeTourExports} from '../../../shared/exports/remove-exports.ts';
import {FILE_PARTS, type Folder} from '../../../shared/files/file-store.ts';
import {metrics} from '../../../shared/metrics/metrics.ts';
import type {Services} from '../../../shared/services/services.ts';
import {purgeLinks} from '../../../shared/store/access/email-links.ts';
import {purgeOauth} from '../../../shared/store/access/oauth.ts';
import {purgeSessions} from '../../../shared/store/access/sessions.ts';
import {purgeUsageLog} from '../../../shared/store/access/usage-log.ts';
import {closeUnconfirmed, forgetPendingEmails} from '../../../shared/store/account-end/closing.ts';
import {piecesInUse} from '../../../shared/store/account-end/exports.ts';
import {purgeBin} from '../../../shared/store/bin.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {partFilesInUse} from '../../../shared/store/exports/export-parts.ts';
import {tourExportFilesInUse} from '../../../shared/store/exports/tour-exports.ts';
import {purgeIdempotencyRecords} from '../../../shared/store/idempotency.ts';
import {purgeJobs} from '../../../shared/store/jobs/jobs.ts';
import {setMark} from '../../../shared/store/leases.ts';
import {agedDerived, forgetGone} from '../../../shared/store/media/derived-files.ts';
import {deleteUnusedMedia, findUnusedMedia, originalsInUse} from '../../../shared/store/media/media.ts';
import {deleteUnusedSpeech, findUnusedSpeech, speechFilesInUse} from '../../../shared/store/media/speech.ts';
import {purgeUploads} from '../../../shared/store/media/uploads.ts';
import {filesRecorded, imageFiles, imageFilesInUse, publicationFilesInUse} from '../../../shared/store/media/uses.ts';
import {purgePreviews, purgeRetired} from '../../../shared/store/publications.ts';
import {purgeVersions} from '../../../shared/store/versions.ts';
import {purgeLeads} from '../../../shared/store/visitors/leads.ts';
import {purgeVisits} from '../../../shared/store/visitors/visits.ts';
import type {Dependencies} from '../../runtime/handler.ts';
import {makeThumbnails} from '../images/make-thumbnails.ts';

/** Notes that one run looks at. */
const MOST = 5000;

/** Tours, or previews, that are removed in one transaction. */
const BATCH = 100;

/** Deletions of expired rows and files, by kind. */
const EXPIRED: Record<string, (db: Db, services: Services) => Promise<number>> = {
	previews: (_, {database}) => inBatches(limit => tx(database, db => purgePreviews(db, ago(RETENTION.expiredLinkMs), limit))),
	uploads: db => purgeUploads(db, ago(RETENTION.expiredLinkMs)),
	idempotencyKeys: db => purgeIdempotencyRecords(db, ago(RETENTION.idempotencyMs)),
	jobs: db => purgeJobs(db, ago(RETENTION.endedJobMs)),
	oauth: db => purgeOauth(db, ago(0)),
	sessions: db => purgeSessions(db, ago(0)),
	unconfirmedAccounts: db => closeUnconfirmed(db, ago(RETENTION.unconfirmedMs)),
	pendingEmails: db => forgetPendingEmails(db),
	accountLinks: db => purgeLinks(db, ago(RETENTION.expiredLinkMs)),
	uses: db => purgeUsageLog(db, ago(RETENTION.usageLogMs)),
	leads: db => purgeLeads(db),
	exports: (db, {files}) => removeExports({expiredBefore: ago(0)}, {db, files}),
	tourExports: (db, {files}) => removeTourExports({}, {db, files}),
	tourExportParts: (db, {files}) => removeExportParts({}, {db, files}),
	retiredSlugs: db => purgeRetired(db, ago(RETENTION.retiredSlugMs)),
	visits: db => purgeVisits(db, ago(RETENTION.visitMs)),
};

const UNUSED_BATCH = 500;

/** A file younger than this may belong to work that is not committed yet. */
export const FILE_AGE_MS = DAY_MS;
/** Parts of the folder that one sweep looks at: each part of 256 about once a day. */
const PARTS = 11;
/** Names that are looked up with one statement. */
const FILES_AT_ONCE = 1000;

type InUse = (db: Db, names: readonly string[]) => Promise<Set<string>>;
type Kind = {
	folder: Folder;
	/** Matches the names of this kind by their ends. */
	extension: RegExp;
	/** Fast lookup by an index; unknown files are then checked by `proof`. */
	known: InUse;
	/** Looks in the rows themselves: asked only for old and unknown files. */
	proof: InUse;
};

/** Kinds of stored files, and how each is known to be in use. Fonts stay. */
const KINDS: Kind[] = [
	{folder: 'originals', extension: /^/, known: originalsInUse, proof: originalsInUse},
	{folder: 'media', extension: /\.(webp|avif)$/, known: filesRecorded, proof: imageFilesInUse},
	// Thumbnails have the names of their images.
	{folder: 'thumbnails', extension: /^/, known: filesRecorded, proof: imageFilesInUse},
	{folder: 'media', extension: /\.mp3$/, known: speechFilesInUse, proof: speechFilesInUse},
	{folder: 'media', extension: /\.jpg$/, known: filesRecorded, proof: publicationFilesInUse},
	{folder: 'pages', extension: /^/, known: filesRecorded, proof: publicationFilesInUse},
	{folder: 'snapshots', extension: /^/, known: filesRecorded, proof: publicationFilesInUse},
	{folder: 'exports', extension: /^/, known: piecesInUse, proof: piecesInUse},
	{folder: 'tour-exports', extension: /^/, known: tourExportFilesInUse, proof: tourExportFilesInUse},
	{folder: 'tour-export-parts', extension: /^/, known: partFilesInUse, proof: partFilesInUse},
];

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
		bin: await inBatches(limit => tx(database, db => purgeBin(db, ago(RETENTION.binMs), limit))),
		versions: await inBatches(limit => tx(database, db => purgeVersions(db, ago(RETENTION.checkpointMs), limit))),
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
	const before = ago(2 * FILE_AGE_MS);
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
	const aged = ago(FILE_AGE_MS);
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
	const aged = ago(FILE_AGE_MS);
	for (const file of swept) if (!inUse.has(file)) await files.remove('media', file, aged);
	return swept.length;
}

function unusedSince(): Date {
	return ago(RETENTION.unreferencedMediaMs);
}

/** The parts whose turn it is in this hour. */
export function partsDue(now = Date.now()): string[] {
	const first = Math.floor(now / HOUR_MS) * PARTS;
	return Array.from({length: PARTS}, (_, index) => FILE_PARTS[(first + index) % FILE_PARTS.length]!);
}

/**
 * Removes files that no row names and that are older than a day: pages and covers that a later publish replaced, what was cut off before it
 * was committed. Reads no rows but those of files that look so; returns how many files of each folder are gone.
 */
export async function sweepFiles({database, files}: Services, parts: readonly string[] = partsDue()): Promise<Record<Folder, number>> {
	const swept = Object.fromEntries(KINDS.map(({folder}) => [folder, 0])) as Record<Folder, number>;
	const aged = ago(FILE_AGE_MS);
	for (const {folder, extension, known, proof} of KINDS) {
		let suspects: string[] = [];
		const remove = async () => {
			const used = await proof(database.manager, suspects);
			for (const name of suspects) if (!used.has(name) && (await files.remove(folder, name, aged))) swept[folder]++;
			suspects = [];
		};
		for (const part of parts) {
			const names = (await files.list(folder, part)).filter(name => extension.test(name));
			for (let start = 0; start < names.length; start += FILES_AT_ONCE) {
				const batch = names.slice(start, start + FILES_AT_ONCE);
				const inUse = await known(database.manager, batch);
				for (const name of batch) {
					if (inUse.has(name)) continue;
					const storedAt = await files.storedAt(folder, name);
					if (storedAt && storedAt < aged) suspects.push(name);
				}
			}
			if (suspects.length >= FILES_AT_ONCE) await remove();
		}
		if (suspects.length > 0) await remove();
	}
	return swept;
}

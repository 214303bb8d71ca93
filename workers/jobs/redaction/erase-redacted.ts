import {removeExportParts, removeTourExports} from '../../../shared/exports/remove-exports.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {eraseRedacted as job} from '../../../shared/queue/jobs/redaction.ts';
import type {Services} from '../../../shared/services/services.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import type {RedactionRow} from '../../../shared/store/entities/media.ts';
import type {MediaRow} from '../../../shared/store/entities/tours.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {derivedElsewhere, derivedOf, forgetDerived} from '../../../shared/store/media/derived-files.ts';
import {filesOfImage, findMedia, originalsInUse, storedImage} from '../../../shared/store/media/media.ts';
import {filesRecorded} from '../../../shared/store/media/uses.ts';
import {readPublication} from '../../../shared/store/publications.ts';
import {deleteJobsNaming, eraseImage, publicationsNaming, rewriteHistory, toursNaming} from '../../../shared/store/redactions/erase.ts';
import {
	markErased,
	markHistory,
	putOff,
	redactedStandIns,
	redactionsOf,
	takeDue,
	whileShown,
} from '../../../shared/store/redactions/redactions.ts';
import {isBeingPublished, isBeingStored, isShown, linksShowing} from '../../../shared/store/redactions/showing.ts';
import type {Exchange} from '../../../shared/tour/redaction.ts';
import type {Handler, Work} from '../../runtime/handler.ts';
import {repeat} from '../../runtime/repeat.ts';
import {exchangedPage, exchangePage} from './exchange-picture.ts';

/** Milliseconds until another try: the picture was just taken up again, or a page with it is on its way. */
const SOON_MS = 2000;

/** A file that was stored since the picture's row went may belong to somebody's image that is on its way: it is left for so long. */
const FRESH_MS = 45_000;
/** Milliseconds until the second and the last look after work that was under way: within five minutes all of it is gone. */
const SECOND_MS = 60_000;
const LAST_MS = 4 * 60_000;

/** From one look at all that is left to the next. */
const ROUND_MS = 1000;
/** Pictures that one look takes up: most of them are still shown somewhere, which takes three small statements. */
const MOST = 50;

/**
 * Brings a redaction to its end: first the redacted tours' traces of the picture and their links, then, once the account shows it nowhere,
 * everything else that names it, its row and its files. Each part is done or not; killed anywhere, it goes on from there.
 */
export const eraseRedacted: Handler<typeof job> = async ({mediaId}, work) => {
	const {services, accountId} = work;
	const db = services.database.manager;
	const exported = {db, files: services.files};
	for (const remove of [removeTourExports, removeExportParts]) await remove({accountId}, exported);
	const redactions = await redactionsOf(db, accountId, mediaId);
	const media = await findMedia(db, accountId, mediaId);
	const dueAt = redactions.length > 0 ? await look(redactions, media, work) : null;
	return async ending => {
		await putOff(ending, redactions, dueAt);
		return {response: {status: 200, body: {}}};
	};
};

/** Does what can be done now; returns when to look again, null where nothing is left. */
async function look(redactions: RedactionRow[], media: MediaRow | null, work: Work): Promise<Date | null> {
	const {accountId, services} = work;
	const {mediaId} = redactions[0]!;
	const db = services.database.manager;
	const open = redactions.filter(({erasedAt}) => erasedAt === null);
	if (open.length > 0) {
		const later = media && (await erase(open, media, work));
		if (later) return later;
		// The sweep may have removed its row, if it was unused for long.
		if (!media) await markErased(db, accountId, mediaId);
	}
	const [last] = await redactionsOf(db, accountId, mediaId);
	return last?.erasedAt ? removeFiles(mediaId, last.erasedAt, work) : soon();
}

/** Returns null once the row is gone, else when it is worth looking again. */
async function erase(redactions: RedactionRow[], media: MediaRow, work: Work): Promise<Date | null> {
	const {services, accountId} = work;
	const {database} = services;
	const {mediaId} = media;
	const begun = new Date();
	for (const redaction of redactions) await redactTour(redaction, media, work);
	if (await isBeingPublished(database.manager, accountId, mediaId)) return soon();
	if (await isShown(database.manager, accountId, mediaId)) return whileShown(redactions[0]!);
	const to = await lastStandIn(redactions, work);
	for (const id of await publicationsNaming(database.manager, accountId, mediaId)) await exchange(id, media, to, null, work);
	const exchanged: Exchange = {from: mediaId, to: to && storedImage(to), stepId: null};
	for (const tourId of await toursNaming(database.manager, accountId, mediaId, media.createdAt)) {
		work.signal.throwIfAborted();
		await rewriteHistory(database, {accountId, tourId, exchange: exchanged});
	}
	if (await tx(database, db => eraseImage(db, media, begun))) return null;
	return to ? soon() : whileShown(redactions[0]!);
}

/** Redacts the tour's stored traces of the picture, once; its link and previews each time, as one may have come up since. */
async function redactTour(redaction: RedactionRow, media: MediaRow, work: Work): Promise<void> {
	const {services, accountId} = work;
	const {database} = services;
	const {id, tourId, stepId, live, historyAt} = redaction;
	const to = await standIn(redaction, work);
	for (const publication of await publicationsNaming(database.manager, accountId, media.mediaId)) {
		const row = await readPublication(database.manager, publication);
		const keeps = row?.kind === 'live' && !row.takenDownAt && live === 'keep';
		if (row?.tourId === tourId && !keeps) await exchange(publication, media, to, stepId, work);
	}
	if (historyAt) return;
	await rewriteHistory(database, {accountId, tourId, exchange: {from: media.mediaId, to: to && storedImage(to), stepId}});
	await markHistory(database.manager, id);
}

/** Returns the redacted picture, or a later redaction of it; null if it was unused for so long that it is gone. */
async function standIn({redactedId, tourId}: RedactionRow, {services, accountId}: Work): Promise<MediaRow | null> {
	const db = services.database.manager;
	const later = await redactedStandIns(db, accountId, [redactedId], {tourId});
	return findMedia(db, accountId, later.get(redactedId) ?? redactedId);
}

async function lastStandIn(redactions: RedactionRow[], work: Work): Promise<MediaRow | null> {
	for (const redaction of redactions) {
		const found = await standIn(redaction, work);
		if (found) return found;
	}
	return null;
}

async function exchange(publicationId: string, from: MediaRow, to: MediaRow | null, stepId: string | null, work: Work): Promise<void> {
	const {database, dispatcher} = work.services;
	const publication = await readPublication(database.manager, publicationId);
	const page = publication && to && (await exchangedPage(publication, {from, to, stepId}, work));
	if (!page) return;
	const jobs = await tx(database, db => exchangePage(db, publication, page, from.mediaId));
	for (const job of jobs ?? []) await dispatcher.enqueue(job);
}

function soon(): Date {
	return new Date(Date.now() + SOON_MS);
}

/**
 * Removes the files of a picture whose row went at `erasedAt`: its variants, thumbnail, AVIF, what was drawn of it, covers, its original. What
 * another image or account has as well stays. Returns when to look again for what was under way at that moment; null after the last time.
 */
async function removeFiles(mediaId: string, erasedAt: Date, {services, accountId}: Work): Promise<Date | null> {
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

/** The job that removes what is left of the picture, as soon as nothing shows it. */
export function orderErase(db: Db, accountId: string, mediaId: string): Promise<StoredJob> {
	const input: JobInput<typeof job> = {mediaId};
	return insertJob(db, {accountId, type: job.name, input});
}

/** Orders what is left to do about redacted pictures: nothing is remembered but in the rows of the redactions themselves. */
export function openErasures(services: Services) {
	return repeat(ROUND_MS, async () => {
		try {
			for (const job of await orderErasures(services)) await services.dispatcher.enqueue(job);
		} catch (error) {
			services.log.warn({error}, 'redactions not looked after');
		}
	});
}

/** Writes the jobs that are due and can be done; pictures that an unredacted tour or link shows cost no job. */
async function orderErasures({database}: Pick<Services, 'database'>): Promise<StoredJob[]> {
	const jobs: StoredJob[] = [];
	for (const {accountId, mediaId} of await tx(database, db => takeDue(db, MOST))) {
		const redactions = await redactionsOf(database.manager, accountId, mediaId);
		const isOpen = redactions.every(({erasedAt, historyAt}) => erasedAt === null && historyAt !== null);
		const waits = isOpen && !(await mayReplace(database.manager, redactions)) && (await isShown(database.manager, accountId, mediaId));
		if (waits) await putOff(database.manager, redactions, whileShown(redactions[0]!));
		else jobs.push(await tx(database, db => orderErase(db, accountId, mediaId)));
	}
	return jobs;
}

/** True if a link that must show the redacted picture shows the original, published by a call that was under way. */
async function mayReplace(db: Db, redactions: RedactionRow[]): Promise<boolean> {
	const [{accountId, mediaId}] = redactions as [RedactionRow];
	const replaced = new Set(redactions.filter(({live, stepId}) => live === 'replace' && stepId === null).map(({tourId}) => tourId));
	return (await linksShowing(db, accountId, mediaId)).some(({tourId}) => replaced.has(tourId));
}

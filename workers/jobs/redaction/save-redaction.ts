import type {LinkShowing, TourShowing} from '../../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentStep} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {eraseRedacted, type redactStep} from '../../../shared/queue/jobs/images.ts';
import type {Services} from '../../../shared/services/services.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import type {RedactionRow} from '../../../shared/store/entities/redactions.ts';
import type {MediaRow, PublicationRow} from '../../../shared/store/entities/tours.ts';
import {expireExportsShowing} from '../../../shared/store/exports/tour-exports.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {findMedia, type NewMedia, saveMedia, storedImage} from '../../../shared/store/media/media.ts';
import {imageFiles} from '../../../shared/store/media/uses.ts';
import type {Exchanged} from '../../../shared/store/redactions/exchange-link.ts';
import {insertRedaction, putOff, redactionsOf, takeDue, whileShown} from '../../../shared/store/redactions/redactions.ts';
import {isShown, linksShowing, toursShowing} from '../../../shared/store/redactions/showing.ts';
import {changeTour} from '../../../shared/store/tours.ts';
import type {TourContent} from '../../../shared/tour/document/document.ts';
import {type Exchange, redactContent} from '../../../shared/tour/redaction.ts';
import {stepIndex} from '../../../shared/tour/steps.ts';
import {type Bases, mediaUrl, thumbnailUrl, tourUrl} from '../../../shared/tour/urls.ts';
import type {Finished, Work} from '../../runtime/handler.ts';
import {repeat} from '../../runtime/repeat.ts';
import {orderAvif} from '../images/ingest-image.ts';
import {exchangePage} from './exchange-picture.ts';

export type Input = JobInput<typeof redactStep>;
/** Results prepared before anything is changed: the redacted picture, and the link's page with it. */
export type Made = {from: MediaRow; to: NewMedia; link: {before: PublicationRow; after: Exchanged} | null};

/** The first look after what is left, should the job that is ordered here be lost. */
const LOOK_MS = 10_000;

/** From one look at all that is left to the next. */
const ROUND_MS = 1000;
/** Pictures that one look takes up: most of them are still shown somewhere, which takes three small statements. */
const MOST = 50;

/** Returns the writer of a redaction: the picture, the steps, the link and the note of remaining work, all of it or nothing. */
export function saveRedaction(input: Input, work: Work, made: Made): (db: Db) => Promise<Finished> {
	return async db => {
		const {services, accountId, actor} = work;
		const {config} = services;
		const {tourId, stepId, where, live, ifMatch} = input;
		const {mediaId} = made.from;
		const isNew = await saveMedia(db, made.to);
		const to = storedImage(isNew ? made.to : (await findMedia(db, accountId, made.to.mediaId))!);
		const exchange: Exchange = {from: mediaId, to, stepId: where === 'step' ? stepId : null};
		const {content, before, version} = await changeTour(db, {accountId, id: tourId, ifMatch, actor}, before => {
			requirePicture(before, input);
			return {content: redactContent(before, exchange), before};
		});
		const redaction = {accountId, mediaId, redactedId: to.mediaId, tourId, stepId: exchange.stepId, live};
		await insertRedaction(db, redaction, new Date(Date.now() + LOOK_MS));
		// Whatever was made of the picture so far may show what is redacted.
		await expireExportsShowing(db, accountId, mediaId);
		const cover = made.link && (await exchangePage(db, made.link.before, made.link.after, mediaId));
		const alsoIn = await toursShowing(db, accountId, mediaId);
		const links = await linksOf(db, work, input, made, cover !== null);
		const steps = content.steps.flatMap((step, position) => (step === before.steps[position] ? [] : [presentStep(step, position, config)]));
		const body = {
			step: steps.find(({id}) => id === stepId)!,
			steps,
			alsoIn,
			live: links,
			purged: purgedOf(made, alsoIn, links, config),
		};
		const next = [...(cover ?? []), await orderErase(db, accountId, mediaId)];
		if (isNew && made.to.stills.length === 0) next.push(await orderAvif(db, accountId, to.mediaId));
		return {response: {status: 200, body, version}, next};
	};
}

/** Throws where the step shows another picture by now: what was drawn on one must not be burnt into another. */
export function requirePicture(content: TourContent, {stepId, mediaId}: Input): void {
	if (content.steps[stepIndex(content, stepId)]!.image?.mediaId === mediaId) return;
	const hint = 'Read the tour again, look at the picture, and redact that one.';
	throw new AppError('version_mismatch', {
		message: 'The step shows another picture by now.',
		errors: [{field: 'stepId', message: 'The step was given another picture, or none.', hint}],
	});
}

async function linksOf(
	db: Db,
	{accountId, services}: Work,
	{tourId, live}: Input,
	{from, link}: Made,
	exchanged: boolean,
): Promise<LinkShowing[]> {
	const {baseUrl} = services.config;
	const still = await linksShowing(db, accountId, from.mediaId);
	const shown = still.map((one): LinkShowing => {
		const state = one.tourId === tourId && live === 'replace' && !exchanged && link ? 'replacing' : 'kept';
		return {tourId: one.tourId, url: tourUrl(baseUrl, one.slug), state};
	});
	if (!exchanged || !link) return shown;
	const done: LinkShowing = {tourId, url: tourUrl(baseUrl, link.before.slug), state: 'replaced'};
	return [done, ...shown.filter(one => one.tourId !== tourId)];
}

function purgedOf({from}: Made, alsoIn: TourShowing[], links: LinkShowing[], bases: Bases): string[] {
	if (alsoIn.length > 0 || links.some(({state}) => state === 'kept')) return [];
	const largest = from.variants.at(-1)!.file;
	return [...imageFiles(from).map(file => mediaUrl(bases, file)), thumbnailUrl(bases.baseUrl, largest)];
}

/** The job that removes what is left of the picture, as soon as nothing shows it. */
function orderErase(db: Db, accountId: string, mediaId: string): Promise<StoredJob> {
	const input: JobInput<typeof eraseRedacted> = {mediaId};
	return insertJob(db, {accountId, type: eraseRedacted.name, input});
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

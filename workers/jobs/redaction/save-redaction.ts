import type {LinkShowing, TourShowing} from '../../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentStep} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {eraseRedacted, type redactStep} from '../../../shared/queue/jobs/redaction.ts';
import type {Db} from '../../../shared/store/database.ts';
import type {MediaRow, PublicationRow} from '../../../shared/store/entities/tours.ts';
import {expireExportsShowing} from '../../../shared/store/exports/tour-exports.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {findMedia, type NewMedia, saveMedia, storedImage} from '../../../shared/store/media/media.ts';
import {imageFiles} from '../../../shared/store/media/uses.ts';
import type {Exchanged} from '../../../shared/store/redactions/exchange-link.ts';
import {insertRedaction} from '../../../shared/store/redactions/redactions.ts';
import {linksShowing, toursShowing} from '../../../shared/store/redactions/showing.ts';
import {changeTour} from '../../../shared/store/tours.ts';
import type {TourContent} from '../../../shared/tour/document/document.ts';
import {type Exchange, redactContent} from '../../../shared/tour/redaction.ts';
import {stepIndex} from '../../../shared/tour/steps.ts';
import {type Bases, mediaUrl, thumbnailUrl, tourUrl} from '../../../shared/tour/urls.ts';
import type {Finished, Work} from '../../runtime/handler.ts';
import {orderAvif} from '../images/ingest-image.ts';
import {exchangePage} from './exchange-picture.ts';

export type Input = JobInput<typeof redactStep>;
/** Results prepared before anything is changed: the redacted picture, and the link's page with it. */
export type Made = {from: MediaRow; to: NewMedia; link: {before: PublicationRow; after: Exchanged} | null};

/** The first look after what is left, should the job that is ordered here be lost. */
const LOOK_MS = 10_000;

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
			requirePicture(before, stepId, mediaId);
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
function requirePicture(content: TourContent, stepId: string, mediaId: string): void {
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
export function orderErase(db: Db, accountId: string, mediaId: string): Promise<StoredJob> {
	const input: JobInput<typeof eraseRedacted> = {mediaId};
	return insertJob(db, {accountId, type: eraseRedacted.name, input});
}

import type {LinkShowing, TourShowing} from '../../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentStep} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {redactAnimation as animation, type redactStep as job} from '../../../shared/queue/jobs/redaction.ts';
import type {Db} from '../../../shared/store/database.ts';
import type {MediaRow, PublicationRow} from '../../../shared/store/entities/tours.ts';
import {expireExportsShowing} from '../../../shared/store/exports/tour-exports.ts';
import {findMedia, type NewMedia, saveMedia, storedImage} from '../../../shared/store/media/media.ts';
import {imageFiles} from '../../../shared/store/media/uses.ts';
import {readPublication} from '../../../shared/store/publications.ts';
import type {Exchanged} from '../../../shared/store/redactions/exchange-link.ts';
import {insertRedaction} from '../../../shared/store/redactions/redactions.ts';
import {linksShowing, toursShowing} from '../../../shared/store/redactions/showing.ts';
import {changeTour, readContent} from '../../../shared/store/tours.ts';
import type {TourContent} from '../../../shared/tour/document/document.ts';
import {type Exchange, redactContent} from '../../../shared/tour/redaction.ts';
import {stepIndex} from '../../../shared/tour/steps.ts';
import {type Bases, mediaUrl, thumbnailUrl, tourUrl} from '../../../shared/tour/urls.ts';
import {type Finished, type Handler, PassedOn, type Work} from '../../runtime/handler.ts';
import {orderAvif} from '../images/ingest-image.ts';
import {recodeImage, storeImage} from '../images/store-image.ts';
import {orderErase} from './erase-redacted.ts';
import {exchangedPage, exchangePage} from './exchange-picture.ts';

type Input = JobInput<typeof job>;
/** Results prepared before anything is changed: the redacted picture, and the link's page with it. */
type Made = {from: MediaRow; to: NewMedia; link: {before: PublicationRow; after: Exchanged} | null};

/** The first look after what is left, should the job that is ordered here be lost. */
const LOOK_MS = 10_000;

/** Replaces areas of a step's picture. What is written before the end is the redacted picture alone, under names of its own. */
export const redactStep: Handler<typeof job> = async (input, work) => {
	const from = await findMedia(work.services.database.manager, work.accountId, input.mediaId);
	if (from && from.stills.length > 0) return new PassedOn(animation.name, input);
	return redact(input, work, from);
};

export const redactAnimation: Handler<typeof animation> = async (input, work) =>
	redact(input, work, await findMedia(work.services.database.manager, work.accountId, input.mediaId));

async function redact(input: Input, work: Work, from: MediaRow | null) {
	const {files, database} = work.services;
	// Fails early if the step has changed: drawing first could mean waiting behind sixty other pictures.
	requirePicture(await readContent(database.manager, work.accountId, input.tourId, input.ifMatch), input);
	const original = from && (await files.read('originals', from.original));
	if (!from || !original) {
		throw new AppError('image_unreadable', {status: 400, message: 'The bytes of the image are gone; give the step its image again.'});
	}
	const bytes = await recodeImage({original, areas: input.areas}, work.signal).catch(asFaultOfCall);
	work.progress(0.4);
	const to = await storeImage(bytes, from.name, work);
	if (to.original === from.original) {
		const hint = 'Name areas in which there still is something to be seen.';
		throw new AppError('nothing_to_redact', {errors: [{field: 'areas', message: 'These areas are redacted already.', hint}]});
	}
	const made: Made = {from, to, link: input.live === 'replace' ? await exchangedLink(input, from, to, work) : null};
	return saveRedaction(input, work, made);
}

function asFaultOfCall(error: unknown): never {
	throw error instanceof AppError ? AppError.restore({...error.toJSON(), status: 400}) : error;
}

/** The link of the tour with the redacted picture, or null where it does not show the picture. */
async function exchangedLink({tourId, stepId, where}: Input, from: MediaRow, to: NewMedia, work: Work): Promise<Made['link']> {
	const db = work.services.database.manager;
	const shown = (await linksShowing(db, work.accountId, from.mediaId)).find(link => link.tourId === tourId);
	const before = shown && (await readPublication(db, shown.id));
	if (!before) return null;
	const after = await exchangedPage(before, {from, to, stepId: where === 'step' ? stepId : null}, work);
	return after && {before, after};
}

/** Returns the writer of a redaction: the picture, the steps, the link and the note of remaining work, all of it or nothing. */
function saveRedaction(input: Input, work: Work, made: Made): (db: Db) => Promise<Finished> {
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
function requirePicture(content: TourContent, {stepId, mediaId}: Input): void {
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

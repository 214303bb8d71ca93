import {acceptImage} from '../../../renderers/image/variants.ts';
import {AppError, asStepFault} from '../../../shared/errors.ts';
import {newId} from '../../../shared/ids.ts';
import {fetchPublicImage} from '../../../shared/outbound/public-request.ts';
import {presentMedia, presentStepChange} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {ingestAnimation as animation, encodeAvif, type ingestImage as job} from '../../../shared/queue/jobs/images.ts';
import type {Db} from '../../../shared/store/database.ts';
import {insertJob, type StoredJob, type StoredResponse} from '../../../shared/store/jobs/jobs.ts';
import {type NewMedia, storedImage} from '../../../shared/store/media/media.ts';
import {saveUnlessRedacted} from '../../../shared/store/redactions/save-unless-redacted.ts';
import {changeTour} from '../../../shared/store/tours.ts';
import {addStep, editStep} from '../../../shared/tour/steps.ts';
import type {Bases} from '../../../shared/tour/urls.ts';
import {type Handler, PassedOn, type Work} from '../../runtime/handler.ts';
import {storeImage} from './store-image.ts';

type Input = JobInput<typeof job>;

/**
 * Fetches or reads the image, stores its variants, and adds or changes the step that waits for it. An animation is stored and passed on: no
 * screenshot waits while its frames are encoded.
 */
export const ingestImage: Handler<typeof job> = async (input, work) => {
	try {
		const bytes = await sourceBytes(input.source, work);
		work.progress(0.2);
		const header = await acceptImage(bytes);
		if (header.frames > 1) {
			const original = await work.services.files.put('originals', bytes);
			const passed: JobInput<typeof animation> = {...input, source: {original}};
			return new PassedOn(animation.name, passed);
		}
		const media = await storeImage(bytes, input.name, work, header);
		return async db => {
			const {isNew, response} = await saveIngested(db, work, input.step, media);
			return {response, next: isNew ? [await orderAvif(db, work.accountId, media.mediaId)] : []};
		};
	} catch (error) {
		throw input.step ? asStepFault(error) : error;
	}
};

/** Does the work of `ingest-image` for an animation, in a process of its own, which leaves the cores to others' images. */
export const ingestAnimation: Handler<typeof animation> = async (input, work) => {
	try {
		const media = await storeImage(await sourceBytes(input.source, work), input.name, work);
		return async db => {
			const {response} = await saveIngested(db, work, input.step, media);
			return {response};
		};
	} catch (error) {
		throw input.step ? asStepFault(error) : error;
	}
};

/** Writes the row, and changes the step that waits for it; returns what the call returns, and whether the image is new. */
async function saveIngested(
	db: Db,
	{services, accountId, actor, lease}: Work,
	step: Input['step'],
	media: NewMedia,
): Promise<{isNew: boolean; response: StoredResponse}> {
	const {isNew, kept} = await saveUnlessRedacted(db, media, {...step, since: lease.createdAt});
	const {config} = services;
	const response = step
		? await changeStep(db, {accountId, actor, bases: config}, step, storedImage(kept))
		: {status: 201, body: {media: presentMedia(kept, config)}};
	return {isNew, response};
}

/** Animations stay WebP: AVIF of every frame would take minutes. */
export function orderAvif(db: Db, accountId: string, mediaId: string): Promise<StoredJob> {
	const input: JobInput<typeof encodeAvif> = {mediaId};
	return insertJob(db, {accountId, type: encodeAvif.name, input});
}

/** The bytes themselves, or what is at the URL. Throws where there are none. */
export async function sourceBytes(source: Input['source'], {services, signal}: Pick<Work, 'services' | 'signal'>): Promise<Buffer> {
	if ('url' in source) return fetchPublicImage(source.url, {signal});
	const bytes = await services.files.read('originals', source.original);
	if (!bytes) throw new AppError('image_unreadable', {message: 'The bytes of the image are gone; send it again.'});
	return bytes;
}

async function changeStep(
	db: Db,
	{accountId, actor, bases}: Pick<Work, 'accountId' | 'actor'> & {bases: Bases},
	{tourId, stepId, ifMatch, fields}: NonNullable<Input['step']>,
	image: ReturnType<typeof storedImage>,
) {
	const change = await changeTour(db, {accountId, id: tourId, ifMatch, actor}, content =>
		stepId === null ? addStep(content, newId('step'), fields, image) : editStep(content, stepId, fields, image),
	);
	return {status: stepId === null ? 201 : 200, body: presentStepChange(change, bases), version: change.version};
}

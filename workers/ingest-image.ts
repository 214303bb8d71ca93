import {ingestImage as encodeImage} from '../renderers/image.ts';
import type {ImageVariant} from '../shared/contract/snapshot.ts';
import {AppError, asStepFault} from '../shared/errors.ts';
import type {FileStore} from '../shared/files.ts';
import {newId} from '../shared/ids.ts';
import {fetchPublicImage} from '../shared/outbound.ts';
import type {JobInput} from '../shared/queue/job.ts';
import {encodeAvif, type ingestImage as job} from '../shared/queue/jobs.ts';
import type {Db} from '../shared/store/database.ts';
import {presentMedia, saveMedia, storedImage} from '../shared/store/media.ts';
import {insertOperation, type OperationState} from '../shared/store/operations.ts';
import {changeTour} from '../shared/store/tours.ts';
import {presentStepChange} from '../shared/tour/present.ts';
import {addStep, editStep} from '../shared/tour/steps.ts';
import type {Handler, Work} from './handler.ts';

type Input = JobInput<typeof job>;

/** Fetches or reads the image, stores its variants, and adds or changes the step that waits for it. */
export const ingestImage: Handler<typeof job> = async (input, work) => {
	try {
		const {services, accountId} = work;
		const bytes = await sourceBytes(input.source, work);
		work.progress(0.2);
		const [mediaId, image] = await Promise.all([services.files.put('originals', bytes), encodeImage(bytes)]);
		work.progress(0.8);
		const media = {
			accountId,
			mediaId,
			name: input.name,
			width: image.width,
			height: image.height,
			format: image.format,
			bytes: bytes.length,
			color: image.color,
			variants: await Promise.all(image.variants.map(variant => storeVariant(services.files, variant))),
			avif: [],
			stills: image.still ? [await storeVariant(services.files, image.still)] : [],
		};
		return async db => {
			const isNew = await saveMedia(db, media);
			const {baseUrl} = services.config;
			const answer = input.step
				? await changeStep(db, accountId, baseUrl, input.step, storedImage(media))
				: {status: 201, body: {media: presentMedia(media, baseUrl)}};
			return {answer, next: isNew && !image.animated ? [await orderAvif(db, accountId, mediaId)] : []};
		};
	} catch (error) {
		throw input.step ? asStepFault(error) : error;
	}
};

/** Animations stay WebP: AVIF of every frame would take minutes. */
function orderAvif(db: Db, accountId: string, mediaId: string): Promise<OperationState> {
	const input: JobInput<typeof encodeAvif> = {mediaId};
	return insertOperation(db, {accountId, type: encodeAvif.name, input});
}

async function sourceBytes(source: Input['source'], {services, signal}: Work): Promise<Buffer> {
	if ('url' in source) return fetchPublicImage(source.url, {signal});
	const bytes = await services.files.read('originals', source.original);
	if (!bytes) throw new AppError('image_unreadable', {message: 'The bytes of the image are gone; send it again.'});
	return bytes;
}

/** Stores an encoded variant where pages find it. */
export async function storeVariant(
	files: FileStore,
	{bytes, ...facts}: Omit<ImageVariant, 'file' | 'bytes'> & {bytes: Buffer},
): Promise<ImageVariant> {
	return {...facts, file: await files.put('media', bytes, `.${facts.format}`), bytes: bytes.length};
}

async function changeStep(
	db: Db,
	accountId: string,
	baseUrl: string,
	{tourId, stepId, ifMatch, fields}: NonNullable<Input['step']>,
	image: ReturnType<typeof storedImage>,
) {
	const change = await changeTour(db, {accountId, id: tourId, ifMatch}, content =>
		stepId === null ? addStep(content, newId('step'), fields, image) : editStep(content, stepId, fields, image),
	);
	return {status: stepId === null ? 201 : 200, body: presentStepChange(change, baseUrl), version: change.version};
}

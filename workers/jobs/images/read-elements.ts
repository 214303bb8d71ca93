import {AppError} from '../../../shared/errors.ts';
import {ProgramFailed} from '../../../shared/process/run-program.ts';
import type {readElements as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {saveElements} from '../../../shared/store/media/elements.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {changeTour} from '../../../shared/store/tours.ts';
import {placeTarget, selectElements} from '../../../shared/tour/place/target.ts';
import {presentStepChange} from '../../../shared/tour/present.ts';
import {editStep} from '../../../shared/tour/steps.ts';
import {readElements as read} from '../../providers/text/local-writer/read-elements.ts';
import type {Handler} from '../../runtime/handler.ts';

/** One language reads the letters of all three well enough to be compared, in a third of the time. Tesseract's name of it. */
const LANGUAGES = ['por'];

/** Reads the original, of an animation its first frame. What was found is kept in the transaction that ends the job, whole or not at all. */
export const readElements: Handler<typeof job> = async ({mediaId, query, limit, step}, {services, accountId, signal}) => {
	const {config, database, files} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	const bytes = media && (await files.read('originals', mediaId));
	if (!media) throw new AppError('not_found');
	if (!bytes) throw new AppError('image_unreadable', {status: 400, message: 'The bytes of the screenshot are gone; upload it again.'});
	const elements = await read(bytes, {tesseract: config.tesseract, languages: LANGUAGES, signal}).catch(error => {
		if (!(error instanceof ProgramFailed)) throw error;
		const message = 'The reader of screenshots did not answer in time, or is not installed. Give highlight and click as numbers.';
		throw new AppError('unavailable', {message, retryAfter: 30, cause: error});
	});
	if (!step) {
		return async db => {
			await saveElements(db, accountId, mediaId, elements);
			return {answer: {status: 200, body: {elements: selectElements(elements, query, limit)}}};
		};
	}
	// Kept also where the target turns out to be ambiguous: the next try finds it at once.
	await tx(database, db => saveElements(db, accountId, mediaId, elements));
	const {tourId, stepId, ifMatch, target} = step;
	return async db => {
		const placed = placeTarget(target, media, elements, '');
		const change = await changeTour(db, {accountId, id: tourId, ifMatch}, content => editStep(content, stepId, placed, null));
		return {answer: {status: 200, body: presentStepChange(change, config.baseUrl), version: change.version}};
	};
};

import type {ReadElement} from '../../../shared/contract/pictures/element.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentStepChange} from '../../../shared/present/tour.ts';
import {ProgramFailed} from '../../../shared/process/run-program.ts';
import type {readElements as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {saveElements} from '../../../shared/store/media/elements.ts';
import {findMedia, type NewMedia} from '../../../shared/store/media/media.ts';
import {changeTour} from '../../../shared/store/tours.ts';
import {selectElements} from '../../../shared/tour/place/select-elements.ts';
import {placeTarget} from '../../../shared/tour/place/target.ts';
import {pointStep} from '../../../shared/tour/steps.ts';
import {listElements} from '../../providers/text/local-writer/list-elements.ts';
import type {Handler, Work} from '../../runtime/handler.ts';

/** One language reads the letters of all three well enough to be compared, in a third of the time. Tesseract's name of it. */
const LANGUAGES = ['por'];

/** Keeps the elements in the transaction that ends the job, all or none. */
export const readElements: Handler<typeof job> = async ({mediaId, query, limit, step}, work) => {
	const {services, accountId} = work;
	const {config, database} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	if (!media) throw new AppError('not_found');
	const elements = await readScreen(media, work);
	if (!step) {
		return async db => {
			await saveElements(db, accountId, mediaId, elements);
			return {response: {status: 200, body: selectElements(elements, query, limit)}};
		};
	}
	// Kept also where the target turns out to be ambiguous: the next try finds it at once.
	await tx(database, db => saveElements(db, accountId, mediaId, elements));
	const {tourId, stepId, ifMatch, target} = step;
	return async db => {
		const placed = placeTarget(target, media, elements, '');
		const change = await changeTour(db, {accountId, id: tourId, ifMatch}, content => pointStep(content, stepId, placed));
		return {response: {status: 200, body: presentStepChange(change, config), version: change.version}};
	};
};

/** Reads what stands on a stored image, of an animation on its first frame. Throws `image_unreadable`, or `unavailable` where the reader does not respond. */
export async function readScreen(
	{original}: Pick<NewMedia, 'original'>,
	{services, signal}: Pick<Work, 'services' | 'signal'>,
): Promise<ReadElement[]> {
	const {config, files} = services;
	const bytes = await files.read('originals', original);
	if (!bytes) throw new AppError('image_unreadable', {status: 400, message: 'The bytes of the screenshot are gone; upload it again.'});
	return listElements(bytes, {tesseract: config.tesseract, languages: LANGUAGES, signal}).catch(error => {
		if (!(error instanceof ProgramFailed)) throw error;
		const message = 'The reader of screenshots did not answer in time, or is not installed. Give highlight and click as numbers.';
		throw new AppError('unavailable', {message, retryAfter: 30, cause: error});
	});
}

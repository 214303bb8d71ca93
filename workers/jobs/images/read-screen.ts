import type {ReadElement} from '../../../shared/contract/pictures/element.ts';
import {AppError} from '../../../shared/errors.ts';
import {ProgramFailed} from '../../../shared/process/run-program.ts';
import type {NewMedia} from '../../../shared/store/media/media.ts';
import {readElements} from '../../providers/text/local-writer/read-elements.ts';
import type {Work} from '../../runtime/handler.ts';

/** One language reads the letters of all three well enough to be compared, in a third of the time. Tesseract's name of it. */
const LANGUAGES = ['por'];

/** Reads what stands on a stored image, of an animation on its first frame. Throws `image_unreadable`, or `unavailable` where the reader does not respond. */
export async function readScreen(
	{original}: Pick<NewMedia, 'original'>,
	{services, signal}: Pick<Work, 'services' | 'signal'>,
): Promise<ReadElement[]> {
	const {config, files} = services;
	const bytes = await files.read('originals', original);
	if (!bytes) throw new AppError('image_unreadable', {status: 400, message: 'The bytes of the screenshot are gone; upload it again.'});
	return readElements(bytes, {tesseract: config.tesseract, languages: LANGUAGES, signal}).catch(error => {
		if (!(error instanceof ProgramFailed)) throw error;
		const message = 'The reader of screenshots did not answer in time, or is not installed. Give highlight and click as numbers.';
		throw new AppError('unavailable', {message, retryAfter: 30, cause: error});
	});
}

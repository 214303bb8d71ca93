import {AppError} from '../../../shared/errors.ts';
import {type redactStep as job, redactAnimation} from '../../../shared/queue/jobs/images.ts';
import type {MediaRow} from '../../../shared/store/entities/tours.ts';
import {findMedia, type NewMedia} from '../../../shared/store/media/media.ts';
import {readPublication} from '../../../shared/store/publications.ts';
import {linksShowing} from '../../../shared/store/redactions/showing.ts';
import {readContent} from '../../../shared/store/tours.ts';
import {type Handler, PassedOn, type Work} from '../../runtime/handler.ts';
import {recodeImage, storeImage} from '../images/store-image.ts';
import {exchangedPage} from './exchange-picture.ts';
import {type Input, type Made, requirePicture, saveRedaction} from './save-redaction.ts';

/** Replaces areas of a step's picture. What is written before the end is the redacted picture alone, under names of its own. */
export const redactStep: Handler<typeof job> = async (input, work) => {
	const from = await findMedia(work.services.database.manager, work.accountId, input.mediaId);
	if (from && from.stills.length > 0) return new PassedOn(redactAnimation.name, input);
	return redact(input, work, from);
};

export const redactAnimationStep: Handler<typeof redactAnimation> = async (input, work) =>
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

import {AppError} from '../../../shared/errors.ts';
import {presentStepChange} from '../../../shared/present/tour.ts';
import type {readElements as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {saveElements} from '../../../shared/store/media/elements.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {changeTour} from '../../../shared/store/tours.ts';
import {selectElements} from '../../../shared/tour/place/select-elements.ts';
import {placeTarget} from '../../../shared/tour/place/target.ts';
import {pointStep} from '../../../shared/tour/steps.ts';
import type {Handler} from '../../runtime/handler.ts';
import {readScreen} from './read-screen.ts';

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

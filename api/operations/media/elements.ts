import {Type} from 'typebox';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {ScreenElement, targetFields} from '../../../shared/contract/pictures/element.ts';
import {Closed, Text} from '../../../shared/contract/schema.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentStepChange} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {readElements} from '../../../shared/queue/jobs/images.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {findElements as storedElements} from '../../../shared/store/media/elements.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {readContent} from '../../../shared/store/tours.ts';
import {selectElements} from '../../../shared/tour/place/select-elements.ts';
import {placeTarget} from '../../../shared/tour/place/target.ts';
import {targetFaults} from '../../../shared/tour/place/target-faults.ts';
import {pointStep, stepIndex} from '../../../shared/tour/steps.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {changeTourFor, stepId, success, tourId} from '../responses.ts';
import {StepResponse} from '../steps.ts';
import {CHANGES_TOUR} from '../tours.ts';

export const findElements = defineOperation({
	name: 'find_elements',
	tag: 'Media',
	summary: 'Find what is on a screenshot: texts, buttons, fields and icons, with their places as highlight and click',
	description: 'Read once, by a worker, and kept with the image; of an animation the first frame.',
	route: 'POST /media/{mediaId}/elements',
	scopes: ['tours:read'],
	input: Closed({
		mediaId: Type.String({description: 'The mediaId of the screenshot.'}),
		query: Type.Optional(Text(LIMITS.targetText, 'Words on the element or beside it; the best fit comes first.')),
		limit: Type.Optional(
			Type.Integer({minimum: 1, maximum: LIMITS.elementsMax, description: `Elements at most; default ${LIMITS.elementsDefault}.`}),
		),
	}),
	success: success(200, 'The elements that fit, the best first; without a query all, in reading order.', {
		elements: Type.Array(ScreenElement),
		leftOut: Type.Optional(Type.Integer({description: 'Beyond the limit.'})),
		hint: Type.Optional(Type.String({description: 'What to try then.'})),
	}),
	errors: ['image_unreadable'],
	async: true,
	async handler({mediaId, query, limit = LIMITS.elementsDefault}, {db, accountId}) {
		if (!(await findMedia(db, accountId, mediaId))) throw new AppError('not_found');
		const wanted = query?.trim() || null;
		const known = await storedElements(db, accountId, mediaId);
		if (known) return respond(200, selectElements(known, wanted, limit));
		const input: JobInput<typeof readElements> = {mediaId, query: wanted, limit, step: null};
		return {job: await insertJob(db, {accountId, type: readElements.name, input})};
	},
});

export const targetStep = defineOperation({
	name: 'target_step',
	tag: 'Steps',
	summary: "Place a step's highlight and click on the element with these words, or on a rectangle in pixels",
	description:
		'Where several elements fit as well, the error lists them with their places, and nth chooses. A button or field is taken before prose with its words; adjustments names the others.',
	route: 'POST /tours/{id}/steps/{stepId}/target',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId, ...targetFields}),
	success: success(200, 'The step as stored.', StepResponse),
	...CHANGES_TOUR,
	errors: ['target_ambiguous', 'target_not_found', 'image_unreadable', 'version_mismatch'],
	async: true,
	nullIsAbsent: true,
	check: input => targetFaults('', input),
	async handler({id, stepId, ...target}, call) {
		const {db, accountId, ifMatch} = call;
		const content = await readContent(db, accountId, id, ifMatch);
		const {image} = content.steps[stepIndex(content, stepId)]!;
		if (!image) throw noPicture();
		const elements = target.pixels ? [] : await storedElements(db, accountId, image.mediaId);
		if (!elements) {
			const input: JobInput<typeof readElements> = {
				mediaId: image.mediaId,
				query: null,
				limit: 0,
				step: {tourId: id, stepId, ifMatch, target},
			};
			return {job: await insertJob(db, {accountId, type: readElements.name, input})};
		}
		const placed = placeTarget(target, image, elements, '');
		const change = await changeTourFor(call, id, before => pointStep(before, stepId, placed));
		return respond(200, presentStepChange(change, call.services.config), change.version);
	},
});

function noPicture(): AppError {
	const hint = 'Give the step an image first.';
	return new AppError('target_not_found', {errors: [{field: 'stepId', message: 'The step has no screenshot to look at.', hint}]});
}

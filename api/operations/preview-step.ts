import {Type} from 'typebox';
import {LIMITS} from '../../shared/contract/limits.ts';
import {DrawnPicture, Finding, Viewport} from '../../shared/contract/pictures/step-picture.ts';
import {Closed, Nullable} from '../../shared/contract/schema.ts';
import {invalid} from '../../shared/errors.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {pictureSheet, pictureStep} from '../../shared/queue/jobs/publishing.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {mediaByIds} from '../../shared/store/media/media.ts';
import {readContent} from '../../shared/store/tours.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import type {TourContent} from '../../shared/tour/document/document.ts';
import {snapshotOfStep} from '../../shared/tour/snapshot.ts';
import {stepIndex} from '../../shared/tour/steps.ts';
import {type Call, defineOperation} from '../pipeline/operation.ts';
import {stepId, success, tourId} from './responses.ts';

export const previewStep = defineOperation({
	name: 'preview_step',
	tag: 'Steps',
	summary: 'Draw a step as visitors will see it, and list what they would stumble over',
	description: 'The public page itself at rest, of the tour as it is, published or not. The same step is drawn once.',
	route: 'GET /tours/{id}/steps/{stepId}/picture',
	scopes: ['tours:read'],
	input: Closed({id: tourId, stepId, viewport: Type.Optional(Viewport)}),
	success: success(200, 'The pictures, and what was measured in them.', {
		viewport: Viewport,
		picture: DrawnPicture,
		crop: Nullable(DrawnPicture),
		findings: Type.Array(Finding, {description: 'Empty where nothing is wrong.'}),
	}),
	errors: [],
	async: true,
	handler: async ({id, stepId, viewport = 'desktop'}, call) => ({job: await orderStepPicture(call, id, stepId, viewport)}),
});

/** The job that draws a step as it stands now. Throws `not_found`. */
export async function orderStepPicture({db, accountId, services}: PreviewCall, tourId: string, stepId: string, viewport: Viewport) {
	const content = await readContent(db, accountId, tourId);
	const seen = await seenStep({db, accountId, services}, content, stepIndex(content, stepId));
	const input: JobInput<typeof pictureStep> = {...seen, viewport};
	return insertJob(db, {accountId, type: pictureStep.name, input});
}

/** Inserts and returns the job that draws the steps from `from` on side by side, as many as fit. Throws a 400 if there is none. */
export async function orderStepSheet({db, accountId, services}: PreviewCall, tourId: string, from: number, viewport: Viewport) {
	const content = await readContent(db, accountId, tourId);
	const {length} = content.steps;
	if (from >= length) throw invalid([{field: 'from', message: `The tour has ${length} steps.`, hint: 'The first is 0.'}]);
	const steps = [];
	for (const [at, {id: stepId}] of content.steps.slice(from, from + LIMITS.stepsOnSheet).entries()) {
		steps.push({...(await seenStep({db, accountId, services}, content, from + at)), stepId});
	}
	const input: JobInput<typeof pictureSheet> = {steps, of: length, viewport};
	return insertJob(db, {accountId, type: pictureSheet.name, input});
}

type PreviewCall = Pick<Call, 'db' | 'accountId' | 'services'>;

async function seenStep({db, accountId, services}: PreviewCall, content: TourContent, index: number) {
	const mediaId = content.steps[index]!.image?.mediaId ?? null;
	const media = await mediaByIds(db, accountId, mediaId === null ? [] : [mediaId]);
	const snapshot = Buffer.from(canonicalJson(snapshotOfStep(content, index, media)));
	return {snapshot: await services.files.put('snapshots', snapshot, '.json'), index, mediaId};
}

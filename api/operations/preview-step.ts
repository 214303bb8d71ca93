import {Type} from 'typebox';
import {DrawnPicture, Finding, Viewport} from '../../shared/contract/pictures/step-picture.ts';
import {Closed, Nullable} from '../../shared/contract/schema.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {pictureStep} from '../../shared/queue/jobs/publishing.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {mediaByIds} from '../../shared/store/media/media.ts';
import {readContent} from '../../shared/store/tours.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
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
export async function orderStepPicture(
	{db, accountId, services}: Pick<Call, 'db' | 'accountId' | 'services'>,
	tourId: string,
	stepId: string,
	viewport: Viewport,
) {
	const content = await readContent(db, accountId, tourId);
	const index = stepIndex(content, stepId);
	const mediaId = content.steps[index]!.image?.mediaId ?? null;
	const media = await mediaByIds(db, accountId, mediaId === null ? [] : [mediaId]);
	const snapshot = Buffer.from(canonicalJson(snapshotOfStep(content, index, media)));
	const input: JobInput<typeof pictureStep> = {
		snapshot: await services.files.put('snapshots', snapshot, '.json'),
		index,
		viewport,
		mediaId,
	};
	return insertJob(db, {accountId, type: pictureStep.name, input});
}

import {Type} from 'typebox';
import {Adjustment, Warning} from '../../shared/contract/geometry.ts';
import {IMAGE_SOURCES} from '../../shared/contract/image.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {DrawnPicture, Finding, Viewport} from '../../shared/contract/pictures/step-picture.ts';
import {Closed, Nullable} from '../../shared/contract/schema.ts';
import {Step, type StepChangeInput, stepChangeFields, stepFields, Zoom} from '../../shared/contract/step.ts';
import {asStepFault, invalid} from '../../shared/errors.ts';
import {newId} from '../../shared/ids.ts';
import {presentStepChange} from '../../shared/present/tour.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {pictureSheet, pictureStep} from '../../shared/queue/jobs/publishing.ts';
import {insertJob, type StoredJob} from '../../shared/store/jobs/jobs.ts';
import {mediaByIds, useMedia} from '../../shared/store/media/media.ts';
import {readContent} from '../../shared/store/tours.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import type {StoredImage, TourContent} from '../../shared/tour/document/document.ts';
import {snapshotOfStep} from '../../shared/tour/snapshot.ts';
import {
	addStep,
	deleteStep,
	editStep,
	imageSourceFaults,
	reorderSteps,
	type StepChange,
	setCamera,
	stepIndex,
} from '../../shared/tour/steps.ts';
import {type Call, defineOperation, respond} from '../pipeline/operation.ts';
import {base64Faults, mediaOrIngest} from './media/image-source.ts';
import {adjustmentsAndWarnings, changeTourFor, stepId, success, tourId, whereAny} from './responses.ts';
import {CHANGES_TOUR, findTour} from './tours.ts';

/** The response that adding and changing a step share. */
export const StepResponse = {
	step: Step,
	adjustments: Type.Array(Adjustment, {description: 'What was stored differently from how it was sent.'}),
	warnings: Type.Optional(Type.Array(Warning, {description: 'What is allowed and still unwise.'})),
};

export const addStepOperation = defineOperation({
	name: 'add_step',
	tag: 'Steps',
	summary: 'Add a step: a screenshot with highlight and click point, or a text slide',
	route: 'POST /tours/{id}/steps',
	scopes: ['tours:write'],
	input: Closed({id: tourId, ...stepFields}),
	success: success(201, 'The step as stored.', StepResponse),
	...CHANGES_TOUR,
	errors: ['too_many_steps', 'image_too_large', 'image_type', 'image_unreadable', 'image_unreachable', 'version_mismatch'],
	idempotent: true,
	image: 'step',
	nullIsAbsent: true,
	async: true,
	check: imageFaults,
	handler: ({id, ...fields}, call) =>
		withImage(call, {tourId: id, stepId: null}, fields, async image => {
			const change = await changeTourFor(call, id, content => addStep(content, newId('step'), fields, image));
			return stepResponse(201, change, call);
		}),
});

export const updateStep = defineOperation({
	name: 'update_step',
	tag: 'Steps',
	summary: 'Change fields of a step, replace its screenshot, or move it',
	route: 'PATCH /tours/{id}/steps/{stepId}',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId, ...stepChangeFields}),
	success: success(200, 'The step as stored.', StepResponse),
	...CHANGES_TOUR,
	errors: ['image_too_large', 'image_type', 'image_unreadable', 'image_unreachable', 'version_mismatch'],
	image: 'step',
	nullIsAbsent: true,
	async: true,
	check: imageFaults,
	handler: ({id, stepId, ...fields}, call) =>
		withImage(call, {tourId: id, stepId}, fields, async image => {
			const change = await changeTourFor(call, id, content => editStep(content, stepId, fields, image));
			return stepResponse(200, change, call);
		}),
});

export const setCameraOperation = defineOperation({
	name: 'set_camera',
	tag: 'Steps',
	summary: "Say how near a step's picture comes to its target",
	description: 'The step begins with the whole picture and comes near. The public page changes with the next publish.',
	route: 'PUT /tours/{id}/steps/{stepId}/camera',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId, zoom: Zoom}),
	success: success(200, 'The step as stored.', {step: Step}),
	...CHANGES_TOUR,
	async handler({id, stepId, zoom}, call) {
		const change = await changeTourFor(call, id, content => setCamera(content, stepId, {zoom}));
		const {step} = presentStepChange(change, call.services.config);
		return respond(200, {step}, change.version);
	},
});

export const deleteStepOperation = defineOperation({
	name: 'delete_step',
	tag: 'Steps',
	summary: 'Remove a step',
	route: 'DELETE /tours/{id}/steps/{stepId}',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId}),
	success: success(200, 'The step is gone.', {
		deleted: Type.Literal(true),
		stepId: Type.String(),
		adjustments: adjustmentsAndWarnings.adjustments,
	}),
	...CHANGES_TOUR,
	async handler({id, stepId}, call) {
		const {version, adjustments} = await changeTourFor(call, id, content => deleteStep(content, stepId, new Date()));
		return respond(200, {deleted: true, stepId, ...whereAny({adjustments})}, version);
	},
});

export const reorderStepsOperation = defineOperation({
	name: 'reorder_steps',
	tag: 'Steps',
	summary: 'Put the steps into a new order',
	route: 'PUT /tours/{id}/steps/order',
	scopes: ['tours:write'],
	input: Closed({
		id: tourId,
		stepIds: Type.Array(Type.String({description: "A step's id."}), {
			maxItems: LIMITS.stepsPerTour,
			description: "The ids of all the tour's steps, each exactly once, in the new order.",
		}),
	}),
	success: success(200, 'The present order.', {stepIds: Type.Array(Type.String())}),
	...CHANGES_TOUR,
	errors: ['step_order_mismatch', 'version_mismatch'],
	async handler({id, stepIds}, call) {
		const {content, version} = await changeTourFor(call, id, before => ({
			content: reorderSteps(before, stepIds),
		}));
		return respond(200, {stepIds: content.steps.map(step => step.id)}, version);
	},
});

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
	async: true,
	handler: async ({id, stepId, viewport = 'desktop'}, call) => ({job: await orderStepPicture(call, id, stepId, viewport)}),
});

/** Makes the change at once where the image is there already or none is given, and leaves it to an ingest job where one must come first. */
async function withImage<Outcome>(
	call: Call,
	step: {tourId: string; stepId: string | null},
	{image, ...fields}: StepChangeInput,
	change: (image: StoredImage | null) => Promise<Outcome>,
): Promise<Outcome | {job: StoredJob}> {
	if (!image) return change(null);
	// What is not there is reported before what is wrong with the image.
	await findTour({id: step.tourId, stepId: step.stepId ?? undefined}, call);
	if (image.mediaId !== undefined) return change(await useMedia(call.db, call.accountId, image.mediaId, step));
	try {
		const found = await mediaOrIngest(call, image, {...step, ifMatch: call.ifMatch, fields});
		return 'job' in found ? found : change(await useMedia(call.db, call.accountId, found.media.mediaId));
	} catch (error) {
		throw asStepFault(error);
	}
}

function imageFaults({image}: Record<string, unknown>) {
	if (typeof image !== 'object' || image === null || Array.isArray(image)) return [];
	const {base64} = image as {base64?: unknown};
	return [...imageSourceFaults('image', image, IMAGE_SOURCES), ...base64Faults('image.base64', base64)];
}

function stepResponse<const Status extends number>(status: Status, change: StepChange & {version: number}, call: Call) {
	const body = presentStepChange(change, call.services.config);
	return respond<Status, typeof body>(status, body, change.version);
}

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

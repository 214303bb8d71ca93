import type {Fault} from '../../../shared/contract/error.ts';
import {AppError} from '../../../shared/errors.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {readContent} from '../../../shared/store/tours.ts';
import type {McpCall, Params} from '../context.ts';
import {measuredFaults, type Size} from './measured-hints.ts';

/** The error with hints that name the image's own size, where coordinates were measured in its pixels and it is known. */
export async function withSizes(appError: AppError, input: Params, call: McpCall): Promise<AppError> {
	if (appError.code !== 'invalid_request' || measuredFaults(input).length === 0) return appError;
	const known = await imageSize(input, call).catch(() => null);
	const listed = await documentSizes(input, call).catch(() => new Map<string, Size>());
	const sizeOf = (step: Params) => (step === input ? known : (listed.get(mediaIdOf(step) ?? '') ?? null));
	// The faults of a document are named by their place in it.
	const sized = new Map(measuredFaults(input, sizeOf).map(fault => [fault.field.replace(/^document\./, ''), fault]));
	const better = (fault: Fault) => ({...(sized.get(fault.field) ?? fault), field: fault.field});
	return new AppError(appError.code, {...appError.toJSON(), errors: appError.errors?.map(better)});
}

/** Images of a document that are looked up for their sizes. */
const LOOKED_UP = 20;

async function documentSizes({document}: Params, {services, credential}: McpCall): Promise<Map<string, Size>> {
	const steps = (document as {steps?: unknown} | undefined)?.steps;
	const named = Array.isArray(steps) ? steps.flatMap(step => mediaIdOf(step) ?? []) : [];
	const sizes = new Map<string, Size>();
	for (const mediaId of [...new Set(named)].slice(0, LOOKED_UP)) {
		const media = await findMedia(services.database.manager, credential.account.id, mediaId);
		if (media) sizes.set(mediaId, media);
	}
	return sizes;
}

function mediaIdOf(step: unknown): string | null {
	const {mediaId} = ((step as {image?: unknown} | null)?.image ?? {}) as {mediaId?: unknown};
	return typeof mediaId === 'string' ? mediaId : null;
}

/** The image that the call brings by its mediaId, else the one that the step shows. */
async function imageSize(input: Params, {services, credential}: McpCall): Promise<Size | null> {
	const {id, stepId, image} = input;
	const db = services.database.manager;
	const mediaId = mediaIdOf(input);
	if (mediaId !== null) return findMedia(db, credential.account.id, mediaId);
	if (image || typeof id !== 'string' || typeof stepId !== 'string') return null;
	const {steps} = await readContent(db, credential.account.id, id);
	return steps.find(step => step.id === stepId)?.image ?? null;
}

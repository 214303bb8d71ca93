import {AppError} from '../../../shared/errors.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {readContent} from '../../../shared/store/tours.ts';
import type {McpCall, Params} from '../context.ts';
import {measuredFaults, type Size} from './measured-hints.ts';

/** The error with hints that name the image's own size, where coordinates were measured in its pixels and it is known. */
export async function withSizes(appError: AppError, input: Params, call: McpCall): Promise<AppError> {
	if (appError.code !== 'invalid_request' || measuredFaults(input).length === 0) return appError;
	const size = await imageSize(input, call).catch(() => null);
	const sized = new Map(measuredFaults(input, size).map(fault => [fault.field, fault]));
	return new AppError(appError.code, {...appError.toJSON(), errors: appError.errors?.map(fault => sized.get(fault.field) ?? fault)});
}

/** The image that the call brings by its mediaId, else the one that the step shows. */
async function imageSize({id, stepId, image}: Params, {services, credential}: McpCall): Promise<Size | null> {
	const db = services.database.manager;
	const {mediaId} = (image ?? {}) as {mediaId?: unknown};
	if (typeof mediaId === 'string') return findMedia(db, credential.account.id, mediaId);
	if (image || typeof id !== 'string' || typeof stepId !== 'string') return null;
	const {steps} = await readContent(db, credential.account.id, id);
	return steps.find(step => step.id === stepId)?.image ?? null;
}

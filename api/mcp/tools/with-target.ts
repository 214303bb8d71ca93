import type {Adjustment} from '../../../shared/contract/geometry.ts';
import type {Target} from '../../../shared/contract/pictures/element.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {findElements as storedElements} from '../../../shared/store/media/elements.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {readContent} from '../../../shared/store/tours.ts';
import {placeTarget} from '../../../shared/tour/place/target.ts';
import {findElements} from '../../operations/media/elements.ts';
import {uploadMedia} from '../../operations/media/media.ts';
import type {Operation} from '../../pipeline/operation.ts';
import {parse, withoutNulls} from '../../pipeline/validate.ts';
import {type McpCall, type Params, performFor} from '../context.ts';
import type {Tool} from './define-tool.ts';

/**
 * Returns the arguments with highlight and click in place of a target, and the adjustments to report. Stores and reads a picture that is not
 * yet stored and read, but only once all arguments are valid. Throws as `placeTarget` does.
 */
export async function withTarget(tool: Tool, given: Params, call: McpCall): Promise<{input: Params; said: Adjustment[]}> {
	if (!('target' in tool.operation.input.properties) || typeof given?.target !== 'object' || given.target === null)
		return {input: given, said: []};
	const input = withoutNulls(tool.operation.input, given) as Params;
	parse(tool.operation, input);
	const {target, ...rest} = input as Params & {target: Target};
	const {image, mediaId} = await stored(rest, call);
	const {services, credential} = call;
	const media = mediaId === null ? null : await findMedia(services.database.manager, credential.account.id, mediaId);
	if (!media)
		throw invalid([
			{field: 'target', message: 'There is no screenshot to look at.', hint: 'Give image along, or give the step one first.'},
		]);
	const elements = target.pixels ? [] : await elementsOf(media.mediaId, call);
	const {adjustments, ...shape} = placeTarget(target, media, elements);
	return {input: {...rest, ...(image !== undefined && {image}), ...shape}, said: adjustments};
}

/** The image as one that is stored, and which one the target lies on: the call's own, else the step's. */
async function stored({id, stepId, image}: Params, call: McpCall): Promise<{image?: unknown; mediaId: string | null}> {
	const {url, base64, name, mediaId} = (image ?? {}) as Record<'url' | 'base64' | 'name' | 'mediaId', string | undefined>;
	if (mediaId !== undefined) return {image, mediaId};
	if (url !== undefined || base64 !== undefined) {
		const {media} = await run(
			uploadMedia,
			{...(url !== undefined && {url}), ...(base64 !== undefined && {base64}), ...(name && {name})},
			call,
		);
		const found = (media as {mediaId: string}).mediaId;
		return {image: {mediaId: found}, mediaId: found};
	}
	if (typeof stepId !== 'string') return {image, mediaId: null};
	const {steps} = await readContent(call.services.database.manager, call.credential.account.id, String(id));
	return {image, mediaId: steps.find(step => step.id === stepId)?.image?.mediaId ?? null};
}

async function elementsOf(mediaId: string, call: McpCall) {
	const {services, credential} = call;
	const known = () => storedElements(services.database.manager, credential.account.id, mediaId);
	const before = await known();
	if (before) return before;
	await run(findElements, {mediaId, limit: 1}, call);
	return (await known()) ?? [];
}

async function run(operation: Operation, input: Params, call: McpCall): Promise<Record<string, unknown>> {
	try {
		const {waitMs, images} = call;
		// In a turn of its own: that of the message is for what comes after it.
		const {body} = await performFor({...call, turn: undefined}, operation, input, {waitMs, images: new Map(images)});
		return body;
	} catch (error) {
		// What is wrong with the image is wrong with the argument of that name.
		if (!(error instanceof AppError) || operation !== uploadMedia || !error.errors) throw error;
		throw new AppError(error.code, {...error.toJSON(), errors: error.errors.map(fault => ({...fault, field: `image.${fault.field}`}))});
	}
}

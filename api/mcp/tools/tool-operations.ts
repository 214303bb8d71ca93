import {type TObject, Type} from 'typebox';
import type {Fault} from '../../../shared/contract/error.ts';
import {EXPORT_FORMAT_NAMES, EXPORT_FORMATS} from '../../../shared/contract/exports/index.ts';
import {ExportOptions} from '../../../shared/contract/exports/tour-export.ts';
import {DrawnPicture, Finding, Viewport} from '../../../shared/contract/pictures/step-picture.ts';
import {Closed, Nullable} from '../../../shared/contract/schema.ts';
import {targetFaults} from '../../../shared/tour/place/target-faults.ts';
import {getAnalytics} from '../../operations/analytics/analytics.ts';
import {exportAndWait} from '../../operations/exports/exports.ts';
import {createUploadUrl, newUpload, Upload, uploadMedia} from '../../operations/media/media.ts';
import {stepId, tourId} from '../../operations/responses.ts';
import {orderStepSheet, previewStep} from '../../operations/steps.ts';
import type {Operation} from '../../pipeline/operation.ts';
import {bothInputs, misplaced} from './define-tool.ts';

/** Upload URLs in one call of an agent. */
const UPLOAD_URLS = 50;

/** Operations as tools have them: where a tool takes more than the operation of the REST interface, or is two of them. */

/** The two ways to bring an image in, as one: bytes or a URL store it, neither returns where to send it. */
export const uploadTool: Operation = {
	...uploadMedia,
	description: undefined,
	input: bothInputs(
		bothInputs(uploadMedia.input, createUploadUrl.input),
		Type.Object({
			count: Type.Optional(
				Type.Integer({minimum: 1, maximum: UPLOAD_URLS, description: 'Upload URLs for so many images at once, in uploads.'}),
			),
		}),
	),
	success: {
		201: {
			description: 'The stored image (media), or where to send the bytes (upload, or uploads with count).',
			body: Closed({
				media: Type.Optional(uploadMedia.success[201]!.body.properties.media!),
				upload: Type.Optional(Upload),
				uploads: Type.Optional(Type.Array(Upload, {description: 'With count: one for each image.'})),
			}),
		},
	},
	counts: ['change'],
	countsWhen: bringsImage,
	check: input => [...mixed(input), ...(bringsImage(input) ? (uploadMedia.check?.(input) ?? []) : [])],
	async handler(input, call) {
		if (bringsImage(input)) return uploadMedia.handler(input, call);
		const {count, ...announced} = input as {count?: number};
		if (count === undefined) return createUploadUrl.handler(announced, call);
		const uploads = [];
		for (let made = 0; made < count; made++) uploads.push(await newUpload(announced, call));
		return {response: {status: 201, body: {uploads}}};
	},
};

function bringsImage(input: Record<string, unknown>): boolean {
	return input.base64 !== undefined || input.url !== undefined;
}

function mixed(input: Record<string, unknown>) {
	if (bringsImage(input)) {
		const hint = 'contentType, bytes, sha256 and count ask for upload URLs: leave out url and base64, or leave out these.';
		return misplaced(input, uploadMedia.input, hint);
	}
	if (input.count === undefined || input.count === 1) return [];
	const common = Type.Object({count: Type.Any(), contentType: Type.Any()}) as TObject;
	return misplaced(input, common, 'It announces one image: leave it out, or leave out count.');
}

/** The tour is named as everywhere else, or as its operation names it. */
export const analyticsTool: Operation = {
	...getAnalytics,
	description: 'No personal data.',
	input: bothInputs(Type.Object({id: Type.Optional(tourId)}), getAnalytics.input),
	check: input => {
		const both = input.id !== undefined && input.tourId !== undefined && input.id !== input.tourId;
		const fault = {field: 'tourId', message: 'id and tourId name two tours.', hint: 'Send one of them.'};
		return [...(both ? [fault] : []), ...(getAnalytics.check?.(input) ?? [])];
	},
	handler: ({id, ...asked}, call) => getAnalytics.handler({...(id !== undefined && {tourId: id as string}), ...asked}, call),
};

/** Draws one step, or, without a step's id, as many as fit on one picture. */
export const previewTool: Operation = {
	...previewStep,
	description: 'The public page at rest, of the tour as it is.',
	input: Closed({
		id: tourId,
		stepId: Type.Optional(stepId),
		viewport: Type.Optional(Viewport),
		from: Type.Optional(Type.Integer({minimum: 0, description: 'Without stepId: position of the first step on the sheet; default 0.'})),
	}),
	success: {
		200: {
			description: 'The picture of a step, or of many.',
			body: Closed({
				viewport: Viewport,
				picture: DrawnPicture,
				crop: Type.Optional(Nullable(DrawnPicture)),
				findings: Type.Optional(Type.Array(Finding)),
				columns: Type.Optional(Type.Integer()),
				steps: Type.Optional(Type.Array(Closed({stepId: Type.String(), position: Type.Integer(), findings: Type.Array(Finding)}))),
				next: Type.Optional(Nullable(Type.Integer())),
			}),
		},
	},
	check: ({stepId, from}) =>
		stepId === undefined || from === undefined
			? []
			: [{field: 'from', message: 'Stands beside stepId.', hint: 'Without stepId, for a sheet of many steps.'}],
	async handler(input, call) {
		const {id, stepId, viewport = 'desktop', from = 0} = input as {id: string; stepId?: string; viewport?: Viewport; from?: number};
		if (stepId !== undefined) return previewStep.handler({id, stepId, viewport}, call);
		return {job: await orderStepSheet(call, id, from, viewport)};
	},
};

/** Lists the option names of all formats, because clients refuse an object without properties. */
export const exportTool: Operation = {
	...exportAndWait,
	input: Closed({
		...exportAndWait.input.properties,
		options: Type.Optional(Type.Unsafe({...ExportOptions, properties: optionTypes()})),
	}),
};

function optionTypes(): Record<string, {type: string}> {
	const options = EXPORT_FORMAT_NAMES.map(format => EXPORT_FORMATS[format].options.properties as Record<string, {type: string}>);
	return Object.fromEntries(options.flatMap(Object.entries).map(([name, {type}]) => [name, {type}]));
}

/** Adds the errors and checks of a target to an operation: a step placed by a target takes no numbers as well. */
export function placeable(operation: Operation): Operation {
	return {
		...operation,
		errors: [...operation.errors, 'target_ambiguous', 'target_not_found'],
		check: input => [...(operation.check?.(input) ?? []), ...faultsOfTarget(input)],
	};
}

function faultsOfTarget({target, highlight, click}: Record<string, unknown>): Fault[] {
	if (typeof target !== 'object' || target === null) return [];
	const twice =
		highlight || click ? [{field: 'target', message: 'Stands beside highlight or click.', hint: 'Give the one or the others.'}] : [];
	return [...twice, ...targetFaults('target', target as Record<string, unknown>)];
}

import {type Static, Type} from 'typebox';
import type {Fault} from '../../../shared/contract/error.ts';
import {IMAGE_TYPES, Media, MediaVariant, mediaUploadFields} from '../../../shared/contract/image.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {type RedactionArea, redactionFields, redactionResponse} from '../../../shared/contract/pictures/redaction.ts';
import {Choice, Closed, Nullable, Text, Timestamp} from '../../../shared/contract/schema.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentMedia, presentVariants} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {redactStep} from '../../../shared/queue/jobs/redaction.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {findMedia, knownAs, touchMedia} from '../../../shared/store/media/media.ts';
import {type Announced, createUpload} from '../../../shared/store/media/uploads.ts';
import {linksShowing} from '../../../shared/store/redactions/showing.ts';
import {readContent} from '../../../shared/store/tours.ts';
import {pixelsOf} from '../../../shared/tour/redaction.ts';
import {imageSourceFaults, stepIndex} from '../../../shared/tour/steps.ts';
import {requireScopes} from '../../auth/bearer.ts';
import {type Call, defineOperation, respond} from '../../pipeline/operation.ts';
import {stepId, success, tourId} from '../responses.ts';
import {CHANGES_TOUR} from '../tours.ts';
import {base64Faults, mediaOrIngest} from './image-source.ts';

const digest = Type.String({
	maxLength: 64,
	pattern: '^[0-9a-f]{64}$',
	description: 'Lower-case hex sha256 of the image that will be sent.',
});
const imageBytes = Type.Integer({minimum: 1, maximum: LIMITS.imageBytes, description: 'Size of the image that will be sent.'});

/** The request that uploads the bytes of one image. */
export const Upload = Closed(
	{
		url: Type.String(),
		method: Type.Literal('PUT'),
		headers: Type.Record(Type.String(), Type.String(), {description: 'Headers to send along.'}),
		expiresAt: Timestamp,
	},
	{title: 'Upload', description: 'Where to send the bytes of one image.'},
);

export const uploadMedia = defineOperation({
	name: 'upload_media',
	tag: 'Media',
	summary: 'Store a screenshot, from base64 or from a public https URL',
	description:
		'Over HTTP the body may be the image itself, as image/png, image/jpeg, image/webp or image/gif: for large images that is faster than base64 by a third.',
	route: 'POST /media',
	scopes: ['tours:write'],
	input: Closed(mediaUploadFields),
	success: success(201, 'The stored image; also where the same bytes were there already.', {media: Media}),
	errors: ['image_too_large', 'image_type', 'image_unreadable', 'image_unreachable'],
	idempotent: true,
	counts: ['change'],
	image: 'media',
	async: true,
	check: input => [...imageSourceFaults('', input, ['base64', 'url']), ...base64Faults('base64', input.base64)],
	async handler(source, call) {
		const found = await mediaOrIngest(call, source, null);
		return 'job' in found ? found : respond(201, {media: presentMedia(found.media, call.services.config)});
	},
});

export const getMedia = defineOperation({
	name: 'get_media',
	tag: 'Media',
	summary: 'Read a stored image and the sizes in which it is there',
	description: 'The mediaId is the sha256 of the bytes: so a program finds out whether an image needs no upload.',
	route: 'GET /media/{mediaId}',
	scopes: ['tours:read'],
	input: Closed({mediaId: Type.String({description: "The image's mediaId."})}),
	success: success(200, 'The image.', {
		media: Media,
		variants: Type.Array(MediaVariant, {description: 'Smallest first: the thumbnail, then what pages show.'}),
	}),
	async handler({mediaId}, call) {
		const known = (await knownAs(call.db, call.accountId, [mediaId])).get(mediaId);
		const media = known === undefined ? null : await findMedia(call.db, call.accountId, known);
		if (!media) throw new AppError('not_found');
		const {config} = call.services;
		return respond(200, {media: presentMedia(media, config), variants: presentVariants(media, config)});
	},
});

export const createUploadUrl = defineOperation({
	name: 'create_upload_url',
	tag: 'Media',
	summary: 'Get a URL to which the bytes of one image can be sent within 15 minutes',
	description: 'Send the bytes with one PUT and without a credential: the URL itself is the permission. It answers 201 with media.',
	route: 'POST /media/upload-url',
	scopes: ['tours:write'],
	input: Closed({
		name: Type.Optional(Type.String({maxLength: LIMITS.fileName, description: 'File name, for your own orientation.'})),
		contentType: Type.Optional(Choice(IMAGE_TYPES, {description: 'Type of the image that will be sent.'})),
		bytes: Type.Optional(imageBytes),
		sha256: Type.Optional(digest),
	}),
	success: success(201, 'Where to send the bytes.', {upload: Upload}),
	async handler(announced, call) {
		return respond(201, {upload: await newUpload(announced, call)});
	},
});

export const redactStepOperation = defineOperation({
	name: 'redact_step',
	tag: 'Steps',
	summary: "Burn boxes or blurs into a step's picture, so that what was there is gone for good",
	description:
		'The pixels are replaced in a new picture, of an animation in every frame, and highlight and click stay where they are. Cannot be undone: versions, the bin and previews get the new picture as well, and once nothing of the account shows the old one (alsoIn, live) its files are removed within five minutes. Copies in caches, backups and downloads are out of reach.',
	route: 'POST /tours/{id}/steps/{stepId}/redact',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId, ...redactionFields}),
	success: success(200, 'The step with its redacted picture.', redactionResponse),
	...CHANGES_TOUR,
	errors: ['nothing_to_redact', 'image_unreadable', 'version_mismatch'],
	idempotent: true,
	async: true,
	async handler({id, stepId, areas, where = 'step', live = 'keep'}, call) {
		const {db, accountId, ifMatch, credential, services} = call;
		const content = await readContent(db, accountId, id, ifMatch);
		const {image} = content.steps[stepIndex(content, stepId)]!;
		const media = image && (await findMedia(db, accountId, image.mediaId));
		if (!media) throw nothing('stepId', 'The step has no picture.', 'Name a step with a screenshot.');
		requireAreas(areas, media);
		const isUp = (await linksShowing(db, accountId, media.mediaId)).some(link => link.tourId === id);
		if (live === 'replace' && isUp) requireScopes(['publish'], credential, services.config.baseUrl);
		const input: JobInput<typeof redactStep> = {tourId: id, stepId, mediaId: media.mediaId, areas, where, live, ifMatch};
		return {job: await insertJob(db, {accountId, type: redactStep.name, input, actor: call.actor})};
	},
});

/** A new upload URL, for the image that is announced. */
export async function newUpload(
	{name = null, contentType = null, bytes = null, sha256 = null}: Partial<Announced>,
	{db, accountId, credential, services}: Call,
): Promise<Static<typeof Upload>> {
	const {token, expiresAt} = await createUpload(db, {accountId, credential}, {name, contentType, bytes, sha256});
	return {
		url: `${services.config.baseUrl}/uploads/${token}`,
		method: 'PUT',
		headers: contentType ? {'Content-Type': contentType} : {},
		expiresAt: expiresAt.toISOString(),
	};
}

const MediaFile = Closed(
	{
		sha256: digest,
		bytes: imageBytes,
		name: Type.Optional(Text(LIMITS.fileName, 'File name, for your own orientation.')),
	},
	{description: 'One image: {"sha256": "<64 hex digits>", "bytes": 1234}.'},
);

export const batchMedia = defineOperation({
	name: 'batch_media',
	tag: 'Media',
	summary: 'Find out which of many images are stored already, and get an upload URL for each of the rest',
	description: 'One call for a whole tour: files that the account has cost no upload. The same sha256 twice gets one upload URL.',
	route: 'POST /media/batch',
	scopes: ['tours:write'],
	input: Closed({
		files: Type.Array(MediaFile, {minItems: 1, maxItems: LIMITS.mediaBatch, description: 'The images, in any order.'}),
	}),
	success: success(200, 'Of each file, in the order of the call, the stored image or where to send its bytes.', {
		files: Type.Array(Closed({sha256: Type.String(), media: Nullable(Media), upload: Nullable(Upload)})),
	}),
	check: differingSizes,
	async handler({files}, call) {
		const {db, accountId, services} = call;
		const known = new Map<string, Static<typeof Media>>();
		const uploads = new Map<string, Static<typeof Upload>>();
		const stored = await knownAs(
			db,
			accountId,
			files.map(({sha256}) => sha256),
		);
		// In one order always: two batches that touch the same images at once would wait for each other.
		const asked = files.map(({sha256}) => ({sha256, mediaId: stored.get(sha256) ?? sha256}));
		for (const {sha256, mediaId} of asked.sort((one, other) => one.mediaId.localeCompare(other.mediaId))) {
			if (known.has(sha256) || uploads.has(sha256)) continue;
			const media = await touchMedia(db, accountId, mediaId);
			if (media) known.set(sha256, presentMedia(media, services.config));
			else uploads.set(sha256, await newUpload(files.find(file => file.sha256 === sha256)!, call));
		}
		const answers = files.map(({sha256}) => ({sha256, media: known.get(sha256) ?? null, upload: uploads.get(sha256) ?? null}));
		return respond(200, {files: answers});
	},
});

/** Returns a fault for each file whose size differs from an equal hash's: equal bytes have one size. */
function differingSizes({files}: Record<string, unknown>): Fault[] {
	if (!Array.isArray(files)) return [];
	const sizes = new Map<unknown, {bytes: unknown; index: number}>();
	return files.flatMap((file, index) => {
		const {sha256, bytes} = (file ?? {}) as {sha256?: unknown; bytes?: unknown};
		if (typeof sha256 !== 'string') return [];
		const first = sizes.get(sha256);
		if (!first) sizes.set(sha256, {bytes, index});
		if (!first || first.bytes === bytes) return [];
		const message = `files[${first.index}] names another size of the same sha256.`;
		return [{field: `files[${index}].bytes`, message, hint: 'Hash and measure the file once more.'}];
	});
}

/** Throws `nothing_to_redact` for areas that lie beside the picture, or are no areas. */
function requireAreas(areas: readonly RedactionArea[], size: {width: number; height: number}): void {
	const errors = areas.flatMap((area, index) =>
		pixelsOf(area, size)
			? []
			: [
					{
						field: `areas[${index}]`,
						message: 'Covers no pixel of the picture.',
						hint: 'x, y, width and height are fractions of the picture, from 0 to 1; width and height are more than 0.',
					},
				],
	);
	if (errors.length > 0) throw new AppError('nothing_to_redact', {errors});
}

function nothing(field: string, message: string, hint: string): AppError {
	return new AppError('nothing_to_redact', {errors: [{field, message, hint}]});
}

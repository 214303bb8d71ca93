import {Type} from 'typebox';
import {IMAGE_TYPES, Media, mediaUploadFields} from '../../shared/contract/image.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Choice, Closed, Timestamp} from '../../shared/contract/schema.ts';
import {presentMedia} from '../../shared/store/media/media.ts';
import {createUpload} from '../../shared/store/media/uploads.ts';
import {imageSourceFaults} from '../../shared/tour/steps.ts';
import {answer, defineOperation} from '../pipeline/operation.ts';
import {success} from './answers.ts';
import {base64Faults, mediaOrIngest} from './image-source.ts';

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
		return 'job' in found ? found : answer(201, {media: presentMedia(found.media, call.services.config.baseUrl)});
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
		bytes: Type.Optional(Type.Integer({minimum: 1, maximum: LIMITS.imageBytes, description: 'Size of the image that will be sent.'})),
		sha256: Type.Optional(
			Type.String({maxLength: 64, pattern: '^[0-9a-f]{64}$', description: 'Lower-case hex sha256 of the image that will be sent.'}),
		),
	}),
	success: success(201, 'Where to send the bytes.', {
		upload: Closed({
			url: Type.String(),
			method: Type.Literal('PUT'),
			headers: Type.Record(Type.String(), Type.String(), {description: 'Headers to send along.'}),
			expiresAt: Timestamp,
		}),
	}),
	errors: [],
	async handler({name = null, contentType = null, bytes = null, sha256 = null}, call) {
		const {token, expiresAt} = await createUpload(call.db, call.accountId, {name, contentType, bytes, sha256});
		return answer(201, {
			upload: {
				url: `${call.services.config.baseUrl}/uploads/${token}`,
				method: 'PUT',
				headers: contentType ? {'Content-Type': contentType} : {},
				expiresAt: expiresAt.toISOString(),
			},
		});
	},
});

import {type Static, Type} from 'typebox';
import {LIMITS} from './limits.ts';
import {Choice, Closed, Nullable, PublicUrl, pixelSize, Text} from './schema.ts';

/** The three ways to name an image; exactly one of them must be given (checked by `imageSourceFaults`). */
export const IMAGE_SOURCES = ['mediaId', 'url', 'base64'] as const;

/** Content types of a request body that is an image. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

const sourceUrl = Type.String({
	minLength: 1,
	maxLength: LIMITS.linkUrl,
	description: 'Public https URL of the image (PNG, JPEG, WebP or GIF, up to 15 MB); it is fetched once and stored.',
});
const sourceBase64 = Type.String({minLength: 1, description: 'The image as base64, or as a data:image/...;base64,... string.'});
const sourceName = Text(LIMITS.fileName, 'File name, for your own orientation.');

export const ImageReference = Closed(
	{
		mediaId: Type.Optional(Type.String({description: 'The mediaId that a media upload answered.'})),
		url: Type.Optional(sourceUrl),
		base64: Type.Optional(sourceBase64),
		name: Type.Optional(sourceName),
	},
	{
		title: 'ImageReference',
		description: 'The screenshot: exactly one of mediaId, url and base64. For local files upload first and pass mediaId.',
	},
);
export type ImageReference = Static<typeof ImageReference>;

export const mediaUploadFields = {
	base64: Type.Optional(sourceBase64),
	url: Type.Optional(sourceUrl),
	name: Type.Optional(sourceName),
};

export const Media = Closed(
	{
		mediaId: Type.String({description: 'Lower-case hex sha256 of the bytes received.'}),
		name: Nullable(Type.String()),
		width: Type.Integer({description: 'Pixels, after the orientation in its metadata was applied.'}),
		height: Type.Integer({description: 'Pixels, after the orientation in its metadata was applied.'}),
		format: Choice(['png', 'jpeg', 'webp', 'gif']),
		bytes: Type.Integer({description: 'Size of the bytes received.'}),
		url: PublicUrl,
	},
	{title: 'Media', description: 'A stored image.'},
);
export type Media = Static<typeof Media>;

export const MediaVariant = Closed(
	{
		url: PublicUrl,
		...pixelSize,
		format: Choice(['webp', 'avif']),
		bytes: Nullable(Type.Integer({description: 'Null for the thumbnail.'})),
	},
	{title: 'MediaVariant', description: 'An image in one size and format.'},
);
export type MediaVariant = Static<typeof MediaVariant>;

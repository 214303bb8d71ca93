import type {Media, MediaVariant} from '../contract/image.ts';
import type {MediaRow} from '../store/entities/tours.ts';
import type {NewMedia} from '../store/media/media.ts';
import {thumbnailSize} from '../tour/thumbnail.ts';
import {mediaUrl, thumbnailUrl} from '../tour/urls.ts';

/** The variants of an image as anyone may fetch them, smallest first, its thumbnail before all. */
export function presentVariants(media: Pick<MediaRow, 'variants' | 'avif'>, baseUrl: string): MediaVariant[] {
	const largest = media.variants.at(-1)!;
	const shown = [...media.variants, ...media.avif].sort((one, other) => one.width - other.width);
	return [
		{url: thumbnailUrl(baseUrl, largest.file), ...thumbnailSize(largest), format: 'webp', bytes: null},
		...shown.map(({file, width, height, format, bytes}) => ({url: mediaUrl(baseUrl, file), width, height, format, bytes})),
	];
}

export function presentMedia(media: NewMedia, baseUrl: string): Media {
	const {mediaId, name, width, height, format, bytes} = media;
	return {mediaId, name, width, height, format, bytes, url: mediaUrl(baseUrl, media.variants.at(-1)!.file)};
}

import type {Media, MediaVariant} from '../contract/image.ts';
import type {MediaRow} from '../store/entities/tours.ts';
import type {NewMedia} from '../store/media/media.ts';
import {thumbnailSize} from '../tour/thumbnail.ts';
import {type Bases, mediaUrl, thumbnailUrl} from '../tour/urls.ts';

/** The variants of an image as anyone may fetch them, smallest first, its thumbnail before all. */
export function presentVariants(media: Pick<MediaRow, 'variants' | 'avif'>, bases: Bases): MediaVariant[] {
	const largest = media.variants.at(-1)!;
	const shown = [...media.variants, ...media.avif].sort((one, other) => one.width - other.width);
	return [
		{url: thumbnailUrl(bases.baseUrl, largest.file), ...thumbnailSize(largest), format: 'webp', bytes: null},
		...shown.map(({file, width, height, format, bytes}) => ({url: mediaUrl(bases, file), width, height, format, bytes})),
	];
}

export function presentMedia(media: NewMedia, bases: Bases): Media {
	const {mediaId, name, width, height, format, bytes} = media;
	return {mediaId, name, width, height, format, bytes, url: mediaUrl(bases, media.variants.at(-1)!.file)};
}

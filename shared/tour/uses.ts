import type {TourContent} from './document/document.ts';

/** The mediaIds of the images and the file names of the narrations that a tour holds, each once. */
export function usesOf({steps}: Pick<TourContent, 'steps'>): string[] {
	const used = steps.flatMap(({image, narrations}) => [...(image ? [image.mediaId] : []), ...narrations.map(({file}) => file)]);
	return [...new Set(used)];
}

/** Returns the image that lists show for a tour: the first that it shows. */
export function firstImageOf({steps}: Pick<TourContent, 'steps'>): string | null {
	const shown = steps.find(({type, image}) => type === 'screen' && image) ?? steps.find(({image}) => image);
	return shown?.image?.mediaId ?? null;
}

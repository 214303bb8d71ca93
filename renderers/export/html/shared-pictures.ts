import type {ImageVariant, Snapshot} from '../../../shared/contract/snapshot.ts';
import {idsOf} from '../../player/parts/ids.ts';

/** A picture that several steps show. `ids`: of their sections. */
export type SharedPicture = {picture: ImageVariant; ids: string[]};

/** Finds pictures that several steps show, by file: they come into the page once. Animated ones stay in place. */
export function sharedPictures(snapshot: Snapshot): Map<string, SharedPicture> {
	const ids = idsOf(snapshot);
	const shown = new Map<string, SharedPicture>();
	for (const [index, {type, image}] of snapshot.steps.entries()) {
		if (type === 'slide' || !image || image.still) continue;
		const picture = image.variants[0]!;
		const known = shown.get(picture.file) ?? {picture, ids: []};
		known.ids.push(ids[index]!);
		shown.set(picture.file, known);
	}
	return new Map([...shown].filter(([, {ids}]) => ids.length > 1));
}

/** Returns an invisible image of the picture's size, which stands in each step instead of it. */
export function placeholder({picture: {width, height}}: SharedPicture): string {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
	return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/**
 * Writes the pictures as backgrounds, also on paper: a style is the one place of a page without a script from which
 * several elements can share a file.
 */
export function sharedRules(shared: Iterable<SharedPicture>, url: (file: string) => string): string {
	return [...shared]
		.map(
			({picture, ids}) =>
				`${ids.map(id => `#${id} .pic`).join()}{background:var(--c) url(${url(picture.file)}) 0 0/100% 100% !important;print-color-adjust:exact}`,
		)
		.join('');
}

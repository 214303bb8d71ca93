import type {TourDocument} from '../../contract/document.ts';
import type {TourContent} from '../../tour/document/document.ts';
import {keyOf} from '../../tour/document/to-document.ts';
import type {Db} from '../database.ts';
import {imagesNamed, type NamedImages} from '../media/media.ts';

/**
 * Returns the document with the account's mediaIds for its images. A file that the service handed out lacks the
 * upload's metadata, so its hash differs; the hash leads to its image. If several images share the hash, a step keeps
 * its own.
 */
export async function withStoredImages(
	db: Db,
	accountId: string,
	document: TourDocument,
	before: TourContent | null,
): Promise<TourDocument> {
	const steps = document.steps ?? [];
	const named = steps.flatMap(({image}) => image?.mediaId ?? []);
	const stored = await imagesNamed(db, accountId, named);
	const shown = new Map<string, string>();
	for (const [index, step] of (before?.steps ?? []).entries()) {
		for (const name of [step.id, keyOf(step), String(index)]) if (step.image) shown.set(name, step.image.mediaId);
	}
	const found = steps.map((step, index) => {
		const mediaId = step.image?.mediaId;
		if (mediaId === undefined) return step;
		const own = [step.id, step.key, String(index)].flatMap(name => (name === undefined ? [] : (shown.get(name) ?? [])));
		return {...step, image: {mediaId: chosen(mediaId, own, stored)}};
	});
	return {...document, ...(document.steps && {steps: found})};
}

function chosen(named: string, shown: string[], stored: NamedImages): string {
	const found = stored.get(named) ?? [];
	return shown.find(mediaId => mediaId === named || found.includes(mediaId)) ?? (found.includes(named) ? named : (found[0] ?? named));
}

import {coverStep} from '../../../renderers/cover/cover.ts';
import {detailOfStored} from '../../../renderers/image/detail.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {FileStore} from '../../../shared/files/file-store.ts';
import type {Services} from '../../../shared/services/services.ts';
import type {MediaRow} from '../../../shared/store/entities/tours.ts';
import {saveDetail} from '../../../shared/store/media/media.ts';
import {addDetail, isMissing} from '../../../shared/tour/snapshot.ts';

/** The largest variant that a cover makes use of, pixels of width. */
const COVER_IMAGE_WIDTH = 1440;

/** A snapshot as it was stored, whichever edition stored it. Throws where it is gone. */
export async function readSnapshot(files: FileStore, name: string): Promise<Snapshot> {
	const bytes = await files.read('snapshots', name);
	if (!bytes) throw new Error(`The snapshot ${name} is not stored.`);
	const snapshot: Snapshot = JSON.parse(bytes.toString());
	// The first edition knew no narration.
	return {...snapshot, steps: snapshot.steps.map(step => ({...step, narrations: step.narrations ?? []}))};
}

/**
 * The snapshot with the maps of detail of those of its pictures that an earlier edition stored without one; `media` are its images. What is made
 * here is kept with the image. A picture that cannot be read stays without: then no side of it is better than another.
 */
export async function withDetail(snapshot: Snapshot, media: readonly MediaRow[], {database, files}: Pick<Services, 'database' | 'files'>) {
	if (!isMissing(snapshot, 'detail')) return snapshot;
	const maps: Array<Pick<MediaRow, 'variants' | 'detail'>> = [];
	for (const {accountId, mediaId, variants, stills, detail} of media) {
		const bytes = detail === null ? await files.read('media', (stills[0] ?? variants[0]!).file) : null;
		const made = bytes && (await detailOfStored(bytes));
		if (made) await saveDetail(database.manager, accountId, mediaId, made);
		maps.push({variants, detail: made ?? detail});
	}
	return addDetail(snapshot, maps);
}

/** Bytes of the screenshot that the cover shows, in the size that covers are made of; null where the tour has none. */
export async function coverImage(files: FileStore, snapshot: Snapshot): Promise<Buffer | null> {
	const file = coverImageFile(snapshot);
	return file === null ? null : files.read('media', file);
}

/** The file of that screenshot, or null. */
export function coverImageFile(snapshot: Snapshot): string | null {
	const image = coverStep(snapshot)?.image;
	const variant = image?.variants.findLast(candidate => candidate.width <= COVER_IMAGE_WIDTH) ?? image?.variants[0];
	return variant?.file ?? null;
}

import {coverStep} from '../../../renderers/cover/cover.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {FileStore} from '../../../shared/files/file-store.ts';

/** The largest variant that a cover makes use of, pixels of width. */
const COVER_IMAGE_WIDTH = 1440;

/** Returns a snapshot as it was stored. Throws where it is gone. */
export async function readSnapshot(files: FileStore, name: string): Promise<Snapshot> {
	const bytes = await files.read('snapshots', name);
	if (!bytes) throw new Error(`The snapshot ${name} is not stored.`);
	return JSON.parse(bytes.toString());
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

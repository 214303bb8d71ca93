import {thumbnailOf} from '../../../renderers/image/variants.ts';
import type {Services} from '../../../shared/services/services.ts';
import {largestVariants} from '../../../shared/store/media/media.ts';

/** Thumbnails that one run makes at most: some 25 ms of a core each. */
const MOST = 2000;

/**
 * Makes the thumbnails of images that have none, as after a restore, of those whose mediaId begins with one of these two digits; returns how
 * many. What cannot be read is left: its URL leads to the image.
 */
export async function makeThumbnails({database, files, log}: Services, parts: readonly string[]): Promise<number> {
	let made = 0;
	for (const part of parts) {
		for (const file of await largestVariants(database.manager, part)) {
			if (made >= MOST) return made;
			if ((await files.size('thumbnails', file)) !== null) continue;
			const bytes = await files.read('media', file);
			if (!bytes) continue;
			try {
				await files.putUnder('thumbnails', file, await thumbnailOf(bytes));
				made++;
			} catch (error) {
				log.warn({error, file}, 'no thumbnail');
			}
		}
	}
	return made;
}

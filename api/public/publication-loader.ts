import {openLookups} from '../../shared/batches.ts';
import type {Db} from '../../shared/store/database.ts';
import {findPages, type PublishedPage} from '../../shared/store/publications.ts';

/** Returns what stands under a slug, or null; never older than the call. A page that everybody opens costs one small SELECT for all who wait for it. */
export function openPublicationLoader(db: Db): (slug: string) => Promise<PublishedPage | null> {
	return openLookups(slugs => findPages(db, slugs));
}

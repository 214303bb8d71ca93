import {openLookups} from '../../shared/concurrency.ts';
import type {FileStore} from '../../shared/files/file-store.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Db} from '../../shared/store/database.ts';
import {findPages, type PublishedPage} from '../../shared/store/publications.ts';
import {otherOrigin} from '../../shared/tour/urls.ts';
import {type FileCache, openFileCache} from './file-cache.ts';

type PublicFolder = 'media' | 'thumbnails';

/** The places in which the files and pages of visitors are looked for. */
export type Shown = {
	files: FileStore;
	memory: FileCache;
	/** See `openPublicationLoader`. */
	look: (slug: string) => Promise<PublishedPage | null>;
	/** Bytes of a public file that is there now, or null: all who ask at the same moment share a look at the disk. */
	sizeOf: (folder: PublicFolder, name: string) => Promise<number | null>;
	/** True if pictures come from another host than pages. */
	elsewhere: boolean;
};

export function openShown({files, database, config}: Services): Shown {
	const sizes = openLookups(async paths => {
		const found = paths.map(async path => {
			const [folder, name] = path.split('/') as [PublicFolder, string];
			return [path, await files.size(folder, name)] as const;
		});
		return new Map(await Promise.all(found));
	});
	return {
		files,
		memory: openFileCache(files),
		look: openPublicationLoader(database.manager),
		sizeOf: (folder, name) => sizes(`${folder}/${name}`),
		elsewhere: otherOrigin(config) !== '',
	};
}

/** Returns what stands under a slug, or null; never older than the call. A page that everybody opens costs one small SELECT for all who wait for it. */
export function openPublicationLoader(db: Db): (slug: string) => Promise<PublishedPage | null> {
	return openLookups(slugs => findPages(db, slugs));
}

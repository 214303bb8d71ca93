import {LRUCache} from 'lru-cache';
import {openLookups} from '../../shared/concurrency.ts';
import type {FileBeginning, FileStore, Folder} from '../../shared/files/file-store.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Db, HELD_MS} from '../../shared/store/database.ts';
import {findPages, type PublishedPage} from '../../shared/store/publications.ts';
import {otherOrigin} from '../../shared/tour/urls.ts';

/** Bytes of pages and media that one process keeps. */
const MEMORY_BYTES = 64 * 1024 * 1024;
/** Bytes that a kept file takes beside its content, roughly. */
const ENTRY_BYTES = 300;

export type FileCache = {
	/** All bytes, or null where there is no such file. */
	read(folder: Folder, name: string): Promise<Buffer | null>;
	/** True if `read` takes it out of memory. */
	has(folder: Folder, name: string): boolean;
	/** Returns all bytes if they are in memory. */
	kept(folder: Folder, name: string): Buffer | undefined;
	/** Returns as the store's own `begin` does; a file that is whole then is kept. */
	begin(folder: Folder, name: string, most: number): Promise<FileBeginning | null>;
};

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

/** Milliseconds in which nobody looks again after a look has failed: the routes ask at once what failed before them, and would wait as long. */
const FAILED_MS = 100;

/** Pages whose state one process holds at once. */
const MOST_HELD = 1000;

/**
 * Returns the page under a slug, or null. A live page that was found is used again until `HELD_MS` after its question: transactions that change one
 * return only after that time, so that nobody who knows of a change sees the page before it. For all else no answer is older than its question.
 */
export function openPublicationLoader(db: Db): (slug: string) => Promise<PublishedPage | null> {
	const look = openLookups(slugs => findPages(db, slugs));
	const held = new LRUCache<string, PublishedPage>({max: MOST_HELD, ttl: HELD_MS, ttlResolution: 0});
	let failed = {at: Number.NEGATIVE_INFINITY, error: null as unknown};
	return async slug => {
		if (performance.now() - failed.at < FAILED_MS) throw failed.error;
		const known = held.get(slug);
		if (known) return known;
		const start = performance.now();
		try {
			const page = await look(slug);
			if (page?.kind === 'live') held.set(slug, page, {start});
			return page;
		} catch (error) {
			failed = {at: performance.now(), error};
			throw error;
		}
	};
}

/** The files that were asked for last, in memory. A file is named by its content, so that what is kept is never out of date. */
export function openFileCache(files: Pick<FileStore, 'read' | 'begin'>, bytes = MEMORY_BYTES): FileCache {
	const kept = new LRUCache<string, Buffer>({
		maxSize: bytes,
		maxEntrySize: bytes / 16,
		sizeCalculation: file => file.length + ENTRY_BYTES,
	});
	const underWay = new Map<string, Promise<Buffer | null>>();
	const beginning = new Map<string, Promise<FileBeginning | null>>();

	const load = async (key: string, folder: Folder, name: string) => {
		try {
			const found = await files.read(folder, name);
			if (found) kept.set(key, found);
			return found;
		} finally {
			underWay.delete(key);
		}
	};

	const loadBeginning = async (key: string, folder: Folder, name: string, most: number) => {
		try {
			const found = await files.begin(folder, name, most);
			if (found && found.bytes.length === found.size) kept.set(key, found.bytes);
			return found;
		} finally {
			beginning.delete(key);
		}
	};

	return {
		has: (folder, name) => kept.has(`${folder}/${name}`),
		kept: (folder, name) => kept.get(`${folder}/${name}`),
		async begin(folder, name, most) {
			const key = `${folder}/${name}`;
			const reading = beginning.get(key) ?? loadBeginning(key, folder, name, most);
			beginning.set(key, reading);
			return reading;
		},
		async read(folder, name) {
			const key = `${folder}/${name}`;
			const found = kept.get(key);
			if (found) return found;
			// Many ask for the same new page at once: it is read once.
			const reading = underWay.get(key) ?? load(key, folder, name);
			underWay.set(key, reading);
			return reading;
		},
	};
}

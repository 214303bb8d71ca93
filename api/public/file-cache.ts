import {LRUCache} from 'lru-cache';
import type {FileStore, Folder} from '../../shared/files/file-store.ts';

/** What one process keeps of pages and media. */
const MEMORY_BYTES = 64 * 1024 * 1024;
/** What a kept file takes beside its bytes, about. */
const ENTRY_BYTES = 300;

export type FileCache = {
	/** All bytes, or null where there is no such file. */
	read(folder: Folder, name: string): Promise<Buffer | null>;
};

/** The files that were asked for last, in memory. A file is named by its content, so that what is kept is never out of date. */
export function openFileCache(files: Pick<FileStore, 'read'>, bytes = MEMORY_BYTES): FileCache {
	const kept = new LRUCache<string, Buffer>({
		maxSize: bytes,
		maxEntrySize: bytes / 16,
		sizeCalculation: file => file.length + ENTRY_BYTES,
	});
	const underWay = new Map<string, Promise<Buffer | null>>();

	const load = async (key: string, folder: Folder, name: string) => {
		try {
			const found = await files.read(folder, name);
			if (found) kept.set(key, found);
			return found;
		} finally {
			underWay.delete(key);
		}
	};

	return {
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

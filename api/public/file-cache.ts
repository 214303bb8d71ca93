import {LRUCache} from 'lru-cache';
import type {FileRoom, FileStore} from '../../shared/files/folder-store.ts';

/** What one process keeps of pages and media. */
const MEMORY_BYTES = 64 * 1024 * 1024;
/** What a kept file takes beside its bytes, about. */
const ENTRY_BYTES = 300;

export type FileMemory = {
	/** All bytes, or null where there is no such file. */
	read(room: FileRoom, name: string): Promise<Buffer | null>;
};

/** The files that were asked for last, in memory. A file is named by its content, so that what is kept is never out of date. */
export function openFileMemory(files: Pick<FileStore, 'read'>, bytes = MEMORY_BYTES): FileMemory {
	const kept = new LRUCache<string, Buffer>({
		maxSize: bytes,
		maxEntrySize: bytes / 16,
		sizeCalculation: file => file.length + ENTRY_BYTES,
	});
	const underWay = new Map<string, Promise<Buffer | null>>();

	const load = async (key: string, room: FileRoom, name: string) => {
		try {
			const found = await files.read(room, name);
			if (found) kept.set(key, found);
			return found;
		} finally {
			underWay.delete(key);
		}
	};

	return {
		async read(room, name) {
			const key = `${room}/${name}`;
			const found = kept.get(key);
			if (found) return found;
			// Many ask for the same new page at once: it is read once.
			const reading = underWay.get(key) ?? load(key, room, name);
			underWay.set(key, reading);
			return reading;
		},
	};
}

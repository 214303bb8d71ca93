import {Readable} from 'node:stream';
import {fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile} from 'yauzl';
import type {FileStore, Folder} from '../../../shared/files/file-store.ts';
import {ZIP_OPTIONS} from '../../../shared/zip/open-zip.ts';

/** Bytes that are read from the store at once. */
const PIECE_BYTES = 1024 * 1024;

/** A stored zip, read by parts: it may be larger than memory. Null where there is no such file. */
export async function openStoredZip(files: FileStore, folder: Folder, name: string): Promise<ZipFile | null> {
	const size = await files.size(folder, name);
	if (size === null) return null;
	return fromRandomAccessReaderPromise(new StoredFile(files, folder, name), size, ZIP_OPTIONS);
}

class StoredFile extends RandomAccessReader {
	readonly #read: (start: number, end: number) => Promise<Buffer | null>;

	constructor(files: FileStore, folder: Folder, name: string) {
		super();
		this.#read = (start, end) => files.read(folder, name, {start, end: end - 1});
	}

	override _readStreamForRange(start: number, end: number): Readable {
		return Readable.from(this.#pieces(start, end));
	}

	async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
		for (let at = start; at < end; at += PIECE_BYTES) {
			const bytes = await this.#read(at, Math.min(at + PIECE_BYTES, end));
			if (!bytes) throw new Error('The stored zip has gone.');
			yield bytes;
		}
	}
}

import {sha256, sha256InSlices} from '../ids.ts';

/**
 * The store of files, apart from the database. A file's name is the sha256 of its content, so a write can be
 * repeated and a file never changes. Files in `media` are public for everyone who knows the name; other folders
 * are never served by name, except `thumbnails`, whose files have the name of the file in `media` that they were
 * made of. `exports` holds the encrypted pieces of account copies. `tour-exports` holds tours in other formats,
 * and `tour-export-parts` their parts: each is named by its row, and belongs to one account.
 */
/** Folders that are copied: thumbnails and exports can be made again, and account copies last for a day. */
export const FOLDERS = ['originals', 'media', 'snapshots', 'pages'] as const;
/** Folders whose files are named after their source or their row, not after their content. */
export type NamedFolder = 'thumbnails' | 'tour-exports' | 'tour-export-parts';
export type Folder = (typeof FOLDERS)[number] | 'exports' | NamedFolder;

/** The first and the last byte of a part, counted from 0. */
export type ByteRange = {start: number; end: number};

/** `size`: of the whole file. */
export type FileBeginning = {bytes: Buffer; size: number};

export type FileStore = {
	/** Stores the bytes durably and returns their name: hex sha256 (32 digits in `media`, whose names are in every page) and extension. */
	put(folder: Folder, bytes: Uint8Array, extension?: string): Promise<string>;
	/** Stores the bytes durably under this name; an original under the sha256 of its bytes. */
	putUnder(folder: NamedFolder | 'originals', name: string, bytes: Uint8Array): Promise<void>;
	/** Stores a local file, which may be larger than memory; an original under the sha256 of its bytes. */
	putFile(folder: NamedFolder | 'originals', name: string, path: string): Promise<void>;
	/** Returns all bytes, or those of a part; null if there is no such file. Keeps no file open afterwards. */
	read(folder: Folder, name: string, part?: ByteRange): Promise<Buffer | null>;
	/** Returns the first bytes, at most `most`, and the file's size in one request; null if there is no such file. */
	begin(folder: Folder, name: string, most: number): Promise<FileBeginning | null>;
	/** Returns the file's size in bytes; null if there is no such file. */
	size(folder: Folder, name: string): Promise<number | null>;
	/** Returns the names that begin with these two hex digits, for the sweep: one of 256 parts of similar size. */
	list(folder: Folder, part: string): Promise<string[]>;
	/** Returns the time at which the file was last stored; null if there is no such file. */
	storedAt(folder: Folder, name: string): Promise<Date | null>;
	/** Removes the file unless it was stored, or stored again, since `before`; returns true if it did. */
	remove(folder: Folder, name: string, before: Date): Promise<boolean>;
	/** Removes unfinished files of killed processes from before `before`; returns how many. */
	removeUnfinished(before: Date): Promise<number>;
	/** Throws if nothing can be written, or if there may be no space for another image. */
	check(): Promise<void>;
};

/** The parts of a folder, in order. */
export const FILE_PARTS: readonly string[] = Array.from({length: 256}, (_, part) => part.toString(16).padStart(2, '0'));
/** Pattern of file names: hex digits and an extension, so that no name leads out of its folder. */
export const FILE_NAME = /^[0-9a-f]{32,64}(\.[a-z0-9]{1,5})?$/;

/** The name under which `put` stores these bytes. */
export function fileName(folder: Folder, bytes: Uint8Array, extension = ''): string {
	return named(folder, sha256(bytes), extension);
}

/** Returns the name like `fileName`, but hashes in slices, since there may be many bytes. */
export async function fileNameInSlices(folder: Folder, bytes: Uint8Array, extension = ''): Promise<string> {
	return named(folder, await sha256InSlices(bytes), extension);
}

function named(folder: Folder, hash: Buffer, extension: string): string {
	const digest = hash.toString('hex');
	return (folder === 'media' ? digest.slice(0, 32) : digest) + extension;
}

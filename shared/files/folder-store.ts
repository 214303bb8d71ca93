import {randomUUID} from 'node:crypto';
import {access, constants, copyFile, mkdir, open, readdir, readFile, rename, stat, statfs, unlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {openTurns} from '../concurrency.ts';
import {type ByteRange, FILE_NAME, type FileBeginning, type FileStore, type Folder, fileNameInSlices} from './file-store.ts';

/**
 * Files that are open for reading: as many as Node has threads for it. More would not be read sooner, would use up the process's
 * file descriptors, and would keep new connections waiting while all of their bytes arrive at once.
 */
const READ_AT_ONCE = 4;
/** Space for one image of 15 MB with all its variants. */
const SPARE_BYTES = 32 * 1024 * 1024;
/** Content of the test file: a full disk still takes an empty file, so this fills a block. */
const PROBE = Buffer.alloc(4096, 1);
const MODE = 0o640;

/** The default store: a folder. Temp file, fsync, rename, fsync of the folder: a name that exists has its whole content. */
export function openFolderStore(root: string): FileStore {
	// Two letters of fan-out keep the folders small.
	const path = (folder: Folder, name: string) => join(root, folder, name.slice(0, 2), name);
	const inTurn = openTurns(READ_AT_ONCE);
	const incoming = join(root, 'incoming');

	return {
		async put(folder, bytes, extension) {
			const name = await fileNameInSlices(folder, bytes, extension);
			const target = path(folder, name);
			// Writes even if the file exists, because the sweep goes by its age.
			await write(incoming, target, putBytes(bytes));
			return name;
		},
		async putUnder(folder, name, bytes) {
			if (!FILE_NAME.test(name)) throw new Error(`${name} is not the name of a file.`);
			await write(incoming, path(folder, name), putBytes(bytes));
		},
		async putFile(folder, name, from) {
			if (!FILE_NAME.test(name)) throw new Error(`${name} is not the name of a file.`);
			await write(incoming, path(folder, name), temp => copyDurably(from, temp, MODE));
		},
		async read(folder, name, part) {
			if (!FILE_NAME.test(name)) return null;
			const file = path(folder, name);
			return inTurn(() => (part ? readPart(file, part) : readFile(file))).catch(missing);
		},
		async begin(folder, name, most) {
			if (!FILE_NAME.test(name)) return null;
			return inTurn(() => readBeginning(path(folder, name), most)).catch(missing);
		},
		async size(folder, name) {
			const found = FILE_NAME.test(name) && (await stat(path(folder, name)).catch(missing));
			return found ? found.size : null;
		},
		async list(folder, part) {
			return (await readdir(join(root, folder, part)).catch(missing)) ?? [];
		},
		async storedAt(folder, name) {
			const found = FILE_NAME.test(name) && (await stat(path(folder, name)).catch(missing));
			return found ? found.mtime : null;
		},
		async remove(folder, name, before) {
			const found = FILE_NAME.test(name) && (await stat(path(folder, name)).catch(missing));
			if (!found || found.mtime >= before) return false;
			return unlink(path(folder, name))
				.then(() => true, missing)
				.then(Boolean);
		},
		removeUnfinished: before => removeUnfinished(incoming, before),
		async check() {
			await aside(incoming, putBytes(PROBE), unlink);
			const {bavail, bsize} = await statfs(root);
			if (bavail * bsize < SPARE_BYTES) throw noSpace(bavail * bsize);
		},
	};
}

/** Makes a new file of this path, whole and durable. */
type Put = (path: string) => Promise<void>;

function putBytes(bytes: Uint8Array): Put {
	return path => writeDurably(path, bytes, MODE);
}

/** Writes a temporary file and passes its name to `use`; removes it if either fails. */
async function aside(incoming: string, put: Put, use: (temp: string) => Promise<void>): Promise<void> {
	const temp = join(incoming, randomUUID());
	await makeFolder(incoming);
	try {
		await put(temp);
		await use(temp);
	} catch (error) {
		await unlink(temp).catch(() => {});
		throw error;
	}
}

async function write(incoming: string, target: string, put: Put): Promise<void> {
	const made = await makeFolder(dirname(target));
	if (made) await syncFolder(dirname(made));
	await aside(incoming, put, temp => rename(temp, target));
	await syncFolder(dirname(target));
}

async function removeUnfinished(incoming: string, before: Date): Promise<number> {
	let removed = 0;
	for (const name of (await readdir(incoming).catch(missing)) ?? []) {
		const found = await stat(join(incoming, name)).catch(missing);
		if (!found || found.mtime >= before) continue;
		await unlink(join(incoming, name)).catch(missing);
		removed++;
	}
	return removed;
}

async function readPart(file: string, {start, end}: ByteRange): Promise<Buffer> {
	const handle = await open(file, 'r');
	try {
		const bytes = Buffer.allocUnsafe(end - start + 1);
		const {bytesRead} = await handle.read(bytes, 0, bytes.length, start);
		return bytes.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}

async function readBeginning(file: string, most: number): Promise<FileBeginning> {
	const handle = await open(file, 'r');
	try {
		const {size} = await handle.stat();
		const bytes = Buffer.allocUnsafe(Math.min(most, size));
		const {bytesRead} = await handle.read(bytes, 0, bytes.length, 0);
		return {bytes: bytes.subarray(0, bytesRead), size};
	} finally {
		await handle.close();
	}
}

function missing(error: NodeJS.ErrnoException): null {
	if (error.code === 'ENOENT') return null;
	throw error;
}

function noSpace(bytes: number): Error {
	const message = `Only ${bytes} bytes are free where files are stored; ${SPARE_BYTES} are wanted.`;
	return Object.assign(new Error(message), {code: 'ENOSPC'});
}

/** Writes a new file that survives a power cut; `mode` as for `open`. Throws if the file exists. */
export async function writeDurably(path: string, bytes: Uint8Array | string, mode: number): Promise<void> {
	const handle = await open(path, 'wx', mode);
	try {
		await handle.writeFile(bytes);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Copies a file durably to a new path. */
async function copyDurably(from: string, path: string, mode: number): Promise<void> {
	await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
	const handle = await open(path, 'r+');
	try {
		await handle.chmod(mode);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/**
 * Makes a folder and its parents; returns the first one that it made. If nothing can be written, the error says so: Node's own would be that of a
 * missing folder.
 */
async function makeFolder(path: string): Promise<string | undefined> {
	try {
		return await mkdir(path, {recursive: true});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') await access(await nearest(dirname(path)), constants.W_OK);
		throw error;
	}
}

/** Returns the folder or its nearest parent that exists. */
async function nearest(path: string): Promise<string> {
	const isThere = await stat(path).then(
		() => true,
		() => false,
	);
	return isThere || dirname(path) === path ? path : nearest(dirname(path));
}

/** Makes renames and removals in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

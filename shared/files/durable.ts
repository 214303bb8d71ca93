import {access, constants, copyFile, mkdir, open, stat} from 'node:fs/promises';
import {dirname} from 'node:path';

/** Writes a new file that is there, whole, also after a power cut; `mode` as of `open`. Throws where it exists. */
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
export async function copyDurably(from: string, path: string, mode: number): Promise<void> {
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
 * Makes a folder with those above it; returns the first that was made. Where nothing can be written the error says so: Node's own is that of a
 * folder that is not there.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
	try {
		return await mkdir(path, {recursive: true});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') await access(await nearest(dirname(path)), constants.W_OK);
		throw error;
	}
}

/** The folder, or the first above it that is there. */
async function nearest(path: string): Promise<string> {
	const isThere = await stat(path).then(
		() => true,
		() => false,
	);
	return isThere || dirname(path) === path ? path : nearest(dirname(path));
}

/** Has what was renamed or removed in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

import {constants, copyFile, open} from 'node:fs/promises';

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

/** The same with the bytes of another file. */
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

/** Has what was renamed or removed in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

import {rename, rm, writeFile} from 'node:fs/promises';

/** Writes a file whole, or leaves what was there: a full disk and Ctrl-C leave no half of it. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
	const part = `${file}.${process.pid}.new`;
	try {
		await writeFile(part, content);
		await rename(part, file);
	} catch (error) {
		await rm(part, {force: true}).catch(() => {});
		throw error;
	}
}

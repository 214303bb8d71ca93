import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Works in a new folder that only we can read, and which is gone afterwards, however that went. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-speech-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

import {readdir, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import type {Folder} from '../../shared/files/file-store.ts';
import type {TestService} from './service.ts';

const FOLDERS: Folder[] = ['originals', 'media', 'thumbnails', 'snapshots', 'pages', 'exports', 'tour-exports', 'tour-export-parts'];
const TWO_DAYS_MS = 2 * 24 * 3_600_000;

/** Makes every stored file two days old: younger ones are never removed. One that goes while it is looked at is left alone. */
export async function ageFiles({config}: Pick<TestService, 'config'>): Promise<void> {
	const then = new Date(Date.now() - TWO_DAYS_MS);
	for (const folder of FOLDERS) {
		for (const path of await list(join(config.dataDir, 'files', folder))) await utimes(path, then, then).catch(unlessGone);
	}
}

async function list(folder: string): Promise<string[]> {
	const entries = (await readdir(folder, {recursive: true, withFileTypes: true}).catch(unlessGone)) ?? [];
	return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

function unlessGone(error: NodeJS.ErrnoException): void {
	if (error.code !== 'ENOENT') throw error;
}

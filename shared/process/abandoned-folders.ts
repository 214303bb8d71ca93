import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Makes a folder among the temporary ones whose name says which process it belongs to, so that somebody removes it whatever becomes of that. */
export function makeOwnFolder(prefix: string): string {
	return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Removes the folders with this prefix of processes that were killed. */
export function removeAbandonedFolders(prefix: string): void {
	for (const name of readdirSync(tmpdir())) {
		if (!name.startsWith(prefix)) continue;
		const owner = Number.parseInt(name.slice(prefix.length), 10);
		if (Number.isNaN(owner) || isAlive(owner)) continue;
		removeFolder(join(tmpdir(), name));
	}
}

/** Never throws. */
export function removeFolder(folder: string): void {
	try {
		rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
	} catch {
		// Another user's, or still written to: the next start tries again.
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

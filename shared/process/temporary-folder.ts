import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Pattern of folder names: their purpose and their process's id, so that others can remove those of a killed process. */
const NAME = /^roteiro-[a-z]+-(\d+)-/;

/** Runs `work` with a new folder that only this user can read, then removes it. If the process is killed, the next start does. */
export async function inTemporaryFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
	const folder = makeTemporaryFolder(purpose);
	try {
		return await work(folder);
	} finally {
		removeFolder(folder);
	}
}

/** Makes a folder among the temporary ones that only this user can read. `purpose`: lower case letters. */
export function makeTemporaryFolder(purpose: string): string {
	return mkdtempSync(join(tmpdir(), temporaryFolderName(purpose, process.pid)));
}

/** Returns the beginning of the names of a process's folders. */
export function temporaryFolderName(purpose: string, pid: number): string {
	return `roteiro-${purpose}-${pid}-`;
}

/**
 * Removes the folders of killed processes. Each process of the service does so when it starts. `ownerOf` returns the id of
 * the process that owns a folder of this name in `place`, NaN for other folders.
 */
export function removeAbandonedFolders(place = tmpdir(), ownerOf = ownerOfName): void {
	for (const name of abandonedFolders(place, ownerOf)) removeFolder(join(place, name));
}

/** Returns the names of the folders in `place` whose process is not there any more. */
export function abandonedFolders(place = tmpdir(), ownerOf = ownerOfName): string[] {
	return readdirSync(place).filter(name => {
		const owner = ownerOf(name);
		return owner > 0 && !isAlive(owner);
	});
}

function ownerOfName(name: string): number {
	return Number(NAME.exec(name)?.[1]);
}

/** Removes a folder with all that is in it. Never throws. */
export function removeFolder(folder: string): void {
	try {
		rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
	} catch {
		// It is another user's or still being written: the next start tries again.
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

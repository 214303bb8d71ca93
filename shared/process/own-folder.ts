import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Names of the folders of a process: what they are for and whose they are, so that others remove them when it was killed. */
const NAME = /^roteiro-[a-z]+-(\d+)-/;

/** Runs `work` with a new folder that only this user can read, and removes it afterwards. A killed process leaves it to the next start. */
export async function inOwnFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
	const folder = makeOwnFolder(purpose);
	try {
		return await work(folder);
	} finally {
		removeFolder(folder);
	}
}

/** Makes a folder among the temporary ones that only this user can read. `purpose`: lower case letters. */
export function makeOwnFolder(purpose: string): string {
	return mkdtempSync(join(tmpdir(), ownFolderName(purpose, process.pid)));
}

/** Returns the beginning of the names of a process's folders. */
export function ownFolderName(purpose: string, pid: number): string {
	return `roteiro-${purpose}-${pid}-`;
}

/**
 * Removes the folders of processes that were killed. Each process of the service does so when it starts. `ownerOf`: the id of
 * the process to which a folder of this name in `place` belongs, NaN for others.
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

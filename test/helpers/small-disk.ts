import {execFileSync} from 'node:child_process';
import {closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type SmallDisk = {
	/** Takes all that is left, but for so many bytes. */
	fill(leave?: number): void;
	/** Gives it back. */
	free(): void;
	/** Whether anything can be written. */
	writable(now: boolean): void;
	unmount(): void;
};

const BLOCK = Buffer.alloc(64 * 1024);

/** Whether this user may mount a disk. */
export function mayMount(): boolean {
	const folder = mkdtempSync(join(tmpdir(), 'may-mount-'));
	try {
		mountSmallDisk(folder, 1024 * 1024).unmount();
		return true;
	} catch {
		return false;
	} finally {
		rmSync(folder, {recursive: true});
	}
}

/** Mounts a disk of so many bytes on this folder, in memory. Throws where this user may not. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk {
	mkdirSync(folder, {recursive: true});
	execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'roteiro-test', folder], {stdio: 'ignore'});
	const ballast = join(folder, 'ballast');
	return {
		fill(leave = 0) {
			const handle = openSync(ballast, 'a');
			try {
				for (let rest = free(folder) - leave; rest > 0; rest = free(folder) - leave)
					writeSync(handle, BLOCK, 0, Math.min(rest, BLOCK.length));
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
			} finally {
				closeSync(handle);
			}
		},
		free: () => rmSync(ballast, {force: true}),
		writable: now => void execFileSync('mount', ['-o', `remount,${now ? 'rw' : 'ro'}`, folder], {stdio: 'ignore'}),
		// Lazily: processes that still hold a file of it keep that.
		unmount: () => void execFileSync('umount', ['-l', folder], {stdio: 'ignore'}),
	};
}

function free(folder: string): number {
	const {bavail, bsize} = statfsSync(folder);
	return bavail * bsize;
}

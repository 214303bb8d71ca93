import {chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync} from 'node:fs';
import {freemem, tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataFolderHolder, lockDataFolder} from './servers/data-lock.ts';

export type TestFolder = {
	/** Folder of the data of the run's MariaDB and Redis. */
	dataDir: string;
	/** TMPDIR of the run's processes. */
	tmpDir: string;
	remove(): void;
};

const NAME = 'roteiro-test-';
const MEMORY = '/dev/shm';
const GIBIBYTE = 2 ** 30;
const MINUTE_MS = 60_000;
/** A whole run holds a fifth of this in files (measured). */
const NEEDED_BYTES = 4 * GIBIBYTE;

/**
 * Makes the folder of a run of tests, in memory where there is plenty of it: most of what a run writes are databases that are dropped a
 * second later. Removes those of runs that were killed.
 */
export async function openTestFolder(): Promise<TestFolder> {
	for (const place of new Set([tmpdir(), MEMORY])) removeAbandoned(place);
	const folder = mkdtempSync(join(memoryServes() ? MEMORY : tmpdir(), NAME));
	const [dataDir, tmpDir] = [join(folder, 'data'), join(folder, 'tmp')];
	mkdirSync(dataDir, {mode: 0o700});
	mkdirSync(tmpDir);
	// Servers that the tests start give up root, and still have to find their files.
	chmodSync(folder, 0o711);
	chmodSync(tmpDir, 0o1777);
	const unlock = await lockDataFolder(dataDir, 'service');
	return {
		dataDir,
		tmpDir,
		remove() {
			unlock();
			rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
		},
	};
}

/** True if programs may be run from there (tests do), and neither it nor the machine's memory is filled by it. */
function memoryServes(): boolean {
	if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
	const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
	const mount = mounts.map(line => line.split(' ')).findLast(([, path]) => path === MEMORY);
	if (mount?.[2] !== 'tmpfs' || mount[3]!.split(',').includes('noexec')) return false;
	const {bavail, bsize} = statfsSync(MEMORY);
	return bavail * bsize >= NEEDED_BYTES && freemem() >= 2 * NEEDED_BYTES;
}

function removeAbandoned(place: string): void {
	if (!existsSync(place)) return;
	for (const name of readdirSync(place)) {
		const folder = join(place, name);
		const dataDir = join(folder, 'data');
		if (!name.startsWith(NAME) || dataFolderHolder(dataDir)) continue;
		// Without a lock it is either being made or what a browser wrote while its folder was removed.
		if (existsSync(join(dataDir, 'run', 'lock')) || isOld(folder)) rmSync(folder, {recursive: true, force: true});
	}
}

/** False also where another run has just removed it. */
function isOld(folder: string): boolean {
	const stats = statSync(folder, {throwIfNoEntry: false});
	return stats !== undefined && stats.mtimeMs < Date.now() - MINUTE_MS;
}

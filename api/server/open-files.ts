import {readFileSync} from 'node:fs';

/** Of the files that the process may open, so many are for the database, Redis, logs, and what is read from disk. */
const KEPT_FOR_FILES = 512;

/** How many connections there can be, `wanted` at most: each needs one of the files that the operating system allows the process to have open. */
export function affordableConnections(wanted: number, limit = openFilesLimit()): number {
	return Math.max(1, Math.min(wanted, limit - Math.min(KEPT_FOR_FILES, Math.floor(limit / 2))));
}

/** What `ulimit -n` says; Node has raised it to what is allowed at most. Elsewhere than on Linux nothing is known of it. */
function openFilesLimit(): number {
	try {
		const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === undefined ? Number.MAX_SAFE_INTEGER : Number(soft);
	} catch {
		return Number.MAX_SAFE_INTEGER;
	}
}

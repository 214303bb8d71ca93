import {readFileSync} from 'node:fs';

/** Files, of those that the process may open, for the database, Redis, logs, and reading from disk. */
const KEPT_FOR_FILES = 512;

/** How many connections there can be, `wanted` at most: each needs one of the files that the operating system allows the process to have open. */
export function affordableConnections(wanted: number, limit = openFilesLimit()): number {
	return Math.max(1, Math.min(wanted, limit - Math.min(KEPT_FOR_FILES, Math.floor(limit / 2))));
}

/** Returns the limit of open files, which Node has raised to the most allowed; no limit is known outside Linux. */
function openFilesLimit(): number {
	try {
		const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === undefined ? Number.MAX_SAFE_INTEGER : Number(soft);
	} catch {
		return Number.MAX_SAFE_INTEGER;
	}
}

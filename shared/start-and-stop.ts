import type {ChildProcess} from 'node:child_process';
import {text} from 'node:stream/consumers';
import type {Config} from './config/config.ts';
import {LIMITS} from './contract/limits.ts';
import {isFull} from './outage.ts';

/** Milliseconds beyond a call's longest wait, to send its response. */
const MARGIN_MS = 10_000;
/** Milliseconds in which connections are closed and the process ends. */
const CLOSE_MS = 10_000;

/** Argument of a process that loads its code at once, but connects only when its parent says that the servers are up. */
export const WHEN_TOLD = '--when-told';
const WORD = 'go on';

/** Times of an API process's stop, milliseconds: still accepting connections, then finishing calls; it ends after `wholeMs`. */
export function stopTimes({drainMs}: Pick<Config, 'drainMs'>): {graceMs: number; callsMs: number; wholeMs: number} {
	const callsMs = LIMITS.mcpWaitMs + MARGIN_MS;
	return {graceMs: drainMs, callsMs, wholeMs: drainMs + callsMs + CLOSE_MS};
}

/** Waits for `tell` if the argument asks for it. If the parent ends without it, this process ends too. */
export async function told(): Promise<void> {
	if (!process.argv.includes(WHEN_TOLD)) return;
	if ((await text(process.stdin)) !== WORD) process.exit(1);
}

/** Tells a process that waits in `told` to go on. */
export function tell({stdin}: ChildProcess): void {
	// The process may have ended meanwhile; then it is started again.
	stdin?.on('error', () => {});
	stdin?.end(WORD);
}

/** Returns the error of a folder in words that name the setting; any other error as it is. */
export function notWritten(dataDir: string, error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const {code, syscall, path}: NodeJS.ErrnoException = error;
	if (!syscall || !(path?.startsWith(dataDir) || dataDir.startsWith(path ?? '-'))) return error;
	const why = isFull(error) ? 'has no room left' : `cannot be written by user ${process.getuid?.()} (${code})`;
	return new Error(`DATA_DIR names ${dataDir}, which ${why}: mend that, or name another folder there.`, {cause: error});
}

/**
 * Returns what `begin` does as a process starts. Where it throws an error in words, as for a wrong setting, the process ends with these words alone;
 * any other error keeps its stack.
 */
export async function orSayWhy<T>(begin: () => T | Promise<T>): Promise<T> {
	try {
		return await begin();
	} catch (error) {
		// Those of the system, of drivers and of the language have a code, or a class of their own.
		if (!(error instanceof Error) || error.constructor !== Error || 'code' in error) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}

import type {ChildProcess} from 'node:child_process';
import {text} from 'node:stream/consumers';
import type {Config} from './config/config.ts';
import {LIMITS} from './contract/limits.ts';

/** Beyond the longest that a call may wait: until its response has been sent. */
const MARGIN_MS = 10_000;
/** Milliseconds in which connections are closed and the process ends. */
const CLOSE_MS = 10_000;

/** The argument of a process that loads its code at once, and connects when its parent says that all is there. */
export const WHEN_TOLD = '--when-told';
const WORD = 'go on';

/** How an API process stops, milliseconds: still taking connections, then waiting for the calls under way; after `wholeMs` it has ended. */
export function stopTimes({drainMs}: Pick<Config, 'drainMs'>): {graceMs: number; callsMs: number; wholeMs: number} {
	const callsMs = LIMITS.mcpWaitMs + MARGIN_MS;
	return {graceMs: drainMs, callsMs, wholeMs: drainMs + callsMs + CLOSE_MS};
}

/** Waits for the parent's word where the argument asks for it. A parent that ended without it takes this process along. */
export async function told(): Promise<void> {
	if (!process.argv.includes(WHEN_TOLD)) return;
	if ((await text(process.stdin)) !== WORD) process.exit(1);
}

/** Tells a process that waits in `told` to go on. */
export function tell({stdin}: ChildProcess): void {
	// It may have ended meanwhile, and is started again.
	stdin?.on('error', () => {});
	stdin?.end(WORD);
}

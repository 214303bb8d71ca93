import type {Config} from './config/config.ts';
import {LIMITS} from './contract/limits.ts';

/** Beyond the longest that a call may wait: until its response has been sent. */
const MARGIN_MS = 10_000;
/** Milliseconds in which connections are closed and the process ends. */
const CLOSE_MS = 10_000;

/** How an API process stops, milliseconds: still taking connections, then waiting for the calls under way; after `wholeMs` it has ended. */
export function stopTimes({drainMs}: Pick<Config, 'drainMs'>): {graceMs: number; callsMs: number; wholeMs: number} {
	const callsMs = LIMITS.mcpWaitMs + MARGIN_MS;
	return {graceMs: drainMs, callsMs, wholeMs: drainMs + callsMs + CLOSE_MS};
}

import {setImmediate as nextRound} from 'node:timers/promises';

/** Codes of a broken or failed connection, and of a database that is busy or shutting down. */
const CONNECTION = /^(ECONN|ETIMEDOUT|EPIPE|PROTOCOL_|ER_CON_COUNT|ER_LOCK_WAIT|ER_SERVER_SHUTDOWN|POOL_)/;
/** Codes of a disk that is full or over quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Codes of a disk that is full, over quota, read-only or broken, and of a lack of file descriptors. */
const EXHAUSTED = new Set([...FULL, 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);
/** Codes of a folder that this user may not write, or that is immutable: an operator has to fix it. */
const DENIED = new Set(['EACCES', 'EPERM']);
const WRITING = new Set(['access', 'open', 'mkdir', 'mkdtemp', 'rename', 'link', 'unlink', 'copyfile', 'write']);
/**
 * Numbers of MySQL and MariaDB for such failures. Disk: 3 and 20 (a file cannot be written), 1021, 1026, 1030
 * (error of the system), 1114 (a table cannot grow), 1180 (a commit failed). Read-only: 1290, 1836. Memory,
 * files, threads: 23, 1037, 1041, 1135.
 */
const EXHAUSTED_DATABASE = new Set([3, 20, 23, 1021, 1026, 1030, 1037, 1041, 1114, 1135, 1180, 1290, 1836]);
/** Causes to follow: a statement's error is wrapped once, that of an encoder that could not be started twice. */
const DEPTH = 3;

/** Most milliseconds that a health check waits for a server. */
export const CHECK_MS = 2000;
/** Turns of the event loop in which an answer that has come is read and passed on. */
const UNREAD_ROUNDS = 3;

/** Thrown if an external server is away or asks to try again later. */
export class ServerAway extends Error {}

export type Outage = 'connection' | 'exhausted';

/** Returns the kind of an outage, which passes without a fix in code; null for a defect or an error of the caller. */
export function outageOf(error: unknown, depth = DEPTH): Outage | null {
	if (!(error instanceof Error) || depth === 0) return null;
	if (error instanceof ServerAway) return 'connection';
	const {
		code = '',
		errno = 0,
		syscall,
		driverError,
		fatal,
	} = error as {code?: unknown; errno?: unknown; syscall?: string; driverError?: unknown; fatal?: unknown} & Error;
	if (driverError) return outageOf(driverError, depth);
	if (DENIED.has(String(code)) && WRITING.has(String(syscall))) return 'exhausted';
	if (EXHAUSTED.has(String(code)) || EXHAUSTED_DATABASE.has(Number(errno))) return 'exhausted';
	if (syscall === 'connect' || CONNECTION.test(String(code))) return 'connection';
	// mysql2 sets no code if the connection was lost between two statements.
	if (fatal === true && code === '') return 'connection';
	return outageOf(error.cause, depth - 1);
}

/** Result of a health check; the words go into the answer. */
type CheckState = 'ok' | 'does not answer' | 'is full' | 'cannot be written';

/** Returns what a check finds. One that takes longer than `CHECK_MS` does not answer. Never throws. */
export async function stateOf(check: () => Promise<unknown>): Promise<CheckState> {
	const {promise: late, resolve} = Promise.withResolvers<CheckState>();
	const timer = setTimeout(async () => {
		// Timers run before input is read: after a long turn of the event loop the answer may have arrived unread.
		for (let round = 0; round < UNREAD_ROUNDS; round++) await nextRound();
		resolve('does not answer');
	}, CHECK_MS);
	const done = check().then(
		() => 'ok' as const,
		error => (isFull(error) ? 'is full' : outageOf(error) === 'exhausted' ? 'cannot be written' : 'does not answer'),
	);
	const state = await Promise.race([done, late]);
	clearTimeout(timer);
	return state;
}

/** True for a disk or a Redis without room. Redis says so in the first word of its error, which is what stands for a code there. */
export function isFull({code = '', name, message}: Error & {code?: string}): boolean {
	return FULL.has(code) || (name === 'ReplyError' && message.startsWith('OOM '));
}

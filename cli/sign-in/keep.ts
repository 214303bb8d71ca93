import {randomUUID} from 'node:crypto';
import {mkdir, open, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {SignInError} from '../../client/sign-in-error.ts';
import {configFolder, type Kept, keptFile, lastFile} from './kept.ts';

/** Milliseconds after which a lock counts as abandoned: no renewal takes as long. */
const STALE_MS = 20_000;
const RETRY_MS = 50;
/** More than a sign-in has; bytes. */
const RESERVED = 4096;

/**
 * Does something with what is kept for a service while no other process does; `keep(null)` forgets it. Throws before it begins where nothing can be kept:
 * tokens that are replaced and then lost end the sign-in.
 */
export async function withKept<T>(url: string, work: (keep: (kept: Kept | null) => Promise<void>) => Promise<T>): Promise<T> {
	const file = keptFile(url);
	const lock = `${file}.lock`;
	const owner = randomUUID();
	const part = `${file}.${process.pid}.new`;
	try {
		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		await takeLock(lock, owner);
	} catch (error) {
		throw notWritable(error);
	}
	try {
		// The room is taken before anything is asked for, so that a full disk is known in time.
		await writeFile(part, ' '.repeat(RESERVED), {mode: 0o600, flush: true}).catch(error => Promise.reject(notWritable(error)));
		return await work(kept => (kept ? replace(file, part, kept) : rm(file, {force: true})));
	} finally {
		await rm(part, {force: true});
		await releaseLock(lock, owner);
	}
}

/** Names the service that commands use where none is named. */
export async function keepLast(url: string): Promise<void> {
	const part = `${lastFile()}.${process.pid}.new`;
	await writeFile(part, `${JSON.stringify({url})}\n`, {mode: 0o600});
	await rename(part, lastFile());
}

/** The services for which something is kept. */
export async function keptFiles(): Promise<string[]> {
	const folder = join(configFolder(), 'services');
	const names = await readdir(folder).catch(() => []);
	return names.filter(name => name.endsWith('.json')).map(name => join(folder, name));
}

/** Written into the room that was taken, and put into place whole. */
async function replace(file: string, part: string, kept: Kept): Promise<void> {
	const handle = await open(part, 'r+');
	try {
		const text = `${JSON.stringify(kept)}\n`;
		await handle.write(text, 0);
		await handle.truncate(Buffer.byteLength(text));
		await handle.sync();
	} finally {
		await handle.close();
	}
	await rename(part, file);
}

async function takeLock(lock: string, owner: string): Promise<void> {
	for (;;) {
		try {
			await writeFile(lock, owner, {flag: 'wx', mode: 0o600});
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
				await rm(lock, {force: true});
				throw error;
			}
		}
		if (await isStale(lock)) await breakLock(lock);
		await sleep(RETRY_MS);
	}
}

async function isStale(lock: string): Promise<boolean> {
	const taken = await stat(lock).catch(() => null);
	return taken !== null && Math.abs(Date.now() - taken.mtimeMs) > STALE_MS;
}

/** Takes away the lock of a process that is gone: one process at a time, so that none takes away what another has just made. */
async function breakLock(lock: string): Promise<void> {
	const turn = `${lock}.break`;
	try {
		await writeFile(turn, '', {flag: 'wx', mode: 0o600});
	} catch {
		if (await isStale(turn)) await rm(turn, {force: true});
		return;
	}
	if (await isStale(lock)) await rm(lock, {force: true});
	await rm(turn, {force: true});
}

/** Another process has it where this one took too long. */
async function releaseLock(lock: string, owner: string): Promise<void> {
	const text = await readFile(lock, 'utf8').catch(() => null);
	if (text === owner) await rm(lock, {force: true});
}

function notWritable(error: unknown): unknown {
	const {code, path} = error as NodeJS.ErrnoException;
	if (!code) return error;
	return new SignInError(
		'refused',
		`${path ?? configFolder()} cannot be written (${code}), so that no sign-in can be kept. Make it writable, name another folder by XDG_CONFIG_HOME, or set ROTEIRO_KEY.`,
	);
}

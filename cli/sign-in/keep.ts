import {randomUUID} from 'node:crypto';
import {mkdir, open, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {SignInError, type Tokens} from '../../client/sign-in.ts';

/** Milliseconds after which a lock counts as abandoned: no renewal takes as long. */
const STALE_MS = 20_000;
const RETRY_MS = 50;
/** More than a sign-in has; bytes. */
const RESERVED = 4096;

/** A sign-in by the browser, as it is kept for the next commands. */
export type SignedIn = {
	url: string;
	/** The registration of this machine at the service, and its name in the list there. */
	clientId: string;
	app: string;
	/** Null once the sign-in is over: the registration is used again. */
	tokens: Tokens | null;
	endpoints: {token: string; revoke: string};
};
export type Kept = {url: string; key: string} | SignedIn;

/**
 * Works with what is kept for a service, one process at a time; `keep(null)` forgets it. Throws at the start if nothing can be written:
 * tokens that are replaced and then lost would end the sign-in.
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

/** Returns the services for which something is kept. */
export async function keptFiles(): Promise<string[]> {
	const folder = join(configFolder(), 'services');
	const names = await readdir(folder).catch(() => []);
	return names.filter(name => name.endsWith('.json')).map(name => join(folder, name));
}

/** Writes into the reserved file, then moves the complete file into place. */
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

/** Removes the lock of a process that is gone; only one process at a time, so that none removes another's new lock. */
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

/** Removes the lock, unless another process has it because this one took too long. */
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

/** Returns the folder of files that belong to the person and not to a tour. */
export function configFolder(): string {
	const config = process.env.XDG_CONFIG_HOME || (process.platform === 'win32' && process.env.APPDATA) || join(homedir(), '.config');
	return join(config, 'roteiro');
}

/** Names the service that was signed in to last. */
export function lastFile(): string {
	return join(configFolder(), 'login.json');
}

/** One file for each service, so that signing in to one never touches another. */
export function keptFile(url: string): string {
	return join(configFolder(), 'services', `${url.replace(/[^\w.-]+/g, '_')}.json`);
}

/** Reads the sign-in kept for a service; null if nothing readable is there. */
export async function readKept(url: string): Promise<Kept | null> {
	const kept = ((await readJson(keptFile(url))) ?? (await readJson(lastFile()))) as Partial<Kept & {key: string}> | null;
	return kept?.url === url && (kept.key || 'tokens' in kept) ? (kept as Kept) : null;
}

/** Reads the key or tokens of a service; null if the person is not signed in there. */
export async function readSignIn(url: string): Promise<{url: string; key: string} | (SignedIn & {tokens: Tokens}) | null> {
	const kept = await readKept(url);
	return kept && ('key' in kept || kept.tokens) ? (kept as SignedIn & {tokens: Tokens}) : null;
}

export async function readLast(): Promise<string | null> {
	return ((await readJson(lastFile())) as {url?: string} | null)?.url ?? null;
}

async function readJson(file: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch {
		return null;
	}
}

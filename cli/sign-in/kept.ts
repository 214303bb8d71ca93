import {readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {Tokens} from '../../client/sign-in.ts';

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

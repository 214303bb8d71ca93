import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {ApiError, type Client, createClient} from '../client/index.ts';
import {CommandError, EXIT, usageError} from './errors.ts';

/** Set when the service serves the command: its own URL. */
declare const SERVED_FROM: string | undefined;

export type Connection = {url: string; client: Client};
type Login = {url: string; key: string};

/** How long a command goes on trying where the service is busy, milliseconds. */
const PATIENCE_MS = 120_000;
const UNREACHABLE_MS = 8000;

/** The service and the key to use: ROTEIRO_URL and ROTEIRO_KEY, else what `roteiro login` has kept, else where the command came from. */
export async function connect(): Promise<Connection> {
	const login = await readLogin();
	const url = serviceUrl(login);
	const key = process.env.ROTEIRO_KEY || (login?.url === url ? login.key : '');
	if (!key) throw usageError(`There is no key for ${url}. Set ROTEIRO_KEY, or run "roteiro login"; keys are made at ${url}/account.`);
	return {url, client: createClient({baseUrl: url, key, patienceMs: PATIENCE_MS, unreachableMs: UNREACHABLE_MS})};
}

export function serviceUrl(login: Login | null = null): string {
	const url = (process.env.ROTEIRO_URL || login?.url || (typeof SERVED_FROM === 'string' ? SERVED_FROM : '')).replace(/\/+$/, '');
	if (!url) throw usageError('Which service? Set ROTEIRO_URL, such as https://tours.example.org.');
	if (!URL.canParse(url) || !/^https?:/.test(url))
		throw usageError(`ROTEIRO_URL must be a URL that begins with https:// or http://, not "${url}".`);
	return url;
}

/** Keeps a key for the next commands, readable by its owner alone. */
export async function writeLogin(login: Login): Promise<string> {
	const file = loginFile();
	await mkdir(dirname(file), {recursive: true, mode: 0o700});
	await writeFile(`${file}.new`, `${JSON.stringify(login)}\n`, {mode: 0o600});
	await rename(`${file}.new`, file);
	return file;
}

async function readLogin(): Promise<Login | null> {
	try {
		return JSON.parse(await readFile(loginFile(), 'utf8')) as Login;
	} catch {
		return null;
	}
}

function loginFile(): string {
	const config = process.env.XDG_CONFIG_HOME || (process.platform === 'win32' && process.env.APPDATA) || join(homedir(), '.config');
	return join(config, 'roteiro', 'login.json');
}

/** What the command ends with where a call did not succeed: what was thrown, said so that it can be mended. */
export function asCommandError(error: unknown, url: string): unknown {
	if (error instanceof ApiError) {
		if (error.status === 401)
			return new CommandError(EXIT.refused, [
				{message: `${url} does not know this key: it may be revoked or over. "roteiro login" takes another.`},
			]);
		const asked = error.requestId ? ` (request ${error.requestId})` : '';
		if (error.status >= 500 || error.status === 429)
			return new CommandError(EXIT.network, [
				{message: `${url} cannot do it now: ${error.message}${asked}. Run it again later: nothing is done twice.`},
			]);
		return new CommandError(EXIT.refused, [{message: `${error.message}${asked}`}]);
	}
	// What is there answers with something else than JSON: a page of a proxy, or another program.
	if (error instanceof SyntaxError)
		return new CommandError(EXIT.refused, [{message: `${url} is no Roteiro service: is ROTEIRO_URL right?`}]);
	// What fetch says of a connection that broke or was never made.
	if (error instanceof TypeError && error.cause !== undefined) {
		const cause = error.cause as {code?: string; message?: string};
		return new CommandError(EXIT.network, [
			{message: `${url} is not reached (${cause.code ?? cause.message}). Nothing is lost: run it again.`},
		]);
	}
	return error;
}

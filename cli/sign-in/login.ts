import {readFile, rm} from 'node:fs/promises';
import {hostname} from 'node:os';
import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import {ApiError, createClient} from '../../client/index.ts';
import {
	type AuthorizationServer,
	discover,
	isKnownApp,
	registerApp,
	renew,
	requireEncryption,
	revoke,
	SignInError,
	secureServiceUrl,
	type Tokens,
	typedUrl,
} from '../../client/sign-in.ts';
import {isOver, signedInFetch} from '../../client/signed-in-fetch.ts';
import type {Output} from '../output.ts';
import {askInBrowser, LANDING_PATH} from './ask-in-browser.ts';
import {type Kept, keepLast, keptFile, keptFiles, lastFile, readKept, readLast, readSignIn, type SignedIn, withKept} from './keep.ts';

export type LoginOptions = {
	/** A key is asked for instead of the browser. */
	key: boolean;
	/** No browser is opened: the person opens the URL wherever they have one. */
	noBrowser: boolean;
	timeoutMs: number;
	signal: AbortSignal;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signs in to a service, and keeps that for the next commands. */
export async function login(given: string, options: LoginOptions, output: Output): Promise<void> {
	if (process.env.ROTEIRO_KEY) output.warn('note: ROTEIRO_KEY is set, and goes before what is kept here.');
	const {kept, account, end} = options.key ? await keepKey(given, output) : await signIn(given, options, output);
	await keepLast(kept.url);
	const who = account ? ` as ${account.name}` : '';
	output.line(`Signed in at ${kept.url}${who}${end ? ` until ${end.slice(0, 10)}` : ''}; kept in ${keptFile(kept.url)}.`);
	output.json({url: kept.url, account: account?.email ?? null, signedIn: 'key' in kept ? 'key' : 'browser'});
}

type Done = {kept: Kept; account: {name: string; email: string} | null; end: string | null};

async function signIn(given: string, options: LoginOptions, output: Output): Promise<Done> {
	const url = secureServiceUrl(given);
	const server = await discover(url);
	// Known before anybody is asked: a sign-in that cannot be kept would be lost.
	await withKept(url, async () => {});
	const before = await readKept(url);
	const known = before && !('key' in before) ? before : null;
	const app = known?.app ?? `Roteiro command (${hostname()})`;
	const clientId = await registered(server, known, app);
	const tokens = await askInBrowser(server, clientId, options, output);
	const kept: SignedIn = {url, clientId, app, tokens, endpoints: {token: server.token, revoke: server.revoke}};
	const old = await withKept(url, async keep => {
		const replaced = await readKept(url);
		await keep(kept);
		return replaced;
	}).catch(async error => {
		await revoke(server, clientId, tokens.accessToken).catch(() => undefined);
		throw error;
	});
	// The sign-in before this one opens nothing any more.
	if (old && 'tokens' in old && old.tokens)
		await revoke(server, old.clientId, old.tokens.refreshToken ?? old.tokens.accessToken).catch(() => undefined);
	// Signed in all the same: the account may have no plan yet, or not every permission was ticked.
	const me = await whoIs(url, tokens.accessToken).catch((error: Error) => void output.warn(`note: ${error.message}`));
	return {kept, account: me?.account ?? null, end: null};
}

async function registered(server: AuthorizationServer, known: SignedIn | null, app: string): Promise<string> {
	if (known && (await isKnownApp(server, known.clientId))) return known.clientId;
	return registerApp(server, app, `http://127.0.0.1${LANDING_PATH}`);
}

async function keepKey(given: string, output: Output): Promise<Done> {
	const url = typedUrl(given);
	requireEncryption(url);
	output.warn(`Make a key at ${url}/settings/keys with the scopes tours:read, tours:write and publish, and paste it here.`);
	const key = await askHidden('Key: ');
	if (!key) throw new SignInError('refused', 'No key was given: paste it, or send it to standard input.');
	const {account, credential} = await whoIs(url, key);
	const kept = {url, key};
	await withKept(url, keep => keep(kept));
	return {kept, account, end: credential.expiresAt};
}

async function whoIs(url: string, key: string) {
	try {
		return await createClient({baseUrl: url, key, unreachableMs: 8000}).call('GET /me', {});
	} catch (error) {
		const elsewhere = error instanceof ApiError && error.status === 401 && new URL(error.url || url).origin;
		if (elsewhere && elsewhere !== new URL(url).origin)
			throw new SignInError('refused', `${url} redirects to ${elsewhere}: sign in there.`);
		if (error instanceof ApiError && error.status === 401)
			throw new SignInError('refused', `${url} does not know this key: it may be revoked or over. Make another at ${url}/settings/keys.`);
		if (error instanceof ApiError) throw new SignInError(error.status >= 500 ? 'busy' : 'refused', `${url}: ${error.message}`);
		if (error instanceof SyntaxError) throw new SignInError('not_roteiro', `${url} is no Roteiro service: is ROTEIRO_URL right?`);
		throw new SignInError('unreachable', `${url} cannot be reached.`, {url, cause: error});
	}
}

/** Reads a line of standard input without showing it. */
async function askHidden(question: string): Promise<string> {
	if (process.stdin.isTTY) process.stderr.write(question);
	const silent = new Writable({write: (_chunk, _encoding, done) => done()});
	const lines = createInterface({input: process.stdin, output: silent, terminal: process.stdin.isTTY});
	try {
		for await (const line of lines) return line.trim();
		return '';
	} finally {
		lines.close();
		if (process.stdin.isTTY) process.stderr.write('\n');
	}
}

/** Signs out at one service, or with null at all: revokes there what it gave, and forgets it here whatever it answers. */
export async function logout(given: string | null, output: Output): Promise<void> {
	const urls = given === null ? await keptUrls() : [secureServiceUrl(given)];
	const out: string[] = [];
	const unsaid: string[] = [];
	for (const url of urls) {
		if (!(await readSignIn(url))) continue;
		if (!(await signOut(url))) unsaid.push(url);
		out.push(url);
		output.line(`Signed out at ${url}.`);
	}
	if (out.length === 0) output.line(given === null ? 'You are signed in nowhere.' : `You are not signed in at ${given}.`);
	output.json({signedOut: out, notReached: unsaid});
	if (unsaid.length > 0)
		throw new SignInError(
			'unreachable',
			unsaid
				.map(url => `${url} could not be reached and does not know it yet: disconnect this computer in its settings, under Apps.`)
				.join('\n'),
		);
}

/** False if the service does not know of it yet. */
async function signOut(url: string): Promise<boolean> {
	const kept = await withKept(url, async keep => {
		const kept = await readKept(url);
		await keep(kept && 'tokens' in kept ? {...kept, tokens: null} : null);
		return kept;
	});
	if ((await readLast()) === url) await rm(lastFile(), {force: true});
	if (!kept || 'key' in kept || !kept.tokens) return true;
	const {clientId, tokens, endpoints} = kept;
	return revoke(endpoints, clientId, tokens.refreshToken ?? tokens.accessToken).then(
		() => true,
		error => error instanceof SignInError && error.fault === 'unknown_app',
	);
}

async function keptUrls(): Promise<string[]> {
	const urls = await Promise.all(
		(await keptFiles()).map(async file => {
			const text = await readFile(file, 'utf8').catch(() => '');
			try {
				return (JSON.parse(text) as {url?: string}).url ?? null;
			} catch {
				return null;
			}
		}),
	);
	return urls.filter(url => url !== null);
}

/** Returns a `fetch` that calls the service as the signed-in person; keeps renewed tokens for the next command. */
export function keptFetch({url, tokens}: SignedIn & {tokens: Tokens}): typeof fetch {
	return signedInFetch(url, tokens, old => workingTokens(url, old));
}

/** Returns the tokens that work now: those that another process has got meanwhile, else new ones. */
function workingTokens(url: string, old: Tokens): Promise<Tokens> {
	return withKept(url, async keep => {
		const kept = await readKept(url);
		if (!kept || 'key' in kept || !kept.tokens) throw ended(url);
		const {tokens} = kept;
		if (tokens.accessToken !== old.accessToken && !isOver(tokens)) return tokens;
		const next = await uninterrupted(() => renew(kept, tokens, next => keep({...kept, tokens: next})));
		if (!next) throw ended(url);
		return next;
	});
}

function ended(url: string): SignInError {
	return new SignInError(
		'ended',
		`${url} has ended this sign-in: it was disconnected there, or not used for long. Sign in again with "roteiro login".`,
	);
}

/** Holds back Ctrl-C between the service's response and the file: the old tokens are used up by then. */
async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
	let asked: NodeJS.Signals | null = null;
	const others = SIGNALS.some(name => process.listenerCount(name) > 0);
	const note = (name: NodeJS.Signals) => {
		asked = name;
	};
	for (const name of SIGNALS) process.on(name, note);
	try {
		return await work();
	} finally {
		for (const name of SIGNALS) process.removeListener(name, note);
		if (asked && !others) process.kill(process.pid, asked);
	}
}

import {ApiError, type Client, createClient} from '../client/index.ts';
import {requireEncryption} from '../client/sign-in.ts';
import {DOCUMENT_VERSION} from '../shared/contract/document-format.ts';
import {CommandError, EXIT, noTour, refused, usageError} from './errors.ts';
import {loadSignIn} from './fetched/load-parts.ts';
import {signInError, unreachable} from './proxy/proxy-for.ts';
import {readLast, readSignIn} from './sign-in/keep.ts';

/** Set when the service serves the command: its own URL. */
declare const SERVED_FROM: string | undefined;

export type Connection = {
	url: string;
	client: Client;
	/** The credential: a key of the environment, a kept key, or the person's sign-in by the browser. */
	by: 'environment' | 'key' | 'browser';
};

/** Milliseconds for which a command keeps trying while the service is busy. */
const PATIENCE_MS = 120_000;
const UNREACHABLE_MS = 8000;

/** Connects to the service, with ROTEIRO_KEY or else what `roteiro login` has kept for it. */
export async function connect(): Promise<Connection> {
	const url = await chosenService();
	const {ROTEIRO_KEY: key, ROTEIRO_PLAIN_HTTP: plain} = process.env;
	// Containers of one job, say, have a network of their own, and no certificates.
	if (!key || plain !== '1') requireEncryption(url);
	const options = {baseUrl: url, patienceMs: PATIENCE_MS, unreachableMs: UNREACHABLE_MS};
	if (key) return {url, by: 'environment', client: createClient({...options, key})};
	const kept = await readSignIn(url);
	if (!kept)
		throw usageError(
			`You are not signed in at ${url}. Run "roteiro login", or set ROTEIRO_KEY to a key that you make at ${url}/settings/keys.`,
		);
	if ('key' in kept) return {url, by: 'key', client: createClient({...options, key: kept.key})};
	const {keptFetch} = await loadSignIn();
	return {url, by: 'browser', client: createClient({...options, fetch: keptFetch(kept)})};
}

/** Returns ROTEIRO_URL; else where the command came from, or if not signed in there, the service of the last sign-in. */
export async function chosenService(): Promise<string> {
	const from = originUrl();
	if (process.env.ROTEIRO_URL || (from && (process.env.ROTEIRO_KEY || (await readSignIn(from))))) return serviceUrl();
	return (await readLast()) ?? serviceUrl();
}

/** Returns ROTEIRO_URL, else where the command came from. Throws if there is neither. */
export function serviceUrl(): string {
	const url = (process.env.ROTEIRO_URL || originUrl()).replace(/\/+$/, '');
	if (!url) throw usageError('Which service? Set ROTEIRO_URL, such as https://tours.example.org.');
	if (!URL.canParse(url) || !/^https?:/.test(url))
		throw usageError(`ROTEIRO_URL must be a URL that begins with https:// or http://, not "${url}".`);
	return url;
}

function originUrl(): string {
	return typeof SERVED_FROM === 'string' ? SERVED_FROM : '';
}

/** Reads the document of a tour. Throws if the service is so new that its documents have another version. */
export async function readDocument({client, url}: Pick<Connection, 'client' | 'url'>, key: string) {
	const found = await client.call('GET /documents/{key}', {key}).catch(error => {
		if (error instanceof ApiError && (error.status === 404 || error.status === 400) && !isForeign(error)) throw noTour(key, url);
		throw error;
	});
	const {version = DOCUMENT_VERSION} = found.document;
	if (version > DOCUMENT_VERSION)
		throw refused(
			`The tours of ${url} are of version ${version}, and this command reads version ${DOCUMENT_VERSION}: "npx ${url}/cli.tgz" is the one that fits.`,
		);
	return found;
}

/** Returns the error with which the command ends after a failed call, with a remedy in its words. */
export function asCommandError(error: unknown, url: string): unknown {
	if (error instanceof CommandError) return error;
	if (error instanceof ApiError) {
		const host = new URL(error.url || url).origin;
		if (error.status === 401 && host !== new URL(url).origin)
			return refused(`${url} redirects to ${host}, and a key is not sent along: set ROTEIRO_URL to ${host}.`);
		if (isForeign(error) && error.status < 500 && error.status !== 429)
			return refused(
				`${host} answers "${error.status} ${error.message}", and not as Roteiro does: is ROTEIRO_URL right, or does a proxy before it refuse this?`,
			);
		if (error.status === 401)
			return new CommandError(
				EXIT.refused,
				[
					{
						message: `${url} does not know this key: it may be revoked or over. Make another at ${url}/settings/keys, or run "roteiro login".`,
					},
				],
				error.code,
			);
		const asked = error.requestId ? ` (request ${error.requestId})` : '';
		if (error.status >= 500 || error.status === 429)
			return new CommandError(
				EXIT.network,
				[{message: `${url} cannot do it now: ${error.message}${asked}. Run it again later: nothing is done twice.`}],
				error.code,
			);
		if (error.errors.length > 0) {
			const problems = error.errors.map(({field, message, hint = ''}) => ({message: `${field}: ${message} ${hint}`.trim()}));
			return new CommandError(EXIT.refused, problems, error.code);
		}
		return new CommandError(EXIT.refused, [{message: `${error.message}${asked}${helpFor(error, url)}`}], error.code);
	}
	// What is there answers with something else than JSON: a page of a proxy, or another program.
	if (error instanceof SyntaxError)
		return new CommandError(EXIT.refused, [{message: `${url} is no Roteiro service: is ROTEIRO_URL right?`}]);
	// What fetch says of a connection that broke or was never made.
	if (error instanceof TypeError && error.cause !== undefined) return unreachable(url, error);
	return signInError(error) ?? error;
}

/** True for an error of another program, or of a proxy before the service: the service's own have names. */
export function isForeign({code, status}: ApiError): boolean {
	return code === `http_${status}`;
}

/** Tells where to get the missing permission or plan. */
function helpFor({code}: ApiError, url: string): string {
	if (code === 'missing_permission') return ` Make another key, with that, at ${url}/settings/keys, or allow it: "roteiro login".`;
	if (code === 'plan_required') return ' "roteiro whoami" shows the plan of your account.';
	return '';
}

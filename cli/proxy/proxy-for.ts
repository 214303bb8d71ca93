import {BlockList, isIP} from 'node:net';
import {CommandError, EXIT, usageError} from '../errors.ts';
import type * as Through from './index.ts';

/** The proxy that one of the environment's variables names. */
type Proxy = {variable: string; url: URL};

/** Node's codes for a certificate without a known signer. */
const UNKNOWN_SIGNER = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)/;

/**
 * Returns the proxy that the environment names for a URL, or null if it is reached directly, as this machine always is. Throws if the
 * variable has no URL of a proxy.
 */
export function proxyFor(target: string, env: NodeJS.ProcessEnv = process.env): Proxy | null {
	const {protocol, hostname, port} = new URL(target);
	const name = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
	const variable = [name, name.toUpperCase()].find(one => env[one]);
	if (variable === undefined) return null;
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	const exempt = ['localhost', '127.0.0.0/8', '::1', ...(env.no_proxy || env.NO_PROXY || '').toLowerCase().split(/[\s,]+/)];
	if (exempt.some(one => matches(one, host, port || (protocol === 'https:' ? '443' : '80')))) return null;
	const value = env[variable]!;
	const text = value.includes('://') ? value : `http://${value}`;
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
		throw usageError(`${variable} must be the URL of a proxy that begins with http:// or https://.`);
	return {variable, url: new URL(text)};
}

/** True if an entry of NO_PROXY names a host: itself, a domain of it, an address, a network, or all; with a port, on that alone. */
function matches(entry: string, host: string, port: string): boolean {
	if (entry === '*') return true;
	const [network, bits] = entry.split('/');
	if (bits !== undefined) return isWithin(host, network!, Number(bits));
	const [, name, only] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) ? `${entry}:${port}` : entry)!;
	const bare = name!.replace(/^\*?\.|^\[|\]$/g, '');
	return bare !== '' && (only === undefined || only === port) && (host === bare || (!isIP(host) && host.endsWith(`.${bare}`)));
}

function isWithin(host: string, network: string, bits: number): boolean {
	const version = isIP(network);
	if (version === 0 || version !== isIP(host) || !(bits >= 0 && bits <= (version === 4 ? 32 : 128))) return false;
	const family = version === 4 ? 'ipv4' : 'ipv6';
	const list = new BlockList();
	list.addSubnet(network, bits, family);
	return list.check(host, family);
}

/** Set where the command is packed: its parts lie beside it. */
declare const RECORDER: object | undefined;

/** Has `fetch` obey HTTPS_PROXY, HTTP_PROXY and NO_PROXY, which Node's own passes over. */
export function obeyProxies(): void {
	const direct = globalThis.fetch;
	globalThis.fetch = async (input, init) => {
		const proxy = typeof input === 'object' && 'url' in input ? null : proxyFor(String(input));
		if (!proxy) return direct(input, init);
		const file = typeof RECORDER === 'undefined' ? './index.ts' : './proxy.mjs';
		const {fetchThrough} = (await import(file)) as typeof Through;
		return fetchThrough(proxy.url, String(input), init);
	};
}

/** Says why a URL was not reached, by the error of `fetch`, and what helps. `before`: what stands before that. */
export function unreachable(url: string, error: unknown, before = ''): CommandError {
	const {name, message, cause} = error as Error & {cause?: {code?: string; message?: string}};
	const why = name === 'TimeoutError' ? 'no response' : cause?.code || cause?.message || message;
	const {origin} = new URL(url);
	const proxy = proxyFor(url);
	const by = proxy ? ` through the proxy of ${proxy.variable} (${proxy.url.host})` : '';
	const helps = UNKNOWN_SIGNER.test(why)
		? 'Set NODE_EXTRA_CA_CERTS to the file with the certificate that has signed it.'
		: proxy
			? `Nothing is lost: see whether ${proxy.variable} is right, and run it again.`
			: 'Nothing is lost: run it again.';
	return new CommandError(EXIT.network, [{message: `${before}${origin} cannot be reached${by} (${why}). ${helps}`}]);
}

/** Turns an error of signing in, a part of the command with classes of its own, into one of the command; null for any other. */
export function signInError(error: unknown): CommandError | null {
	const {name, fault, message, url, cause} = error as {name?: string; fault?: string; message: string; url?: string; cause?: unknown};
	if (name !== 'SignInError') return null;
	if (url) return unreachable(url, cause);
	return new CommandError(fault === 'unreachable' || fault === 'busy' ? EXIT.network : EXIT.refused, [{message}]);
}

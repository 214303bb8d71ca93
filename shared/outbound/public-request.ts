import {promises as dns, type LookupAddress} from 'node:dns';
import type {IncomingHttpHeaders, IncomingMessage} from 'node:http';
import {request} from 'node:https';
import {isIP, type LookupFunction} from 'node:net';
import {pipeline, type Readable, type Transform} from 'node:stream';
import tls from 'node:tls';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';
import {unlessAborted} from '../concurrency.ts';
import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {isPublicIp} from './public-ip.ts';

/** One request to a public host. Every request to a URL that a caller gave goes through here. */

/** Milliseconds for one connection with its handshake, and for everything. */
const TIMES = {connect: 5_000, total: 15_000};

export type Resolver = (hostname: string) => Promise<LookupAddress[]>;
export type Connect = (options: tls.ConnectionOptions) => tls.TLSSocket;

export type OutboundOptions = {
	signal?: AbortSignal;
	resolver?: Resolver;
	/** Opens the connection that `options` describes: `host` is the URL's, `lookup` returns the IPs that were checked. */
	connect?: Connect;
	times?: typeof TIMES;
};

/** How the host is reached, and how long all of it may take. */
type Route = Required<OutboundOptions>;

/** A request to send. `headers` are added to those that every request has. */
type Sent = {method: 'GET' | 'POST'; headers: Record<string, string>; body?: Buffer};

/** The limit of a response, and the error beyond it. */
type Bound = {maxBytes: number; tooLarge: () => Error};

const MAX_REDIRECTS = 3;
const IMAGE: Sent = {method: 'GET', headers: {accept: 'image/png, image/jpeg, image/webp, image/gif'}};
const IMAGE_BOUND: Bound = {maxBytes: LIMITS.imageBytes, tooLarge: () => new AppError('image_too_large')};

/** Returns the route with its defaults, and starts its time limit. */
function openRoute({signal, resolver = resolve, connect = tls.connect, times = TIMES}: OutboundOptions): Route {
	const deadline = AbortSignal.timeout(times.total);
	return {resolver, connect, times, signal: signal ? AbortSignal.any([signal, deadline]) : deadline};
}

/** Throws unless the URL is https, on port 443 and without credentials. */
function checkedUrl(text: string, base?: URL): URL {
	const url = new URL(text, base);
	if (url.protocol !== 'https:') throw new Error('not https');
	// The URL parser drops the scheme's default port.
	if (url.port !== '') throw new Error('not port 443');
	if (url.username || url.password) throw new Error('credentials in the URL');
	return url;
}

/** Sends a request to a public IP of the host, and follows no redirect. Read the body with `readResponse`, or destroy it. */
async function send(url: URL, sent: Sent, route: Route): Promise<IncomingMessage> {
	return connected(url, await publicIps(url, route), sent, route);
}

/** Resolves the host once. All IPs must be public, and only they are connected to. */
async function publicIps(url: URL, {resolver, signal}: Route): Promise<LookupAddress[]> {
	const host = bareHost(url);
	const family = isIP(host);
	// For a literal IP the client makes no lookup, so its hook would not be called.
	const ips = family ? [{address: host, family}] : await unlessAborted(resolver(host), signal);
	if (ips.length === 0) throw new Error('no IP');
	for (const {address: ip} of ips) if (!isPublicIp(ip)) throw new Error(`${ip} is not public`);
	return ips;
}

function connected(url: URL, ips: LookupAddress[], {method, headers, body}: Sent, route: Route): Promise<IncomingMessage> {
	const {connect, times, signal} = route;
	const host = bareHost(url);
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	const call = request({
		method,
		host,
		port: 443,
		path: url.pathname + url.search,
		headers: {
			...headers,
			...(body && {'content-length': String(body.length)}),
			host: url.host,
			'accept-encoding': 'identity',
			'user-agent': 'Roteiro',
		},
		servername: isIP(host) ? undefined : host,
		lookup: pinned(ips),
		createConnection: options => {
			const socket = connect(options as tls.ConnectionOptions);
			const late = setTimeout(() => socket.destroy(new Error('no connection in time')), times.connect);
			return socket.once('secureConnect', () => clearTimeout(late)).once('close', () => clearTimeout(late));
		},
		signal,
	});
	call.once('response', resolve).on('error', reject).end(body);
	return promise;
}

function pinned(ips: LookupAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		if (options.all) callback(null, ips);
		else callback(null, ips[0]!.address, ips[0]!.family);
	};
}

/** Returns the body, decompressed. Throws the error of `tooLarge` beyond `maxBytes`. */
async function readResponse(response: IncomingMessage, {maxBytes, tooLarge}: Bound): Promise<Buffer> {
	try {
		if (Number(response.headers['content-length']) > maxBytes) throw tooLarge();
		return await readBounded(decoded(response), maxBytes, tooLarge);
	} finally {
		response.destroy();
	}
}

/** Decompresses the body of a server that compresses unasked, so that the limit counts the bytes that come out. */
function decoded(response: IncomingMessage): Readable {
	const encoding = response.headers['content-encoding'] ?? 'identity';
	if (encoding === 'identity') return response;
	const decoder = DECODERS.get(encoding);
	if (!decoder) throw new Error(`content-encoding ${encoding}`);
	// An error of either stream destroys both and reaches the reader.
	return pipeline(response, decoder(), () => {});
}

const DECODERS = new Map<string, () => Transform>([
	['gzip', createGunzip],
	['deflate', createInflate],
	['br', createBrotliDecompress],
]);

function bareHost(url: URL): string {
	return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function resolve(hostname: string): Promise<LookupAddress[]> {
	return dns.lookup(hostname, {all: true});
}

/** Reads all bytes of a stream. Throws the error of `tooLarge` beyond `maxBytes`, and reads no further. */
export async function readBounded(
	stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	maxBytes: number,
	tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > maxBytes) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/**
 * Fetches the bytes behind a public https URL, 15 MB at most, within 15 seconds. All failures are one error,
 * `image_unreachable`, so that they reveal nothing about our network; only a body that is too long is
 * `image_too_large`. The bytes are not looked at. Throws the signal's reason if it is aborted.
 */
export async function fetchPublicImage(url: string, options: OutboundOptions = {}): Promise<Buffer> {
	try {
		return await follow(url, openRoute(options));
	} catch (cause) {
		options.signal?.throwIfAborted();
		if (cause instanceof AppError) throw cause;
		// The cause is for our own log: an AppError does not return it.
		throw new AppError('image_unreachable', {cause});
	}
}

/**
 * Fetches a JSON document behind a public https URL, unchecked and with its headers. Throws if the response is anything but a
 * 200, a redirect included, or has more than `maxBytes`.
 */
export async function fetchPublicJson(
	url: string,
	{maxBytes, ...options}: OutboundOptions & {maxBytes: number},
): Promise<{headers: IncomingHttpHeaders; bytes: Buffer}> {
	const checked = checkedUrl(url);
	const response = await send(checked, {method: 'GET', headers: {accept: 'application/json'}}, openRoute(options));
	const tooLarge = () => new Error(`more than ${maxBytes} bytes`);
	if (response.statusCode === 200) return {headers: response.headers, bytes: await readResponse(response, {maxBytes, tooLarge})};
	response.destroy();
	throw new Error(`${checked.host} answered ${response.statusCode}`);
}

async function follow(first: string, route: Route): Promise<Buffer> {
	let url = checkedUrl(first);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const response = await send(url, IMAGE, route);
		const {statusCode: status = 0, headers} = response;
		if (status === 200) return await readResponse(response, IMAGE_BOUND);
		response.destroy();
		if (![301, 302, 303, 307, 308].includes(status) || !headers.location) throw new Error(`${url.host} answered ${status}`);
		url = checkedUrl(headers.location, url);
	}
	throw new Error('too many redirects');
}

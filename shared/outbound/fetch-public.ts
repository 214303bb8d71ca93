import {promises as dns, type LookupAddress} from 'node:dns';
import type {IncomingHttpHeaders, IncomingMessage} from 'node:http';
import {request} from 'node:https';
import {isIP, type LookupFunction} from 'node:net';
import {pipeline, type Readable, type Transform} from 'node:stream';
import tls from 'node:tls';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';
import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {readBounded} from '../read-bounded.ts';
import {isPublicIp} from './public-ip.ts';

/** Milliseconds: of one connection, with its handshake; of everything. */
const TIMES = {connect: 5_000, total: 15_000};
const MAX_REDIRECTS = 3;

export type Resolver = (hostname: string) => Promise<LookupAddress[]>;
export type Connect = (options: tls.ConnectionOptions) => tls.TLSSocket;

export type OutboundOptions = {
	signal?: AbortSignal;
	resolver?: Resolver;
	/** Opens the connection that `options` describes: `host` is the URL's, `lookup` answers the addresses that were checked. */
	connect?: Connect;
	times?: typeof TIMES;
};

/** What is asked for, and how much of it is taken. */
type Wanted = {accept: string; maxBytes: number; tooLarge: () => Error};

type Way = Required<Omit<OutboundOptions, 'signal'>> & {signal: AbortSignal; wanted: Wanted};

const IMAGE: Wanted = {
	accept: 'image/png, image/jpeg, image/webp, image/gif',
	maxBytes: LIMITS.imageBytes,
	tooLarge: () => new AppError('image_too_large'),
};

/**
 * The bytes behind a public https address, 15 MB at most, within 15 seconds. Every error and failure is the same
 * `image_unreachable`, so that nobody learns from it what lies in our network; only a body that is too long is
 * `image_too_large`. What the bytes are is not looked at. Aborting the signal throws its reason.
 */
export async function fetchPublicImage(
	url: string,
	{signal, resolver = resolve, connect = tls.connect, times = TIMES}: OutboundOptions = {},
): Promise<Buffer> {
	const way: Way = {resolver, connect, times, wanted: IMAGE, signal: withDeadline(times, signal)};
	try {
		return await follow(url, way);
	} catch (cause) {
		signal?.throwIfAborted();
		if (cause instanceof AppError) throw cause;
		// The cause is for our own log: it is not part of what an AppError answers.
		throw new AppError('image_unreachable', {cause});
	}
}

/**
 * A JSON document behind a public https address, as it is and with its headers. Throws where the answer is anything but a
 * 200, a redirect included, or has more than `maxBytes`.
 */
export async function fetchPublicJson(
	url: string,
	{maxBytes, signal, resolver = resolve, connect = tls.connect, times = TIMES}: OutboundOptions & {maxBytes: number},
): Promise<{headers: IncomingHttpHeaders; bytes: Buffer}> {
	const wanted: Wanted = {accept: 'application/json', maxBytes, tooLarge: () => new Error(`more than ${maxBytes} bytes`)};
	const way: Way = {resolver, connect, times, wanted, signal: withDeadline(times, signal)};
	const checked = checkedUrl(url);
	const response = await get(checked, await publicIps(checked, way), way);
	if (response.statusCode === 200) return {headers: response.headers, bytes: await read(response, wanted)};
	response.destroy();
	throw new Error(`${checked.host} answered ${response.statusCode}`);
}

function withDeadline(times: typeof TIMES, signal: AbortSignal | undefined): AbortSignal {
	const deadline = AbortSignal.timeout(times.total);
	return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

async function follow(first: string, way: Way): Promise<Buffer> {
	let url = checkedUrl(first);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const response = await get(url, await publicIps(url, way), way);
		const {statusCode: status = 0, headers} = response;
		if (status === 200) return await read(response, way.wanted);
		response.destroy();
		if (![301, 302, 303, 307, 308].includes(status) || !headers.location) throw new Error(`${url.host} answered ${status}`);
		url = checkedUrl(headers.location, url);
	}
	throw new Error('too many redirects');
}

function checkedUrl(text: string, base?: URL): URL {
	const url = new URL(text, base);
	if (url.protocol !== 'https:') throw new Error('not https');
	// The URL parser leaves out the scheme's own port.
	if (url.port !== '') throw new Error('not port 443');
	if (url.username || url.password) throw new Error('credentials in the URL');
	return url;
}

/** What the host resolves to, once: these addresses are checked, and to these alone a connection is made. */
async function publicIps(url: URL, {resolver, signal}: Way): Promise<LookupAddress[]> {
	const host = bareHost(url);
	const family = isIP(host);
	// No lookup is made for a literal, and so no hook of it is asked.
	const addresses = family ? [{address: host, family}] : await unlessAborted(resolver(host), signal);
	if (addresses.length === 0) throw new Error('no address');
	for (const {address} of addresses) if (!isPublicIp(address)) throw new Error(`${address} is not public`);
	return addresses;
}

function get(url: URL, addresses: LookupAddress[], {connect, times, signal, wanted}: Way): Promise<IncomingMessage> {
	const host = bareHost(url);
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	const sent = request({
		host,
		port: 443,
		path: url.pathname + url.search,
		headers: {
			host: url.host,
			accept: wanted.accept,
			'accept-encoding': 'identity',
			'user-agent': 'Roteiro',
		},
		servername: isIP(host) ? undefined : host,
		lookup: pinned(addresses),
		createConnection: options => {
			const socket = connect(options as tls.ConnectionOptions);
			const late = setTimeout(() => socket.destroy(new Error('no connection in time')), times.connect);
			return socket.once('secureConnect', () => clearTimeout(late)).once('close', () => clearTimeout(late));
		},
		signal,
	});
	sent.once('response', resolve).on('error', reject).end();
	return promise;
}

function pinned(addresses: LookupAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		if (options.all) callback(null, addresses);
		else callback(null, addresses[0]!.address, addresses[0]!.family);
	};
}

async function read(response: IncomingMessage, {maxBytes, tooLarge}: Wanted): Promise<Buffer> {
	try {
		if (Number(response.headers['content-length']) > maxBytes) throw tooLarge();
		return await readBounded(decoded(response), maxBytes, tooLarge);
	} finally {
		response.destroy();
	}
}

/** We ask for the bytes as they are; what a server compresses all the same is counted by what comes out. */
function decoded(response: IncomingMessage): Readable {
	const encoding = response.headers['content-encoding'] ?? 'identity';
	if (encoding === 'identity') return response;
	const decoder = DECODERS.get(encoding);
	if (!decoder) throw new Error(`content-encoding ${encoding}`);
	// An error of either destroys both, and reaches whoever reads.
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

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	const {promise, reject} = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	signal.addEventListener('abort', abort, {once: true});
	try {
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}

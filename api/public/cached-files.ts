import type {IncomingHttpHeaders, IncomingMessage, RequestListener} from 'node:http';
import {newRequestId} from '../../shared/ids.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import type {Services} from '../../shared/services/services.ts';
import type {PublishedPage} from '../../shared/store/publications.ts';
import {isTracing} from '../../shared/tracing/tracing.ts';
import {noteCall} from '../http/call-log.ts';
import {encodingFor} from '../http/compressed.ts';
import {EMBEDDABLE, framable, securityHeaders} from '../http/headers.ts';
import type {QuickCallGate} from '../http/limits/quick-call-gate.ts';
import type {Shown} from './shown.ts';

/** The headers of a public file, those of its bytes apart, and the file with the bytes. */
type Head = {name: string; etag: string; headers: Record<string, string>; ofBytes: Record<string, string>};

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A proxy that rewrites pages breaks them: Cloudflare hides mail addresses, unless it is told, behind a script that their policy refuses. */
const REVALIDATED = 'no-cache, no-transform';
const TYPES: Record<string, string> = {
	webp: 'image/webp',
	avif: 'image/avif',
	jpg: 'image/jpeg',
	woff2: 'font/woff2',
	mp3: 'audio/mpeg',
};

const PAGE = /^\/p\/([0-9A-Za-z]{1,22})$/;
const MEDIA = /^\/media\/([0-9a-f]{32}\.[a-z0-9]{3,5})$/;
/** The ETag of a browser with one copy. Several, or `*`, are left to the routes. */
const ONE_ETAG = /^(?:W\/)?"[\w-]+"$/;

/** A file and, if they are in memory, its bytes; null if there is none, or if the routes must decide. */
type Found = {head: Head; bytes: Buffer | undefined} | null;

/**
 * Sends pages and pictures that are in memory before any route is looked for, which takes several times as long; hands everything else on, errors
 * included. A page is shown as the database has it now, and a file that was removed from the store is not sent.
 */
export function openCachedFiles(
	services: Services,
	{memory, look, sizeOf, elsewhere}: Shown,
	gate: QuickCallGate,
): (otherwise: RequestListener) => RequestListener {
	const common = securityHeaders(services.config.baseUrl);

	async function page(slug: string, {headers}: IncomingMessage): Promise<Found> {
		const found = await look(slug);
		if (found?.kind !== 'live' || found.takenDownAt) return null;
		const head = headOfPage(found, headers['accept-encoding'] ?? '', elsewhere);
		return {head, bytes: memory.kept('pages', head.name)};
	}

	async function media(name: string, {headers}: IncomingMessage): Promise<Found> {
		const head = headOfMedia(name);
		const bytes = memory.kept('media', name);
		// A file that has to be read comes with its size: a question before it would be a second request to an object store.
		if (!head || (!bytes && headers['if-none-match'] === undefined)) return null;
		const size = await sizeOf('media', name);
		return size === null ? null : {head, bytes: bytes?.length === size ? bytes : undefined};
	}

	async function send(route: string, find: Promise<Found>, [request, response]: Parameters<RequestListener>, otherwise: RequestListener) {
		const start = performance.now();
		const leave = gate.enter();
		metrics.requestsInFlight.inc();
		// The routes will fail as well, and report it.
		const found = await find.catch(() => null);
		leave();
		metrics.requestsInFlight.dec();
		const isSame = found !== null && request.headers['if-none-match']?.replace(/^W\//, '') === found.head.etag;
		if (!found || !(isSame || found.bytes)) return otherwise(request, response);
		const {head, bytes} = found;
		const requestId = newRequestId();
		const headers = {'X-Request-Id': requestId, ...common, ...head.headers, ETag: head.etag};
		if (isSame) response.writeHead(304, headers).end();
		else response.writeHead(200, {...headers, ...head.ofBytes, 'Content-Length': bytes!.length}).end(bytes);
		noteCall(services, {requestId, method: 'GET', route, status: isSame ? 304 : 200, start});
	}

	return otherwise => (request, response) => {
		const {url = '', method, headers} = request;
		if (method !== 'GET' || isTracing() || !isPlain(headers)) return otherwise(request, response);
		const slug = PAGE.exec(url)?.[1];
		if (slug !== undefined) return void send('/p/:slug', page(slug, request), [request, response], otherwise);
		const name = MEDIA.exec(url)?.[1];
		if (name !== undefined) return void send('/media/:file', media(name, request), [request, response], otherwise);
		otherwise(request, response);
	};
}

/** A browser that asks for all of it, or whether the one copy that it has is the present one. */
function isPlain({range, 'if-none-match': etag, 'if-modified-since': since, 'cache-control': control}: IncomingHttpHeaders): boolean {
	return range === undefined && since === undefined && control === undefined && (etag === undefined || ONE_ETAG.test(etag));
}

/** The head of a page in the smallest encoding that the caller takes. `elsewhere`: its pictures come from another host. */
export function headOfPage({page, csp}: PublishedPage, acceptEncoding: string, elsewhere: boolean): Head {
	const encoding = encodingFor(acceptEncoding);
	const name = encoding ? page[encoding] : page.html;
	return {
		name,
		etag: `"${name.slice(0, 32)}"`,
		headers: {...framable(elsewhere), 'Content-Security-Policy': csp, 'Cache-Control': REVALIDATED, Vary: 'Accept-Encoding'},
		ofBytes: {'Content-Type': 'text/html; charset=utf-8', ...(encoding && {'Content-Encoding': encoding})},
	};
}

/** The head of a picture, font or sound; null for a name that is none of these. */
export function headOfMedia(name: string, folder: 'media' | 'thumbnails' = 'media', cacheControl = IMMUTABLE): Head | null {
	const type = TYPES[name.split('.')[1] ?? ''];
	if (type === undefined) return null;
	return {
		name,
		etag: `"${folder === 'media' ? name.slice(0, 32) : `t${name.slice(0, 31)}`}"`,
		headers: {...EMBEDDABLE, 'Cache-Control': cacheControl, 'Accept-Ranges': 'bytes'},
		ofBytes: {'Content-Type': type},
	};
}

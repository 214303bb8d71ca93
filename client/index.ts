import type {Static} from 'typebox';
import type {PUBLIC_OPERATIONS} from '../api/operations/index.ts';
import type {OWNER_OPERATIONS} from '../api/operations/owner/index.ts';
import {ApiError} from './api-error.ts';

type Listed = (typeof PUBLIC_OPERATIONS)[number];
type Owned = (typeof OWNER_OPERATIONS)[number];
type OperationAt<R extends Route | OwnerRoute> = Extract<Listed | Owned, {route: R}>;
type Bodies<S> = {[Status in keyof S]: S[Status] extends {body: infer Body} ? Static<Body & object> : never}[keyof S];

/** Method and path of every operation under /v1, as `/docs` shows them. */
export type Route = Listed['route'];
/** Routes of an account's owner, which exist under /app/v1 alone. */
type OwnerRoute = Owned['route'];
/** Routes that return server-sent events. */
type StreamRoute = Extract<Listed, {stream?: true}>['route'];

/** Input of an operation: the names in its path, and its query or body, in one object. */
export type Input<R extends Route | OwnerRoute> = Static<OperationAt<R>['input']> & object;
/** Response body of an operation. */
export type Output<R extends Route | OwnerRoute> = {ok: true} & Bodies<OperationAt<R>['success']>;
/** Data of a stream's events: the one property that the operation declares. */
export type Followed<R extends StreamRoute> = Omit<Output<R>, 'ok'>[keyof Omit<Output<R>, 'ok'>];

export {ApiError, type FieldError} from './api-error.ts';

export type ClientOptions = {
	/** The service's URL: `https://tours.example.org`. */
	baseUrl: string;
	/** An API key (`rt_live_…`) or an OAuth access token; absent in a page of the service itself, where the session counts. */
	key?: string;
	/** The path of the operations: `/v1`, or `/app/v1` for a session. */
	prefix?: '/v1' | '/app/v1';
	/** Milliseconds that a call may wait for its turn and be repeated; 60,000 by default. */
	patienceMs?: number;
	/** Milliseconds of them in which the service may be out of reach; all by default. */
	unreachableMs?: number;
	fetch?: typeof fetch;
};

export type CallOptions = {
	/** Changes the tour only if it still has this version. */
	ifMatch?: number;
	/** Key of a POST; random by default, so that a repetition after a lost response has no second effect. */
	idempotencyKey?: string;
	signal?: AbortSignal;
	/** Lets the call outlive the page that made it, if its body has 64 KB at most. */
	keepalive?: boolean;
	/** Gets the tour's version from the response, if that names one. */
	onVersion?: (version: number) => void;
};

/** Returns 128 random bits as digits. Browsers have no `crypto.randomUUID` where a page came over plain HTTP. */
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

type Job = Output<'GET /jobs/{id}'>['job'];
export type Client = ReturnType<typeof createClient>;

const FIRST_DELAY_MS = 300;
const LOOK_AGAIN_MS = 500;

type FileBytes = Uint8Array<ArrayBuffer> | Blob;

/**
 * Makes a client of the REST API. Every method throws an `ApiError` if the service returns an error. Repeats calls that may be repeated:
 * after a lost connection, and after 429 or 503 once their `Retry-After` is over, as long as patience lasts.
 */
export function createClient({
	baseUrl,
	key,
	prefix = '/v1',
	patienceMs = 60_000,
	unreachableMs = patienceMs,
	fetch: send = fetch,
}: ClientOptions) {
	const base = `${baseUrl.replace(/\/+$/, '')}${prefix}`;

	/** `file`: a body that is no JSON. */
	type Exchange = CallOptions & {headers?: Record<string, string>; file?: {bytes: FileBytes; type: string}};

	async function exchange(route: string, input: object, {file, ...options}: Exchange): Promise<Response> {
		const {method, url, body: json} = address(base, route, input);
		const body = file?.bytes ?? json;
		const headers = new Headers({...(key && {Authorization: `Bearer ${key}`}), ...options.headers});
		if (body !== undefined) headers.set('Content-Type', file?.type ?? 'application/json');
		if (method === 'POST') headers.set('Idempotency-Key', options.idempotencyKey ?? randomId());
		if (options.ifMatch !== undefined) headers.set('If-Match', `"v${options.ifMatch}"`);
		const attempt = () => send(url, {method, headers, body, signal: options.signal, keepalive: options.keepalive});
		return repeat(attempt, {patienceMs, unreachableMs, repeatable: method !== 'PATCH', signal: options.signal});
	}

	return {
		/** Calls an operation by its route: `call('POST /tours/{id}/steps', {id, title: 'Open the menu'})`. */
		async call<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Output<R>> {
			const response = await exchange(route, input, options);
			const version = /^"v(\d+)"$/.exec(response.headers.get('etag') ?? '')?.[1];
			if (version) options.onVersion?.(Number(version));
			return readBody<Output<R>>(response);
		},

		/** Follows an operation that streams server-sent events; yields the data of each. */
		async *follow<R extends StreamRoute>(route: R, input: Input<R>): AsyncGenerator<Followed<R>> {
			const response = await exchange(route, input, {});
			for await (const data of readEvents(response.body!)) yield JSON.parse(data) as Followed<R>;
		},

		/**
		 * Makes a new tour out of a bundle (zip), as an export makes one, and returns it; `progress` hears 0..1. Stopped after it was sent, it goes on at the service.
		 */
		async importTour(bundle: FileBytes, options: CallOptions & {progress?: (fraction: number) => void} = {}) {
			const {progress, ...call} = options;
			const file = {bytes: bundle, type: 'application/zip'};
			const sent = await exchange('POST /tours/import', {}, {...call, file, headers: {Prefer: 'respond-async'}});
			const started = await readBody<{job?: Job} & Output<'POST /tours/import'>>(sent);
			// Sent again under its key it may have ended already.
			if (!started.job) return started;
			for (;;) {
				const {job} = await this.call('GET /jobs/{id}', {id: started.job.id}, {signal: call.signal});
				progress?.(job.progress);
				if (job.error) throw new ApiError(new Response(null, {status: 400}), job.error);
				if (job.result) return job.result as Output<'POST /tours/import'>;
				await pause(LOOK_AGAIN_MS, call.signal);
			}
		},

		/** Returns the bytes of a stored image, without its metadata. */
		async readOriginal(mediaId: string): Promise<ArrayBuffer> {
			return (await exchange('GET /media/{mediaId}/original', {mediaId}, {})).arrayBuffer();
		},

		/** Stores an image (PNG, JPEG, WebP or GIF, up to 15 MB) and returns it; its `mediaId` is what a step's `image` takes. */
		async uploadImage(bytes: FileBytes, options: {name?: string; signal?: AbortSignal} = {}) {
			const {name, signal} = options;
			const {upload} = await this.call('POST /media/upload-url', {name}, {signal});
			const attempt = () => send(upload.url, {method: 'PUT', body: bytes, headers: upload.headers, signal});
			const response = await repeat(attempt, {patienceMs, unreachableMs, repeatable: false, signal});
			return (await readBody<Output<'POST /media'>>(response)).media;
		},
	};
}

/** Returns the request for a route and an input: names in the path, then the query (GET, DELETE) or the body. */
function address(base: string, route: string, input: object): {method: string; url: string; body: string | undefined} {
	const [method, path] = route.split(' ') as [string, string];
	const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
	const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = String(rest.get(name));
		rest.delete(name);
		return encodeURIComponent(value);
	});
	if (method !== 'GET' && method !== 'DELETE') return {method, url: `${base}${filled}`, body: JSON.stringify(Object.fromEntries(rest))};
	const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
	return {method, url: `${base}${filled}${query.size > 0 ? `?${query}` : ''}`, body: undefined};
}

/** Sends until it succeeds. Throws the last error if it is final, or if the time is up before the next attempt. */
async function repeat(
	attempt: () => Promise<Response>,
	{patienceMs, unreachableMs, repeatable, signal}: {patienceMs: number; unreachableMs: number; repeatable: boolean; signal?: AbortSignal},
): Promise<Response> {
	const start = Date.now();
	for (let delay = FIRST_DELAY_MS; ; delay *= 2) {
		const outcome = await attempt().catch((error: unknown) => error as Error);
		signal?.throwIfAborted();
		if (outcome instanceof Response && outcome.ok) return outcome;
		const error = outcome instanceof Response ? await readError(outcome) : outcome;
		const waitMs = error instanceof ApiError ? waitAfter(error) : repeatable && error instanceof TypeError ? delay : null;
		const limit = error instanceof ApiError ? patienceMs : unreachableMs;
		if (waitMs === null || Date.now() + waitMs > start + limit) throw error;
		await pause(waitMs, signal);
	}
}

/** Waits; throws the signal's reason at once when that is aborted. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	await new Promise<void>(resolve => {
		const end = () => {
			clearTimeout(timer);
			// A signal may outlive many waits.
			signal?.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		signal?.addEventListener('abort', end);
	});
	signal?.throwIfAborted();
}

/** Milliseconds until the same request may succeed; null if it will not. */
function waitAfter({status, retryAfter}: ApiError): number | null {
	if ((status !== 429 && status !== 503) || retryAfter === undefined) return null;
	return retryAfter * 1000;
}

/** Reads what an operation returns. Throws a SyntaxError if another program has answered: what is no JSON, or not of the service. */
async function readBody<Body>(response: Response): Promise<Body> {
	const body = (await response.json()) as {ok?: unknown} | null;
	if (body?.ok !== true) throw new SyntaxError(response.url);
	return body as Body;
}

async function readError(response: Response): Promise<ApiError> {
	return new ApiError(response, (await response.json().catch(() => null)) ?? {});
}

/** Yields the data of a response's server-sent events. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
	let text = '';
	try {
		for (;;) {
			const {value, done} = await reader.read();
			if (done) return;
			const blocks = (text + value).split('\n\n');
			text = blocks.pop()!;
			for (const block of blocks) {
				const lines = block.split('\n').filter(line => line.startsWith('data:'));
				const data = lines.map(line => line.slice(5).trimStart()).join('\n');
				if (data) yield data;
			}
		}
	} finally {
		await reader.cancel();
	}
}

/**
 * Makes a client for the service's own pages, on the session of the signed-in person: with their account's operations, and without
 * repetition of calls.
 */
export function createSessionClient(baseUrl: string) {
	const {call} = createClient({baseUrl, prefix: '/app/v1', patienceMs: 0});
	return {call: call as <R extends Route | OwnerRoute>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>};
}

export type SessionClient = ReturnType<typeof createSessionClient>;

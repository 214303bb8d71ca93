import {readBounded} from '../../../shared/outbound/public-request.ts';

/** Most bytes of a response, decompressed: a thousand times what a text needs. */
const MAX_BYTES = 2 * 1024 * 1024;
/** A provider that asks for a longer pause than this is not waited for: the call behind it would not wait either. */
const MAX_WAIT_SECONDS = 5;

/** A response that began and cannot be used: it broke off, or it did not end. */
export class BadResponse extends Error {}

/**
 * A `fetch` for the clients of hosted providers. It reads the whole response, so that their timeout and their retries hold for all of it,
 * and no more than 2 MB of it (`BadResponse`); follows no redirect, which would take a user's words to another place; and tells no facts of
 * this machine.
 */
export async function boundedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
	const response = await fetch(input, {...init, headers: withoutMachineFacts(init.headers), redirect: 'manual'});
	const body = await readAll(response, init.signal);
	const {status, statusText, headers} = response;
	if (status > 599) throw new BadResponse(`The status ${status} does not exist.`);
	return new Response(body.length > 0 ? body : null, {status, statusText, headers: forOurClient(headers, body)});
}

/** Seconds after which a response says that it is worth trying again; undefined where it does not. */
export function retryAfter(headers: Headers): number | undefined {
	const milliseconds = Number(headers.get('retry-after-ms') || Number.NaN);
	const value = headers.get('retry-after') ?? '';
	const seconds = milliseconds / 1000 || Number(value || Number.NaN) || (Date.parse(value) - Date.now()) / 1000;
	return seconds > 0 && seconds < Number.MAX_SAFE_INTEGER ? Math.ceil(seconds) : undefined;
}

/** Returns headers without those in which a provider's client tells the operating system, the processor and the runtime. */
export function withoutMachineFacts(given: RequestInit['headers']): Headers {
	const headers = new Headers(given);
	for (const name of [...headers.keys()]) if (name.startsWith('x-stainless-')) headers.delete(name);
	return headers;
}

async function readAll(response: Response, signal: AbortSignal | null | undefined): Promise<Buffer<ArrayBuffer>> {
	try {
		return await readBounded(response.body ?? [], MAX_BYTES, () => new BadResponse(`The answer has more than ${MAX_BYTES} bytes.`));
	} catch (error) {
		// The client reports its own timeout.
		if (signal?.aborted || error instanceof BadResponse) throw error;
		throw new BadResponse('The answer broke off.', {cause: error});
	}
}

/**
 * Returns headers with a short `Retry-After`: the clients would wait even a day, one of them without a way to interrupt it. What looks like
 * an object is called JSON: the clients parse nothing else, and some servers call it plain text, or give it no name.
 */
function forOurClient(given: Headers, body: Buffer): Headers {
	const headers = new Headers(given);
	if (/^\s*\{/.test(body.toString('latin1', 0, 100))) headers.set('content-type', 'application/json');
	for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
	if ((retryAfter(headers) ?? 0) > MAX_WAIT_SECONDS) headers.set('x-should-retry', 'false');
	return headers;
}

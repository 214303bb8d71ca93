import type {IncomingHttpHeaders} from 'node:http';
import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {type Bound, checkedUrl, type OutboundOptions, openRoute, type Route, readResponse, type Sent, send} from './public-request.ts';

const MAX_REDIRECTS = 3;
const IMAGE: Sent = {method: 'GET', headers: {accept: 'image/png, image/jpeg, image/webp, image/gif'}};
const IMAGE_BOUND: Bound = {maxBytes: LIMITS.imageBytes, tooLarge: () => new AppError('image_too_large')};

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
		// The cause is for our own log: it is not part of what an AppError returns.
		throw new AppError('image_unreachable', {cause});
	}
}

/**
 * A JSON document behind a public https URL, as it is and with its headers. Throws where the response is anything but a
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

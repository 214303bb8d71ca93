import type {IncomingHttpHeaders} from 'node:http';
import {checkedUrl, type OutboundOptions, openRoute, readResponse, send} from './public-request.ts';

export type Delivery = {headers: Record<string, string>; body: Buffer; maxBytes: number};

/**
 * Sends `body` to a public https URL and returns the response, whatever its status. A redirect is a response like any other: what was meant
 * for one URL is not sent to another. Throws where the URL is not public, nobody is reached within 5 seconds, all of it takes more than 15, or
 * the response has more than `maxBytes`.
 */
export async function postPublic(
	url: string,
	{headers, body, maxBytes}: Delivery,
	options: OutboundOptions = {},
): Promise<{status: number; headers: IncomingHttpHeaders; bytes: Buffer}> {
	const response = await send(checkedUrl(url), {method: 'POST', headers, body}, openRoute(options));
	const tooLarge = () => new Error(`more than ${maxBytes} bytes`);
	const bytes = await readResponse(response, {maxBytes, tooLarge});
	return {status: response.statusCode!, headers: response.headers, bytes};
}

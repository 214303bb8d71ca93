import type {IncomingMessage} from 'node:http';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import type {Images} from '../http/base64-image.ts';
import {contentType, parseWithImages, readBytes} from '../http/body.ts';
import type {Turn} from '../pipeline/account-turns.ts';
import {findTool} from './tools/index.ts';
import {unquoted} from './tools/unquoted.ts';

/** A JSON-RPC message, not yet checked for anything but that it is an object. */
export type Message = {id?: unknown; method?: unknown; params?: unknown};

/** The message in a request's body, and its bytes as they are unless there was an image in them. It is parsed in its turn; long base64 goes to `images`. Throws the 400, 413 or 415 that belongs to what is wrong with it. */
export async function readMessage(request: IncomingMessage, images: Images, turn?: Turn): Promise<{message: Message; bytes: Buffer}> {
	if (contentType(request) !== 'application/json') throw new AppError('unsupported_media_type', {status: 415});
	const bytes = await readBytes(request, LIMITS.imageBodyBytes, tooLarge);
	await turn?.begin();
	const message = await parseWithImages(bytes, images, tooLarge);
	if (Array.isArray(message)) {
		const hint = 'Send each message in a request of its own: batches went out of the protocol in 2025.';
		throw invalid([{field: '', message: 'The body is a batch of messages.', hint}]);
	}
	if (typeof message !== 'object' || message === null) {
		throw invalid([
			{field: '', message: 'The body must be a JSON-RPC message.', hint: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'},
		]);
	}
	if (bytes.length > LIMITS.bodyBytes && !mayBringImage(message)) throw tooLarge();
	const {method, params} = message as {method?: unknown; params?: {name?: unknown; arguments?: unknown} | null};
	if (method === 'tools/call' && params && Object.hasOwn(params, 'arguments')) params.arguments = unquoted(params.name, params.arguments);
	return {message, bytes};
}

function tooLarge(): AppError {
	const hint = 'Large images are better sent as bytes: upload_media without url and base64 answers where to PUT them.';
	const message = `The message has more than ${LIMITS.bodyBytes} bytes beside an image as base64, or ${LIMITS.imageBodyBytes} in all.`;
	return new AppError('body_too_large', {status: 413, errors: [{field: '', message, hint}]});
}

function mayBringImage({params}: Message): boolean {
	return findTool((params as {name?: unknown} | undefined)?.name)?.operation.image !== undefined;
}

import type {IncomingMessage} from 'node:http';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import {parseJson, readBytes} from '../body.ts';
import {findTool} from '../tools.ts';

/** A JSON-RPC message, not yet checked for anything but that it is an object. */
export type Message = {id?: unknown; method?: unknown; params?: unknown};

/** The message in a request's body. Throws the 400, 413 or 415 that belongs to what is wrong with it. */
export async function readMessage(request: IncomingMessage): Promise<Message> {
	const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
	if (type !== 'application/json') throw new AppError('content_type', {status: 415});
	const bytes = await readBytes(request, LIMITS.imageBodyBytes, () => new AppError('body_too_large', {status: 413}));
	const message = parseJson(bytes);
	if (Array.isArray(message)) {
		const hint = 'Send each message in a request of its own: batches went out of the protocol in 2025.';
		throw invalid([{field: '', message: 'The body is a batch of messages.', hint}]);
	}
	if (typeof message !== 'object' || message === null) {
		throw invalid([
			{field: '', message: 'The body must be a JSON-RPC message.', hint: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'},
		]);
	}
	if (bytes.length > LIMITS.bodyBytes && !mayBringImage(message)) throw new AppError('body_too_large', {status: 413});
	return message;
}

function mayBringImage({params}: Message): boolean {
	return findTool((params as {name?: unknown} | undefined)?.name)?.operation.image !== undefined;
}

import type {IncomingMessage} from 'node:http';
import {LIMITS} from '../shared/contract/limits.ts';
import {AppError, invalid} from '../shared/errors.ts';

/** The JSON object in a request's body; an empty body is an empty object. Throws the 400 that belongs to what is wrong with it. */
export async function readJson(
	request: IncomingMessage,
	{reserved, imageTooLarge}: {reserved: string[]; imageTooLarge?: () => AppError},
): Promise<Record<string, unknown>> {
	const bytes = await readBytes(request, imageTooLarge ? LIMITS.imageBodyBytes : LIMITS.bodyBytes, imageTooLarge ?? tooLarge);
	if (bytes.length === 0) return {};
	const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
	if (type !== 'application/json') {
		throw new AppError('content_type', {
			errors: [{field: 'Content-Type', message: `Is ${type || 'missing'}.`, hint: 'Send Content-Type: application/json.'}],
		});
	}
	const body = parseJson(bytes);
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw invalid([{field: '', message: 'The body must be a JSON object.', hint: 'Send {"property": value, ...}.'}]);
	}
	const named = reserved.filter(name => Object.hasOwn(body, name));
	if (named.length > 0) {
		throw invalid(named.map(field => ({field, message: 'Is not a property of this object.', hint: 'The path says it already.'})));
	}
	return body as Record<string, unknown>;
}

/** All bytes of a body, or what `refuse` makes of the limit once they are more. */
export async function readBytes(request: IncomingMessage, limit: number, refuse: (limit: number) => AppError): Promise<Buffer> {
	if (Number(request.headers['content-length'] ?? 0) > limit) throw refuse(limit);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > limit) throw refuse(limit);
		chunks.push(chunk);
	}
	return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

/** Half of a surrogate pair can be escaped in JSON, and neither UTF-8 nor the database can hold it. */
function wellFormed(_key: string, value: unknown): unknown {
	return typeof value === 'string' ? value.toWellFormed() : value;
}

/** The value in a JSON body. Throws `malformed_json`. */
export function parseJson(bytes: Buffer): unknown {
	try {
		const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
		// A reviver takes its time: not for 20 MB of base64.
		return text.includes('\\u') ? JSON.parse(text, wellFormed) : JSON.parse(text);
	} catch (error) {
		// The parser's own words may quote the body, which may hold personal data.
		const hint = error instanceof SyntaxError ? 'Check quotes, commas and brackets.' : 'Encode the body as UTF-8.';
		throw new AppError('malformed_json', {errors: [{field: '', message: 'The body could not be parsed.', hint}]});
	}
}

function tooLarge(limit: number): AppError {
	return new AppError('body_too_large', {
		errors: [
			{
				field: '',
				message: `The body has more than ${limit} bytes.`,
				hint: 'Send images by media upload or upload URL, and texts within their limits.',
			},
		],
	});
}

import type {IncomingMessage} from 'node:http';
import {setImmediate as nextTurn} from 'node:timers/promises';
import type Koa from 'koa';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import {decodeInPlace, holdImage, type Images, NOT_BASE64} from './base64-image.ts';
import {countBody} from './body-budget.ts';
import {passOver, type Range} from './json-pass.ts';

const FORM_BYTES = 64 * 1024;

export type Form = {
	/** The text that was typed, without blanks around it (`exactly` keeps them); empty if there is none. */
	text(name: string): string;
	exactly(name: string): string;
	all(name: string): string[];
};

/** The type that a request says its body has, without parameters. */
export function contentType({headers}: Pick<IncomingMessage, 'headers'>): string {
	return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

/**
 * The JSON object that the bytes of a request's body are; none are an empty object. Long base64 goes to `images`, where they are given. `reserved`: names that
 * the path has; `other`: what is said of another type where JSON is not all that is taken. Throws the 400 that belongs to what is wrong with it.
 */
export async function parseObject(
	request: IncomingMessage,
	bytes: Buffer,
	{reserved, images, other}: {reserved: string[]; images: Images | null; other?: {message: string; hint: string} | undefined},
): Promise<Record<string, unknown>> {
	if (bytes.length === 0) return {};
	const type = contentType(request);
	if (type !== 'application/json') {
		throw new AppError('unsupported_media_type', {
			...(other && {message: other.message}),
			errors: [
				{
					field: 'Content-Type',
					message: `Is ${type.slice(0, SHOWN) || 'missing'}.`,
					hint: other?.hint ?? 'Send Content-Type: application/json.',
				},
			],
		});
	}
	const body = images ? await parseWithImages(bytes, images, bodyTooLarge) : parseJson(bytes);
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw invalid([{field: '', message: 'The body must be a JSON object.', hint: 'Send {"property": value, ...}.'}]);
	}
	const named = reserved.filter(name => Object.hasOwn(body, name));
	if (named.length > 0) {
		throw invalid(named.map(field => ({field, message: 'Is not a property of this object.', hint: 'The path says it already.'})));
	}
	return body as Record<string, unknown>;
}

/** Throws if a body is compressed, because its real size is not known in advance. */
export function requirePlain({headers}: IncomingMessage): void {
	const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
	if (encoding === 'identity') return;
	throw new AppError('unsupported_media_type', {
		message: 'The body must be sent as it is, not compressed.',
		errors: [{field: 'Content-Encoding', message: `Is ${encoding.slice(0, SHOWN)}.`, hint: 'Leave Content-Encoding out.'}],
	});
}

/** All bytes of a body, or what `refuse` makes of the limit once they are more. Throws `request_timeout` where the caller closes the connection before the last of them. */
export async function readBytes(request: IncomingMessage, limit: number, refuse: (limit: number) => AppError): Promise<Buffer> {
	requirePlain(request);
	const announced = Number(request.headers['content-length'] ?? 0);
	if (announced > limit) throw refuse(limit);
	try {
		return await collect(request, announced, {limit, refuse});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
		throw new AppError('request_timeout', {message: 'The connection was closed before the body was complete.'});
	}
}

async function collect(
	request: IncomingMessage,
	announced: number,
	{limit, refuse}: {limit: number; refuse: (limit: number) => AppError},
): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let whole: Buffer | null = null;
	let size = 0;
	let turned = 0;
	// The stream stays open on errors: destroying it would reset the connection before the caller has read the error.
	for await (const chunk of request.iterator({destroyOnReturn: false}) as AsyncIterable<Buffer>) {
		if (size + chunk.length > limit) throw refuse(limit);
		countBody(request, chunk.length);
		if (!whole) chunks.push(chunk);
		size += whole ? movePiece(chunk, whole, size) : chunk.length;
		// A sender of so much will send the rest as well: one buffer for all of it saves a second copy at the end.
		if (!whole && size >= EARNEST_BYTES && announced >= size) {
			whole = Buffer.allocUnsafeSlow(announced);
			gather(chunks.splice(0), whole);
		}
		// A fast sender could fill a turn of the event loop with two megabytes from each connection: other calls run in between.
		if (size - turned >= TURN_BYTES) {
			turned = size;
			await nextTurn();
		}
	}
	if (whole) return whole.subarray(0, size);
	return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

/** The value in a JSON body. Changes the bytes where half a surrogate pair stands in them. Throws `malformed_json`, and what `passOver` throws. */
export function parseJson(bytes: Buffer): unknown {
	passOver(bytes, {limit: bytes.length + 1, apart: false, tooLarge: () => bodyTooLarge(LIMITS.bodyBytes)});
	return parseText([bytes]);
}

/**
 * Returns the value in a JSON body with long base64 inside: that is decoded in its place, kept in `images`, and its name stands for it in the value. What
 * is not base64 may be as long as any other body.
 */
export async function parseWithImages(bytes: Buffer, images: Images, refuse: (limit: number) => AppError): Promise<unknown> {
	const limit = LIMITS.bodyBytes;
	const texts = passOver(bytes, {limit, apart: true, tooLarge: () => refuse(limit)});
	if (texts.length === 0) return parseText([bytes]);
	// Copied before decoding overwrites it.
	const rest = restOf(bytes, texts);
	const names: string[] = [];
	for (const text of texts) {
		const image = await decodeInPlace(bytes, text);
		names.push(image ? await holdImage(image, images) : NOT_BASE64);
	}
	return parseText(rest.flatMap((part, index) => [part, Buffer.from(names[index] ?? '')]));
}

/** Characters of what was sent that an error shows. */
const SHOWN = 100;
/** Bytes from which a body gets all the memory that it has announced. */
const EARNEST_BYTES = 256 * 1024;
/** Bytes of one body that are read before other calls have their turn. */
const TURN_BYTES = 256 * 1024;

function gather(chunks: Buffer[], whole: Buffer): void {
	let at = 0;
	for (const chunk of chunks) at += movePiece(chunk, whole, at);
}

/** Copies a piece to its place and frees it; returns its length. */
function movePiece(piece: Buffer, whole: Buffer, at: number): number {
	const length = piece.copy(whole, at);
	freePiece(piece);
	return length;
}

/**
 * Frees the bytes of a piece of a body, which must not be read afterwards. If left to the garbage collector, the pieces of sixty large bodies lie beside each
 * other before it runs, and lasting objects between them keep all of that memory from the system.
 */
export function freePiece({buffer, byteLength}: Buffer): void {
	// If the piece shares its memory, other pieces may still be needed.
	if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** Copies of what stands before, between and after these texts. */
function restOf(bytes: Buffer, texts: Range[]): Buffer[] {
	const starts = [0, ...texts.map(({end}) => end)];
	const ends = [...texts.map(({start}) => start), bytes.length];
	return starts.map((start, index) => Buffer.from(bytes.subarray(start, ends[index])));
}

function parseText(parts: Buffer[]): unknown {
	try {
		const decoder = new TextDecoder('utf-8', {fatal: true});
		return JSON.parse(decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
	} catch (error) {
		// The parser's own words may quote the body, which may hold personal data.
		const hint = error instanceof SyntaxError ? 'Check quotes, commas and brackets.' : 'Encode the body as UTF-8.';
		throw new AppError('malformed_json', {errors: [{field: '', message: 'The body could not be parsed.', hint}]});
	}
}

/** Makes the error of a body with more bytes than this, without its images. */
export function bodyTooLarge(limit: number): AppError {
	return new AppError('body_too_large', {
		errors: [
			{
				field: '',
				message: `The body has more than ${limit} bytes, not counted an image as base64.`,
				hint: 'Send images by media upload or upload URL, and texts within their limits.',
			},
		],
	});
}

/** The fields of a form as a browser sends it. Throws `unsupported_media_type` for anything else. */
export async function readForm(ctx: Koa.Context, maxBytes = FORM_BYTES): Promise<Form> {
	if (!ctx.is('application/x-www-form-urlencoded')) throw new AppError('unsupported_media_type', {message: 'A form is expected here.'});
	const bytes = await readBytes(ctx.req, maxBytes, () => new AppError('body_too_large'));
	const fields = new URLSearchParams(bytes.toString('utf8'));
	const exactly = (name: string) => (fields.get(name) ?? '').toWellFormed();
	return {exactly, text: name => exactly(name).trim(), all: name => fields.getAll(name)};
}

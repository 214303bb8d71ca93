import {Readable} from 'node:stream';
import type Koa from 'koa';
import type {ByteRange, FileStore, Folder} from '../../shared/files/file-store.ts';

/**
 * Returns the part of `size` bytes that a Range header names (RFC 9110, 14.2): null for none, several, or other units, so that the whole is
 * sent; `unsatisfiable` (416) if no byte of it exists.
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
	const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
	if (first === undefined || last === undefined || (!first && !last)) return null;
	if (first && last && Number(last) < Number(first)) return null;
	const start = first ? Number(first) : Math.max(0, size - Number(last));
	const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
	return start < size ? {start, end} : 'unsatisfiable';
}

/**
 * The part of `size` bytes that a request asks for: Safari plays no audio without, and a fetch goes on where it broke off. null
 * where the whole is sent: also where what the client has already is of another file (If-Range). The response's ETag must be set.
 */
export function requestedPart(ctx: Koa.Context, size: number): ReturnType<typeof byteRange> {
	const ifRange = ctx.get('If-Range');
	if (ctx.method !== 'GET' || (ifRange && ifRange !== ctx.response.get('ETag'))) return null;
	return byteRange(ctx.get('Range'), size);
}

/** Sends what is asked for of `size` bytes, as `read` returns it; 416 where no byte of it exists. The response's ETag must be set. */
export async function sendPart(
	ctx: Koa.Context,
	size: number,
	read: (part: ByteRange) => AsyncGenerator<Buffer> | Promise<Buffer>,
): Promise<void> {
	const part = requestedPart(ctx, size);
	if (part === 'unsatisfiable') {
		ctx.set({'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store'});
		ctx.status = 416;
		return;
	}
	const {start, end} = part ?? {start: 0, end: size - 1};
	if (ctx.method !== 'HEAD') {
		const bytes = read({start, end});
		ctx.body = bytes instanceof Promise ? await bytes : Readable.from(bytes, {objectMode: false, highWaterMark: PIECE_BYTES});
	}
	ctx.status = part ? 206 : 200;
	if (part) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
	// Setting a stream takes the length away.
	ctx.length = end - start + 1;
}

/** Bytes read at once from a file that is sent: two pieces are held for each reader. */
const PIECE_BYTES = 64 * 1024;

/** Yields a file's pieces and opens the file for each: one held open by a slow reader would block others. */
export async function* piecesOf(
	files: FileStore,
	{folder, name}: {folder: Folder; name: string},
	{start, end}: ByteRange,
): AsyncGenerator<Buffer> {
	for (let at = start; at <= end; at += PIECE_BYTES) {
		const last = Math.min(at + PIECE_BYTES - 1, end);
		const bytes = await files.read(folder, name, {start: at, end: last});
		// Swept since, or cut by somebody: the response must not look whole.
		if (bytes?.length !== last - at + 1) throw new Error(`The file ${name} ended before its size.`);
		yield bytes;
	}
}

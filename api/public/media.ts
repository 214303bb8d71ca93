import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import type {ByteRange, Folder} from '../../shared/files/file-store.ts';
import {piecesOf, sendPart} from '../http/byte-range.ts';
import {allowEmbedding} from '../http/cross-origin.ts';
import {headOfMedia} from './heads.ts';
import type {Shown} from './shown.ts';

/** Up to here a file is sent out of memory: images of pages mostly are, narrations mostly not. */
const SMALL_BYTES = 256 * 1024;

export type SendMedia = (
	ctx: Koa.Context,
	name: string,
	options?: {cacheControl?: string; folder?: 'media' | 'thumbnails'},
) => Promise<void>;

/** Sends public files, whole or in part (RFC 9110, 14). A file that was swept is gone at once, though memory may still hold it. */
export function openMedia({files, memory, sizeOf}: Shown): SendMedia {
	/** Reads whole files that are not in memory with their size, by one request: an object store takes 10 ms and a fee for each. */
	const look = async (
		ctx: Koa.Context,
		folder: 'media' | 'thumbnails',
		name: string,
	): Promise<{size: number; bytes: Buffer | null} | null> => {
		const wantsWhole = ctx.method === 'GET' && !ctx.get('Range') && !ctx.get('If-None-Match');
		if (wantsWhole && !memory.has(folder, name)) return memory.begin(folder, name, SMALL_BYTES);
		const size = await sizeOf(folder, name);
		return size === null ? null : {size, bytes: null};
	};
	async function* afterwards(bytes: Buffer, file: {folder: Folder; name: string}, end: number): AsyncGenerator<Buffer> {
		yield bytes;
		yield* piecesOf(files, file, {start: bytes.length, end});
	}
	return async (ctx, name, {cacheControl, folder = 'media'} = {}) => {
		allowEmbedding(ctx);
		const head = headOfMedia(name, folder, cacheControl);
		const found = head && (await look(ctx, folder, name));
		if (!head || !found) throw notFound();
		const {size} = found;
		ctx.set({...head.headers, ...head.ofBytes, ETag: head.etag});
		ctx.status = 200;
		if (ctx.fresh) {
			ctx.status = 304;
			return;
		}
		const small = async ({start, end}: ByteRange) => {
			const bytes = found.bytes ?? (await memory.read(folder, name));
			if (!bytes) throw notFound();
			return bytes.subarray(start, end + 1);
		};
		const large = (part: ByteRange) =>
			found.bytes ? afterwards(found.bytes, {folder, name}, part.end) : piecesOf(files, {folder, name}, part);
		await sendPart(ctx, size, size <= SMALL_BYTES ? small : large);
	};
}

/** A cache must not keep it: the same name may be stored later. */
function notFound(): AppError {
	return new AppError('not_found', {headers: {'Cache-Control': 'no-store'}});
}

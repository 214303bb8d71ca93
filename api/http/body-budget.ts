import type {IncomingMessage} from 'node:http';
import type Koa from 'koa';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {sha256} from '../../shared/ids.ts';
import type {Images} from './base64-image.ts';

/** What the body of one request takes of the memory that all bodies share. */
type Share = {
	/** Counts bytes that have arrived. Throws 429 where the caller, 503 where the process holds too many. */
	grow(bytes: number): void;
	release(): void;
};

/** Bytes of large bodies that one process and one caller hold at once: two bodies of an image as base64 a caller, four in all. */
const IN_ALL = 4 * LIMITS.imageBodyBytes;
const PER_CALLER = 2 * LIMITS.imageBodyBytes;
/** An ordinary body is not counted: what it may hold is bounded by the number of connections. */
const FREE = LIMITS.bodyBytes;

const shares = new WeakMap<IncomingMessage, Share>();

/**
 * Gives each request its share, until it is answered. Bytes are counted as they arrive, so that a caller on a slow line holds no more
 * than it has sent; without a bound, a hundred images at once would take two gigabytes.
 */
export function boundBodies(): Koa.Middleware {
	const held = new Map<string, number>();
	let inAll = 0;
	return async (ctx, next) => {
		const caller = sha256(ctx.get('authorization') || ctx.req.socket.remoteAddress || '').toString('base64');
		let size = 0;
		let counted = 0;
		const release = () => {
			inAll -= counted;
			const rest = (held.get(caller) ?? 0) - counted;
			if (rest > 0) held.set(caller, rest);
			else held.delete(caller);
			counted = 0;
		};
		shares.set(ctx.req, {
			grow(bytes) {
				size += bytes;
				const more = Math.min(bytes, Math.max(0, size - FREE));
				if (more === 0) return;
				if ((held.get(caller) ?? 0) + more > PER_CALLER) throw new AppError('too_many_at_once', {retryAfter: 1});
				if (inAll + more > IN_ALL) throw new AppError('unavailable', {retryAfter: 2});
				counted += more;
				inAll += more;
				held.set(caller, (held.get(caller) ?? 0) + more);
			},
			release,
		});
		try {
			await next();
		} finally {
			release();
		}
	};
}

/** Counts bytes of this request's body; see `Share`. */
export function countBody(request: IncomingMessage, bytes: number): void {
	shares.get(request)?.grow(bytes);
}

/** A place for the images of this request's body; once they are cleared, its share is free for others. */
export function imagesOf(request: IncomingMessage): Images {
	return new HeldImages(() => shares.get(request)?.release());
}

class HeldImages extends Map<string, Buffer> {
	readonly #released: () => void;

	constructor(released: () => void) {
		super();
		this.#released = released;
	}

	override clear(): void {
		super.clear();
		this.#released();
	}
}

import type {IncomingMessage} from 'node:http';
import type Koa from 'koa';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {sha256} from '../../shared/ids.ts';
import type {Images} from './base64-image.ts';
import {clientIp} from './client-ip.ts';
import {openWaitingLists, UNREAD_WAIT_MS, type WaitingList} from './waiting-lists.ts';

/** The memory that one request's body takes from the budget of all bodies. */
type Share = {
	/** Counts received bytes. Throws 503 if the process holds too many, 429 if a caller does who has not announced them. */
	grow(bytes: number): void;
	release(): void;
};

/** Most bytes of large bodies in a process with its thread: four images as base64; a caller may hold two. */
const IN_ALL = 4 * LIMITS.imageBodyBytes;
const PER_CALLER = 2 * LIMITS.imageBodyBytes;
/**
 * Most calls with large bodies of one caller at a time, including those that wait for their jobs: further ones would have to wait
 * longer than a call may.
 */
const CALLS_PER_CALLER = 8;
/** Bytes of an ordinary body, which is not counted: the number of connections limits these. */
const FREE = LIMITS.bodyBytes;
const shares = new WeakMap<IncomingMessage, Share>();

/** Bytes that all threads of the process hold together, and those of one of them: what that still holds when it ends is taken off by `forget`. */
export type Held = {all: Int32Array<SharedArrayBuffer>; own: Int32Array<SharedArrayBuffer>};

/** Counts for one more thread; `all` is that of the others, where there are any. */
export function newHeld(all = counter()): Held {
	return {all, own: counter()};
}

/** Takes off what a thread held that has ended. */
export function forget({all, own}: Held): void {
	Atomics.sub(all, 0, Atomics.exchange(own, 0, 0));
}

function counter(): Int32Array<SharedArrayBuffer> {
	return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Adds bytes, which may be negative; returns how many all hold now. */
function add({all, own}: Held, bytes: number): number {
	Atomics.add(own, 0, bytes);
	return Atomics.add(all, 0, bytes) + bytes;
}

/**
 * Gives each request its share until its response is sent. A caller's large bodies beyond its limits of bytes and calls wait, unread, for
 * its earlier ones; other callers are not delayed. The total counts bytes as they arrive, so that a slow sender holds only what it has sent.
 * Without a bound, a hundred images at once would take two gigabytes. `held`: counters of bytes, one for each thread.
 */
export function boundBodies(trustedProxies = 0, held = newHeld()): Koa.Middleware {
	const waitingLists = openWaitingLists({most: PER_CALLER, waitMs: UNREAD_WAIT_MS});
	const calls = openWaitingLists({most: CALLS_PER_CALLER, waitMs: UNREAD_WAIT_MS});
	return async (ctx, next) => {
		const announced = Math.min(PER_CALLER, Math.max(0, Number(ctx.get('content-length') || 0) - FREE));
		let waitingList: WaitingList | undefined;
		// Computed only if needed: most calls have no large body.
		const caller = () => sha256(ctx.get('authorization') || clientIp(ctx, trustedProxies)).toString('base64');
		const waitingListOfCaller = () => {
			waitingList ??= waitingLists.of(caller());
			return waitingList;
		};
		let ofCaller = 0;
		let size = 0;
		let counted = 0;
		const release = () => {
			add(held, -counted);
			waitingList?.leave(ofCaller);
			counted = 0;
			ofCaller = 0;
		};
		shares.set(ctx.req, {
			grow(bytes) {
				size += bytes;
				const more = Math.min(bytes, Math.max(0, size - FREE));
				const unannounced = Math.max(0, size - FREE - ofCaller);
				if (unannounced > 0) {
					waitingListOfCaller().take(unannounced);
					ofCaller += unannounced;
				}
				counted += more;
				if (more > 0 && add(held, more) > IN_ALL) throw new AppError('unavailable', {retryAfter: 2});
			},
			release,
		});
		if (announced === 0) return next().finally(release);
		const call = calls.of(caller());
		await call.enter(1);
		try {
			await waitingListOfCaller().enter(announced);
			ofCaller = announced;
			// The time limit for the body starts when it is read. A call handed to a thread has no timer.
			const {socket} = ctx.req;
			if (socket.timeout) socket.setTimeout(socket.timeout);
			await next();
		} finally {
			release();
			call.leave(1);
		}
	};
}

/** Counts bytes of this request's body; see `Share`. */
export function countBody(request: IncomingMessage, bytes: number): void {
	shares.get(request)?.grow(bytes);
}

/** Releases the share of this request's body: no more bytes of it are held. */
export function releaseBody(request: IncomingMessage): void {
	shares.get(request)?.release();
}

/** A place for the images of this request's body; once they are cleared, its share is free for others. */
export function imagesOf(request: IncomingMessage): Images {
	return new HeldImages(() => releaseBody(request));
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

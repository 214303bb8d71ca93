import {PassThrough} from 'node:stream';
import type Koa from 'koa';
import {LIMITS} from '../../shared/contract/limits.ts';

/** A comment line this often keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/** An event for the client; null if there is none, so that an absent client is noticed. */
export type ServerEvent = {event: string; data: unknown} | null;

/**
 * Returns with server-sent events until the source ends or the client goes away. Once `stopping` is aborted it has as long as
 * a call may wait; then it ends in order, and the client asks another process.
 */
export function streamEvents(ctx: Koa.Context, events: AsyncIterable<ServerEvent>, stopping: AbortSignal): void {
	const stream = new PassThrough();
	const end = () => stream.end();
	const endSoon = () => setTimeout(end, LIMITS.waitMs).unref();
	stopping.addEventListener('abort', endSoon);
	stream.once('close', () => stopping.removeEventListener('abort', endSoon));
	ctx.type = 'text/event-stream';
	ctx.set({'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no'});
	ctx.status = 200;
	ctx.body = stream;
	const keepAlive = setInterval(() => stream.writable && stream.write(': still here\n\n'), KEEP_ALIVE_MS);
	const write = async () => {
		for await (const event of events) {
			if (!stream.writable) return;
			if (event) stream.write(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);
		}
	};
	write()
		.catch(error => ctx.app.emit('error', error, ctx))
		.finally(() => {
			clearInterval(keepAlive);
			end();
		});
}

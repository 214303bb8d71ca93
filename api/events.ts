import {PassThrough} from 'node:stream';
import type Koa from 'koa';

/** A comment line this often keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/** What a source of events has to say now and then; null where there is nothing new, so that an absent client is noticed. */
export type ServerEvent = {event: string; data: unknown} | null;

/** Answers with server-sent events until the source ends or the client goes away. */
export function streamEvents(ctx: Koa.Context, events: AsyncIterable<ServerEvent>): void {
	const stream = new PassThrough();
	ctx.type = 'text/event-stream';
	ctx.set({'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no'});
	ctx.status = 200;
	ctx.body = stream;
	const keepAlive = setInterval(() => stream.write(': still here\n\n'), KEEP_ALIVE_MS);
	const write = async () => {
		for await (const told of events) {
			if (stream.destroyed) return;
			if (told) stream.write(`event: ${told.event}\ndata: ${JSON.stringify(told.data)}\n\n`);
		}
	};
	write()
		.catch(error => ctx.app.emit('error', error, ctx))
		.finally(() => {
			clearInterval(keepAlive);
			stream.end();
		});
}

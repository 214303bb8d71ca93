import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import Koa from 'koa';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {readBytes} from './body.ts';
import {boundBodies, forget, imagesOf, newHeld} from './body-budget.ts';

const LARGE = LIMITS.imageBodyBytes;

/** A server that reads each body; it responds at once, or for /held when `free` is called, with the images cleared before for /cleared. */
async function serve(held = newHeld()) {
	const waiting: Array<() => void> = [];
	let read = 0;
	const app = new Koa();
	app.silent = true;
	app.use(async (ctx, next) => {
		await next().catch((error: AppError) => {
			ctx.status = error.status;
			ctx.body = error.code;
		});
	});
	app.use(boundBodies(0, held));
	app.use(async ctx => {
		const bytes = await readBytes(ctx.req, LARGE, () => new AppError('body_too_large'));
		read++;
		if (ctx.path === '/cleared') imagesOf(ctx.req).clear();
		if (ctx.path !== '/') await new Promise<void>(resolve => waiting.push(resolve));
		ctx.body = String(bytes.length);
	});
	const server = createServer(app.callback()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	const send = async (path: string, key: string, bytes: number) => {
		const response = await fetch(`http://127.0.0.1:${port}${path}`, {
			method: 'POST',
			headers: {authorization: key},
			body: new Uint8Array(bytes),
		});
		return `${response.status} ${await response.text()}`;
	};
	const arrived = async (count: number) => {
		while (read < count) await sleep(10);
	};
	return {server, port, send, arrived, free: () => waiting.splice(0).forEach(resolve => void resolve())};
}

test('a caller holds two large bodies and all hold four; the third waits for its own, and nobody else for it', async t => {
	const {server, send, arrived, free} = await serve();
	t.teardown(() => server.close());
	const held = [send('/held', 'ana', LARGE), send('/held', 'ana', LARGE)];
	await arrived(2);
	let hasWaited = true;
	const third = send('/', 'ana', LARGE).finally(() => {
		hasWaited = false;
	});
	t.is(await send('/', 'ana', LIMITS.bodyBytes), `200 ${LIMITS.bodyBytes}`, 'an ordinary body is not counted');
	held.push(send('/held', 'ben', LARGE), send('/held', 'ben', LARGE));
	await arrived(5);
	t.is(await send('/', 'cleo', LARGE), '503 unavailable');
	t.true(hasWaited);
	free();
	for (const one of [...held, third]) t.is(await one, `200 ${LARGE}`);
	const cleared = [send('/cleared', 'ana', LARGE), send('/cleared', 'ana', LARGE)];
	await arrived(8);
	t.is(await send('/', 'ana', LARGE), `200 ${LARGE}`, 'what is kept elsewhere is free again');
	free();
	for (const one of cleared) t.is(await one, `200 ${LARGE}`);
});

test('a caller has eight calls with large bodies under way, also where nothing of these is held any more; the next is read after one of them', async t => {
	const {server, send, arrived, free} = await serve();
	t.teardown(() => server.close());
	const bytes = LIMITS.bodyBytes + 1;
	const first = Array.from({length: 8}, () => send('/cleared', 'ana', bytes));
	await arrived(8);
	let isOver = false;
	const ninth = send('/', 'ana', bytes).finally(() => {
		isOver = true;
	});
	t.is(await send('/', 'ben', bytes), `200 ${bytes}`, 'another caller does not wait');
	t.is(await send('/', 'ana', LIMITS.bodyBytes), `200 ${LIMITS.bodyBytes}`, 'nor does an ordinary body');
	await sleep(100);
	t.false(isOver);
	free();
	for (const one of [...first, ninth]) t.is(await one, `200 ${bytes}`);
});

test('two threads hold four large bodies together, and one that ends holds none any more', async t => {
	const [one, other] = [newHeld(), newHeld()].map((held, index, [first]) => (index === 0 ? held : newHeld(first!.all)));
	const [process, thread] = [await serve(one), await serve(other)];
	t.teardown(() => [process, thread].forEach(({server}) => void server.close()));
	const held = [
		process.send('/held', 'ana', LARGE),
		process.send('/held', 'ana', LARGE),
		thread.send('/held', 'ben', LARGE),
		thread.send('/held', 'ben', LARGE),
	];
	await Promise.all([process.arrived(2), thread.arrived(2)]);
	t.is(await process.send('/', 'cleo', LARGE), '503 unavailable');
	forget(other!);
	t.is(await process.send('/', 'cleo', LARGE), `200 ${LARGE}`);
	process.free();
	thread.free();
	for (const answer of held) t.is(await answer, `200 ${LARGE}`);
});

test('thirty large bodies of one caller at once are all taken, two at a time', async t => {
	const {server, send} = await serve();
	t.teardown(() => server.close());
	const all = await Promise.all(Array.from({length: 30}, () => send('/', 'ana', 12_000_000)));
	t.deepEqual([...new Set(all)], ['200 12000000']);
});

test('a caller on a slow line holds what it has sent, and nothing once it is gone', async t => {
	const {server, port, send} = await serve();
	t.teardown(() => server.close());
	const slow: Socket[] = [];
	for (let i = 0; i < 20; i++) {
		const socket = connect(port, '127.0.0.1');
		socket.on('error', () => {});
		socket.write(`POST / HTTP/1.1\r\nHost: a\r\nAuthorization: ana\r\nContent-Length: ${LARGE}\r\n\r\nx`);
		slow.push(socket);
	}
	t.is(await send('/', 'ben', LARGE), `200 ${LARGE}`, 'others do not wait for what was announced');
	for (const socket of slow) socket.write(Buffer.alloc(LIMITS.bodyBytes + 1_500_000));
	await sleep(300);
	for (const socket of slow) socket.destroy();
	await sleep(300);
	t.is(await send('/', 'ana', LARGE), `200 ${LARGE}`);
});

test('a body without a length that grows too large gets its error, not a reset', async t => {
	const {server, port} = await serve();
	t.teardown(() => server.close());
	const chunk = new Uint8Array(64 * 1024);
	let sent = 0;
	const body = new ReadableStream({
		pull(controller) {
			if (sent > LARGE) controller.close();
			else controller.enqueue(chunk);
			sent += chunk.length;
		},
	});
	const response = await fetch(`http://127.0.0.1:${port}/`, {method: 'POST', body, duplex: 'half'} as RequestInit);
	t.is(`${response.status} ${await response.text()}`, '400 body_too_large');
});

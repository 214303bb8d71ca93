import {once} from 'node:events';
import type {RequestListener} from 'node:http';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {readConfig} from '../../shared/config/config.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {type Log, openLog} from '../../shared/log.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {readBytes} from '../http/body.ts';
import {boundBodies} from '../http/body-budget.ts';
import {openHttpServer} from './http-server.ts';

/** A second instead of many, so that the tests need not wait; what is served at once is served within it on a busy machine, too. */
const QUICK = {stall: 1200, head: 600, keepAlive: 5000, look: 50};
const PATIENT = {stall: 60_000, head: 60_000};

async function serve(t: ExecutionContext, handler: RequestListener, env: Record<string, string> = {}, times = QUICK, log?: Log) {
	const config = readConfig({LOG_LEVEL: 'silent', ...env});
	const opened = openHttpServer(config, log ?? openLog(config, 'api'), times);
	opened.handle(handler);
	opened.server.listen(0, '127.0.0.1');
	await once(opened.server, 'listening');
	t.teardown(() => opened.drain({graceMs: 0, callsMs: 0}));
	const {port} = opened.server.address() as AddressInfo;
	return {...opened, port, open: (ip = '127.0.0.1') => openSocket(port, ip)};
}

async function openSocket(port: number, localAddress: string): Promise<Socket> {
	const socket = connect({port, host: '127.0.0.1', localAddress});
	socket.on('error', () => {});
	await once(socket, 'connect');
	return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const isOpen = async (socket: Socket) => {
	await sleep(100);
	return !socket.closed && !socket.readableEnded;
};
/** True where a new connection is let in and served. */
const isServed = async (socket: Socket) => {
	socket.write(LAST);
	return (await text(socket).catch(() => '')).startsWith('HTTP/1.1 200');
};

test('pipelined calls begin one after the other, in their order, and too many end the connection after those that wait', async t => {
	let running = 0;
	let most = 0;
	let begun = 0;
	const {open, counts} = await serve(t, async (_request, response) => {
		most = Math.max(most, ++running);
		const mine = ++begun;
		await sleep(5);
		running--;
		response.end(`call ${mine}.`);
	});
	const eight = await open();
	eight.write(GET.repeat(7) + LAST);
	t.deepEqual((await text(eight)).match(/call \d/g), ['call 1', 'call 2', 'call 3', 'call 4', 'call 5', 'call 6', 'call 7', 'call 8']);
	t.is(most, 1);
	begun = 0;
	const flood = await open();
	flood.write(GET.repeat(2000));
	t.is((await text(flood)).match(/call \d/g)!.length, 17, 'one and the sixteen behind it');
	t.is(begun, 17);
	t.is(counts.pipelined, 1);
});

test('connections are bounded by IP: those that rest give way to new ones, those at work never do', async t => {
	const {open, counts} = await serve(
		t,
		(request, response) => void (request.url === '/' ? response.end() : undefined),
		{MAX_CONNECTIONS: '40'},
		{
			...QUICK,
			...PATIENT,
		},
	);
	const working = await Promise.all([1, 2, 3].map(() => open()));
	for (const socket of working) socket.write('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n');
	const idle = await open();
	t.false(await isServed(await open()), 'nobody has rested long enough to give way');
	t.true(await isServed(await open('127.0.0.2')), 'another IP has its own');
	t.is(counts.refusedByIp, 1);
	idle.resume();
	await sleep(2100);
	t.true(await isServed(await open()));
	t.false(await isOpen(idle), 'it has given way');
	for (const socket of working) t.true(await isOpen(socket));
	t.is(counts.gaveWay, 1);
});

test('a client that sends a body drop by drop gives way, one that sends it in earnest does not', async t => {
	const handler: RequestListener = (request, response) => {
		request.once('error', () => {}).once('end', () => response.end());
		request.resume();
	};
	const {open} = await serve(t, handler, {MAX_CONNECTIONS: '20'}, {...QUICK, ...PATIENT});
	const [drops, earnest] = [await open(), await open()];
	for (const socket of [drops, earnest]) {
		socket.resume();
		socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n');
	}
	const sending = setInterval(() => {
		drops.write('.');
		earnest.write('.'.repeat(10_000));
	}, 100);
	await sleep(2500);
	t.true(await isServed(await open()));
	t.true(await isOpen(earnest));
	t.false(await isOpen(drops));
	clearInterval(sending);
});

test('connections are bounded in all', async t => {
	const {open, counts} = await serve(t, (_request, response) => void response.end(), {MAX_CONNECTIONS: '3'}, {...QUICK, ...PATIENT});
	for (const ip of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) (await open(ip)).resume();
	t.false(await isServed(await open('127.0.0.4')));
	await sleep(2100);
	t.true(await isServed(await open('127.0.0.4')));
	t.like(counts, {refused: 1, gaveWay: 1});
});

test('behind a proxy the calls under way are bounded by the IP that it names', async t => {
	let begun = 0;
	let gone = 0;
	const handler: RequestListener = (request, response) => {
		if (request.url === '/') return void response.end();
		begun++;
		response.once('close', () => gone++);
	};
	const settings = {MAX_CONNECTIONS: '20', TRUSTED_PROXIES: '1', BASE_URL: 'https://tours.example.org'};
	const {open, counts} = await serve(t, handler, settings, {...QUICK, ...PATIENT});
	const call = async (path: string, ip: string) => {
		const socket = await open();
		socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ${ip}\r\n\r\n`);
		return socket;
	};
	const waiting = [await call('/wait', '192.0.2.1'), await call('/wait', '192.0.2.1')];
	await eventually('both are under way', () => begun === 2);
	const refused = await text(await call('/', '192.0.2.1'));
	t.regex(refused, /^HTTP\/1.1 429 /);
	t.regex(refused, /\r\nRetry-After: 1\r\n/);
	t.regex(refused, /\r\nStrict-Transport-Security: max-age=31536000\r\n/);
	t.regex(refused, /"error":"too_many_at_once"/);
	t.regex(await text(await call('/', '192.0.2.2')), /^HTTP\/1.1 200 /);
	waiting[0]!.destroy();
	await eventually('one has ended', () => gone === 1);
	t.regex(await text(await call('/', '192.0.2.1')), /^HTTP\/1.1 200 /);
	t.is(counts.refusedByIp, 1);
});

test('a proxy that names no address is warned of once, and a health check that comes around it is not', async t => {
	const said: string[] = [];
	const log = {warn: (line: unknown) => said.push(String(line)), debug() {}} as unknown as Log;
	const {port} = await serve(t, (_request, response) => response.end(), {TRUSTED_PROXIES: '1'}, QUICK, log);
	const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, {headers});
	for (const path of ['/healthz', '/readyz']) await get(path);
	await get('/', {'X-Forwarded-For': '192.0.2.7'});
	said.splice(0, said.length, ...said.filter(line => line.includes('X-Forwarded-For')));
	t.deepEqual(said, []);
	for (let call = 0; call < 3; call++) await get('/');
	t.is(said.length, 1);
	t.regex(said[0]!, /TRUSTED_PROXIES is 1/);
});

test('a reader that takes nothing is cut; who waits for us is not', async t => {
	const large = Buffer.alloc(32 * 1024 * 1024);
	const {open, counts} = await serve(t, async (request, response) => {
		if (request.url === '/') return void response.end(large);
		await sleep(4000);
		response.end('late');
	});
	const slow = await open();
	slow.pause();
	slow.write(GET);
	const waiting = await open();
	waiting.write('GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
	t.regex(await text(waiting), /late/);
	t.is(counts.slowReaders, 1);
	slow.resume();
	let taken = 0;
	for await (const chunk of slow as AsyncIterable<Buffer>) taken += chunk.length;
	t.true(taken < large.length);
});

test('a body of which nothing more comes is 408, whether somebody reads it or not; a head is, too', async t => {
	const {open, counts} = await serve(t, async (request, response) => {
		if (request.url === '/unread') return;
		try {
			for await (const _ of request);
			response.end();
		} catch (error) {
			response.statusCode = (error as {status: number}).status;
			response.end((error as {code: string}).code);
		}
	});
	const post = async (path: string) => {
		const socket = await open();
		socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf`);
		return text(socket);
	};
	const read = await post('/');
	t.regex(read, /^HTTP\/1.1 408 /);
	t.regex(read, /\r\nConnection: close\r\n/);
	t.regex(read, /request_timeout$/);
	t.is(counts.slowBodies, 1);
	const head = await open();
	head.write('GET / HTTP/1.1\r\nHost:');
	t.regex(await text(head), /^HTTP\/1.1 408 /);
});

test('a connection that was refused for want of files leaves the server as it was', async t => {
	const {server, open, counts} = await serve(t, (_request, response) => void response.end());
	server.emit('error', Object.assign(new Error('accept EMFILE'), {code: 'EMFILE', syscall: 'accept'}));
	t.is(counts.notAccepted, 1);
	t.true(await isServed(await open()));
});

test('a body that waited unread for those before it has its whole time once it is read', async t => {
	const free: Array<() => void> = [];
	const app = new Koa();
	app.use(boundBodies());
	app.use(async ctx => {
		await readBytes(ctx.req, LIMITS.imageBodyBytes, () => new AppError('body_too_large'));
		if (ctx.path === '/held') await new Promise<void>(resolve => free.push(resolve));
		ctx.body = 'read';
	});
	const {port, open} = await serve(t, app.callback(), {}, {...QUICK, stall: 2000});
	const body = new Uint8Array(LIMITS.bodyBytes + 1);
	const before = Array.from({length: 8}, () => fetch(`http://127.0.0.1:${port}/held`, {method: 'POST', body}));
	while (free.length < before.length) await sleep(10);
	const socket = await open();
	const response = text(socket);
	socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
	socket.write(body.subarray(0, 1000));
	await sleep(1500);
	for (const resolve of free.splice(0)) resolve();
	await sleep(1300);
	socket.write(body.subarray(1000));
	t.regex(await response, /^HTTP\/1.1 200/);
	for (const one of before) t.is((await one).status, 200);
});

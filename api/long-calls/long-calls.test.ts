import {createServer, request as open} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import Koa from 'koa';
import {eventually} from '../../test/helpers/eventually.ts';
import {post, toolCall} from '../../test/helpers/mcp.ts';
import {startService, type TestService} from '../../test/helpers/service.ts';
import {bearerAuthentication} from '../auth/bearer.ts';
import {newHeld} from '../http/body-budget.ts';
import {errorEnvelope} from '../middleware.ts';

import {bringsMuch, openLongCalls} from './long-calls.ts';

/** Milliseconds of the processor: in this thread as well, the same takes 60 to 110 in one turn. */
const TURN_MS = 30;
const ROUNDS = 5;

let service: TestService;
test.before(async () => {
	service = await startService({}, {workers: false});
});
test.after.always(() => service?.stop());

const slides = (count: number) =>
	Array.from({length: count}, (_, index) => ({type: 'slide', title: `Step ${index}`, text: 'a'.repeat(800)}));
const document = (count: number) => ({name: 'Long', language: 'en', steps: slides(count)});

test('a long call is answered as a short one is, by REST and by a tool', async t => {
	const ana = await service.client();
	const [short, long] = [
		await ana('PUT', '/v1/documents/short', {body: {document: document(2)}}),
		await ana('PUT', '/v1/documents/long', {body: {document: document(200)}}),
	];
	t.deepEqual([short.status, long.status], [201, 201]);
	t.is(long.body.tour.steps.length, 200);
	// What goes with one connection or one moment is its own.
	const varies = new Set(['date', 'etag', 'x-request-id', 'content-length', 'keep-alive', 'transfer-encoding', 'ratelimit']);
	const same = (headers: Headers) => [...headers].filter(([name]) => !varies.has(name));
	for (const path of ['/v1/documents/KEY', '/v1/documents/KEY?no=1']) {
		const [one, other] = [await ana('GET', path.replace('KEY', 'short')), await ana('GET', path.replace('KEY', 'long'))];
		t.is(other.status, one.status, path);
		t.deepEqual(same(other.headers), same(one.headers), path);
		t.deepEqual(Object.keys(other.body), Object.keys(one.body), path);
	}
	const {id} = long.body.tour;
	t.is((await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'Renamed'}, headers: {'If-Match': '"v99"'}})).status, 412);
	t.is(
		(await ana('PUT', '/v1/documents/long', {raw: `{"document": ${'['.repeat(100_000)}`, headers: {'Content-Type': 'application/json'}}))
			.status,
		400,
	);
	const said = await (await post(service.baseUrl, ana.key, toolCall('get_tour_document', {key: 'long'}))).text();
	t.regex(said, /Step 199/);
});

test('a long call of somebody else, or without a key, is refused as a short one is', async t => {
	const [ana, ben] = [await service.client(), await service.client()];
	const {id} = (await ana('PUT', '/v1/documents/mine', {body: {document: document(60)}})).body.tour;
	t.is((await ben('GET', `/v1/documents/${id}`)).status, 404);
	const nobody = await fetch(`${service.baseUrl}/v1/documents/mine`, {method: 'PUT', body: JSON.stringify({document: document(200)})});
	t.is(nobody.status, 401);
	const limited = await service.client({scopes: ['tours:read']});
	t.is((await limited('PUT', '/v1/documents/mine', {body: {document: document(200)}})).status, 403);
});

test('a long message is counted once, and a short one, too', async t => {
	const ana = await service.client();
	for (const steps of [2, 200]) {
		const {id} = (await ana('PUT', `/v1/documents/of-${steps}`, {body: {document: document(steps)}})).body.tour;
		const left = async () => {
			const response = await post(service.baseUrl, ana.key, toolCall('get_tour', {id}));
			await response.text();
			return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
		};
		t.is((await left()) - (await left()), 1, `${steps} steps`);
	}
});

test('the event loop of all others is kept by none of it', async t => {
	const ana = await service.client();
	const headers = {Authorization: `Bearer ${ana.key}`, 'Content-Type': 'application/json'};
	const bodies = [0, 1, 2, 3].map(round => Buffer.from(JSON.stringify({document: {...document(500), name: `Large ${round}`}})));
	const url = `${service.baseUrl}/v1/documents/large`;
	await (await fetch(url, {method: 'PUT', headers, body: bodies[3]})).arrayBuffer();
	// On a busy machine a collection of garbage may fall into a turn, but not into one of each round.
	const longest: number[] = [];
	while (longest.length < ROUNDS && !longest.some(ms => ms < TURN_MS)) longest.push(await longestTurn());
	t.true(longest.at(-1)! < TURN_MS, `${longest.join(', ')} ms`);

	/** Returns the longest turn of this thread's loop, in milliseconds of the processor, while these are sent. */
	async function longestTurn(): Promise<number> {
		let longest = 0;
		let last = process.threadCpuUsage();
		const timer = setInterval(() => {
			const {user, system} = process.threadCpuUsage(last);
			longest = Math.max(longest, (user + system) / 1000);
			last = process.threadCpuUsage();
		}, 1);
		for (const body of bodies) {
			const responses = await Promise.all([fetch(url, {method: 'PUT', headers, body}), fetch(url, {headers})]);
			for (const response of responses) {
				t.is(response.status, 200);
				await response.arrayBuffer();
			}
		}
		clearInterval(timer);
		return longest;
	}
});

test('the thread ends when nobody calls, and another one begins; one that cannot begin is said to be away', async t => {
	const ana = await service.client();
	const {services} = service;
	t.is((await ana('PUT', '/v1/documents/idle', {body: {document: document(120)}})).status, 201);
	const connections = async () => {
		const sql = 'SELECT COUNT(*) AS count FROM information_schema.processlist WHERE db = DATABASE()';
		return Number((await services.database.query(sql))[0].count);
	};
	const serve = async (config: typeof services.config) => {
		const beforeClose: Array<() => Promise<void>> = [];
		const own = {...services, config, beforeClose: (work: () => Promise<void>) => void beforeClose.push(work)};
		const app = new Koa().use(errorEnvelope(own));
		const handOver = openLongCalls(own, newHeld(), 100);
		const credential = await bearerAuthentication(own)({get: () => `Bearer ${ana.key}`});
		app.use(ctx => handOver(ctx, {credential}));
		const server = createServer(app.callback());
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		t.teardown(async () => {
			server.closeAllConnections();
			server.close();
			await Promise.all(beforeClose.map(work => work()));
		});
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/documents/idle`;
		return async () => {
			// The thread takes whom the process has found, and looks for no credential again.
			const response = await fetch(url);
			return {status: response.status, body: (await response.json()) as {document: {steps: unknown[]}}};
		};
	};
	const call = await serve(services.config);
	const before = await connections();
	for (let round = 0; round < 2; round++) {
		t.is((await call()).body.document.steps.length, 120);
		await eventually('the connections of the thread are closed', async () => (await connections()) <= before);
	}
	const away = await serve({...services.config, redisUrl: 'unix:/nowhere/redis.sock'});
	t.is((await away()).status, 503);
});

/** Sends a body in pieces without its length, as a program does that makes it while it sends. */
function inPieces(url: string, pieces: string[], init: {method: string; headers: Record<string, string>}): Promise<Response> {
	const {readable, writable} = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	const send = async () => {
		for (const piece of pieces) {
			await writer.write(Buffer.from(piece));
			await sleep(20);
		}
		await writer.close();
	};
	void send().catch(() => {});
	return fetch(url, {...init, body: readable, duplex: 'half'} as RequestInit);
}

test('a body of unknown length is long where it is, not because nobody says so, and is read as a whole', async t => {
	const server = createServer(async (request, response) => {
		const much = await bringsMuch(request);
		let bytes = 0;
		for await (const chunk of request) bytes += chunk.length;
		response.end(JSON.stringify({much, bytes}));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	t.teardown(() => void server.close().closeAllConnections());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const tell = async (pieces: string[]) => (await inPieces(url, pieces, {method: 'PUT', headers: {}})).json();
	t.deepEqual(await tell(['{}']), {much: false, bytes: 2});
	t.deepEqual(await tell([]), {much: false, bytes: 0});
	t.deepEqual(await tell(['a', 'b'.repeat(30_000), 'c']), {much: false, bytes: 30_002});
	t.deepEqual(await tell(Array.from({length: 10}, () => 'd'.repeat(30_000))), {much: true, bytes: 300_000});
});

test('a body of unknown length is taken, short or long, by REST and by a tool, and refused with its caller unknown', async t => {
	const ana = await service.client();
	const headers = {Authorization: `Bearer ${ana.key}`, 'Content-Type': 'application/json'};
	for (const steps of [2, 200]) {
		const body = JSON.stringify({document: document(steps)});
		const pieces = [body.slice(0, 100), body.slice(100, 20_000), body.slice(20_000)];
		const url = `${service.baseUrl}/v1/documents/unknown-${steps}`;
		t.is((await inPieces(url, pieces, {method: 'PUT', headers})).status, 201);
		t.is((await inPieces(url, pieces, {method: 'PUT', headers: {'Content-Type': 'application/json'}})).status, 401);
		const call = JSON.stringify(toolCall('put_tour', {key: `tool-${steps}`, document: document(steps)}));
		const asked = {...headers, Accept: 'application/json, text/event-stream'};
		const said = await inPieces(`${service.baseUrl}/mcp`, [call.slice(0, 50), call.slice(50)], {method: 'POST', headers: asked});
		t.is(said.status, 200);
		t.regex(await said.text(), new RegExp(`"stepCount":${steps}\\b`));
	}
});

test('a caller that goes away, or sends half of a body, holds nothing up', async t => {
	const ana = await service.client();
	const body = JSON.stringify({document: document(200)});
	const known = {Authorization: `Bearer ${ana.key}`, 'Content-Type': 'application/json'};
	for (let call = 0; call < 8; call++) {
		const headers = {...known, ...(call < 4 ? {'Content-Length': body.length} : {'Transfer-Encoding': 'chunked'})};
		const sent = open(`${service.baseUrl}/v1/documents/half`, {method: 'PUT', headers}).on('error', () => {});
		sent.write(body.slice(0, call % 2 ? 80_000 : 8000));
		await sleep(30);
		sent.destroy();
	}
	t.is((await ana('PUT', '/v1/documents/half', {raw: body, headers: {'Content-Type': 'application/json'}})).status, 201);
});

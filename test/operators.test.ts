import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {buildApp} from '../api/app.ts';
import {openHttpServer} from '../api/server/http-server.ts';
import {readConfig} from '../shared/config/config.ts';
import {request, startService} from './helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const signIn = (password: string, user = 'operator') => ({Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`});
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
	request(service.baseUrl, method, path, null, {headers});

test('healthz says that the process lives, readyz that database, queue and storage answer', async t => {
	t.deepEqual((await open('/healthz')).body, {ok: true});
	const ready = await open('/readyz');
	t.is(ready.status, 200);
	t.deepEqual(ready.body, {ok: true, checks: {database: 'ok', queue: 'ok', storage: 'ok'}});
});

test('the dashboard opens for the operator alone', async t => {
	const password = service.config.operatorPassword;
	for (const headers of [{}, signIn('wrong'), signIn(password, 'root'), signIn(''), {Authorization: `Bearer ${ana.key}`}]) {
		for (const path of ['/ops/queues', '/ops/queues/api/queues', '/ops/queues/static/js/main.js']) {
			const reply = await open(path, headers);
			t.is(reply.status, 401);
			t.regex(reply.headers.get('www-authenticate') ?? '', /^Basic /);
		}
	}
	const page = await open('/ops/queues', signIn(password));
	t.is(page.status, 200);
	t.true(page.body.includes('Roteiro queues'));
	t.regex(page.headers.get('content-security-policy') ?? '', /^default-src 'self';/, 'it fetches nothing from elsewhere');
});

test('wrong passwords for the dashboard are counted by IP and in all, and then the right one is refused as well', async t => {
	const proxied = await startService({TRUSTED_PROXIES: '1'}, {workers: false});
	t.teardown(() => proxied.stop());
	const from = async (ip: string, password: string) =>
		(await request(proxied.baseUrl, 'GET', '/ops/queues', null, {headers: {...signIn(password), 'X-Forwarded-For': ip}})).status;
	const right = proxied.config.operatorPassword;
	const tried = await Promise.all(Array.from({length: 12}, () => from('192.0.2.1', 'a guess at it')));
	t.deepEqual([tried.filter(status => status === 401).length, tried.filter(status => status === 429).length], [10, 2]);
	t.is(await from('192.0.2.1', right), 429);
	t.is(await from('192.0.2.2', right), 200, 'elsewhere nothing was tried');
	for (let ip = 10; ip < 19; ip++) await Promise.all(Array.from({length: 10}, () => from(`192.0.2.${ip}`, 'a guess at it')));
	const reply = await request(proxied.baseUrl, 'GET', '/ops/queues', null, {headers: {...signIn(right), 'X-Forwarded-For': '192.0.2.3'}});
	t.is(reply.status, 429, 'a hundred in all');
	t.is(reply.body.error, 'attempts_limited');
	t.true(Number(reply.headers.get('retry-after')) > 0);
});

test('without a password of the operator the dashboard is closed, and says how it opens', async t => {
	const closed = await startService({OPERATOR_PASSWORD: ''}, {workers: false});
	t.teardown(() => closed.stop());
	for (const headers of [{}, signIn(''), signIn('operator-of-a-test')]) {
		const reply = await request(closed.baseUrl, 'GET', '/ops/queues', null, {headers});
		t.is(reply.status, 503);
		t.is(reply.body.message, 'OPERATOR_PASSWORD is unset: the queues at /ops/queues are closed until it is set.');
	}
});

test('a password of the operator that is too short keeps the service from starting', t => {
	t.throws(() => readConfig({OPERATOR_PASSWORD: 'elevenchars'}), {
		message: 'OPERATOR_PASSWORD must have at least 12 characters, not 11.',
	});
	t.is(readConfig({OPERATOR_PASSWORD: 'twelve chars'}).operatorPassword, 'twelve chars');
	t.is(readConfig({}).operatorPassword, '');
});

test('under https every answer asks browsers to stay there, an error as well; under http none does', async t => {
	const secure = await startService({}, {workers: false});
	t.teardown(() => secure.stop());
	const config = {...secure.config, baseUrl: 'https://tours.example.org'};
	const http = openHttpServer(config, secure.services.log);
	http.handle(buildApp({...secure.services, config}).callback());
	http.server.listen(0, '127.0.0.1');
	t.teardown(() => http.drain({graceMs: 0, callsMs: 0}));
	await once(http.server, 'listening');
	const {port} = http.server.address() as AddressInfo;
	for (const path of ['/', '/healthz', '/v1/me', '/p/none', '/nothing/here', '/ops/queues', '/mcp', '/oauth/token', '/embed.js']) {
		const {headers} = await request(`http://127.0.0.1:${port}`, 'GET', path, null);
		t.is(headers.get('strict-transport-security'), 'max-age=31536000', path);
		t.is((await open(path)).headers.get('strict-transport-security'), null, path);
	}
});

test('the dashboard shows every pool and their jobs, and lets nobody change them', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Board'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	await ana('POST', `/v1/tours/${tour.id}/publish`);
	const headers = signIn(service.config.operatorPassword);
	const {queues} = (await open('/ops/queues/api/queues?activeQueue=render&status=completed', headers)).body;
	t.deepEqual(
		queues.map((queue: {name: string}) => queue.name),
		['images', 'animations', 'ai', 'audio', 'render', 'covers', 'delivery', 'export', 'background'],
	);
	t.true(queues.every((queue: {readOnlyMode: boolean}) => queue.readOnlyMode));
	const [job] = queues.find((queue: {name: string}) => queue.name === 'render').jobs;
	t.deepEqual(Object.keys(job.data), ['jobId'], 'job data is an identifier and nothing else');
	for (const path of ['empty', 'pause', 'retry/failed', `${job.id}/retry`]) {
		const refused = await open(`/ops/queues/api/queues/render/${path}`, headers, 'PUT');
		t.like([refused.status, refused.body.error, refused.headers.get('allow')], [405, 'method_not_allowed', 'GET, HEAD'], path);
	}
});

test('a dashboard that may be written takes changes from its own page and from programs, not from other sites', async t => {
	const writable = await startService({DASHBOARD_WRITABLE: 'true'}, {workers: false});
	t.teardown(() => writable.stop());
	const board = `${writable.baseUrl}/ops/queues/api/queues`;
	const password = signIn(writable.config.operatorPassword);
	const change = async (headers: Record<string, string>, path = 'render/pause', method = 'PUT', body?: string) => {
		const reply = await fetch(`${board}/${path}`, {method, headers: {...password, ...headers}, body});
		return [reply.status, ((await reply.json().catch(() => null)) as {error?: string} | null)?.error];
	};
	const job = '{"name":"build-bundle"}';
	for (const origin of ['https://evil.test', 'null', writable.baseUrl.replace('127.0.0.1', 'localhost')]) {
		t.deepEqual(await change({Origin: origin}), [403, 'foreign_origin'], origin);
		for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
			t.deepEqual(await change({Origin: origin, 'Content-Type': type}, 'render/add', 'POST', job), [403, 'foreign_origin'], type);
		}
	}
	for (const site of ['cross-site', 'same-site', 'none'])
		t.deepEqual(await change({'Sec-Fetch-Site': site}), [403, 'foreign_origin'], site);
	t.false(await writable.services.dispatcher.queues.get('render')!.isPaused());
	t.is((await change({Origin: writable.baseUrl, 'Sec-Fetch-Site': 'same-origin'}))[0], 200);
	t.true(await writable.services.dispatcher.queues.get('render')!.isPaused());
	t.is((await change({}, 'render/resume'))[0], 200, 'a program that has the password');
	t.is((await fetch(board, {headers: {...password, Origin: 'https://evil.test'}})).status, 200, 'no other site sees the answer');
});

test('the description of the API is served to anyone', async t => {
	const reply = await open('/openapi.json');
	t.is(reply.status, 200);
	t.is(reply.body.info.version, '1.0.0');
	t.is(reply.body.servers[0].url, service.baseUrl);
});

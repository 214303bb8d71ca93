import test from 'ava';
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

test('the dashboard shows the five pools and their jobs, and lets nobody change them', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Board'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	await ana('POST', `/v1/tours/${tour.id}/publish`);
	const headers = signIn(service.config.operatorPassword);
	const {queues} = (await open('/ops/queues/api/queues?activeQueue=render&status=completed', headers)).body;
	t.deepEqual(
		queues.map((queue: {name: string}) => queue.name),
		['images', 'animations', 'ai', 'audio', 'render', 'background'],
	);
	t.true(queues.every((queue: {readOnlyMode: boolean}) => queue.readOnlyMode));
	const [job] = queues.find((queue: {name: string}) => queue.name === 'render').jobs;
	t.deepEqual(Object.keys(job.data), ['operationId'], 'job data is an identifier and nothing else');
	const emptied = await open('/ops/queues/api/queues/render/empty', headers, 'PUT');
	t.true(emptied.status >= 400, `${emptied.status}`);
});

test('the description of the API is served to anyone', async t => {
	const reply = await open('/openapi.json');
	t.is(reply.status, 200);
	t.is(reply.body.info.version, '1.0.0');
	t.is(reply.body.servers[0].url, service.baseUrl);
});

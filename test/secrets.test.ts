import test from 'ava';
import sharp from 'sharp';
import {requirePort} from '../infra/free-port.ts';
import {openLog} from '../shared/log.ts';
import {openProducerRedis} from '../shared/queue/redis.ts';
import {type ServiceProcess, startProcess} from './helpers/processes.ts';
import {request, startService, type TestService} from './helpers/service.ts';

/** Keys, upload URLs, passwords and what people write never reach a log, a queue or an error. */

let service: TestService;
let processes: ServiceProcess[];
let baseUrl: string;
test.before(async () => {
	service = await startService({}, {workers: false});
	const port = await requirePort('127.0.0.1', 0);
	baseUrl = `http://127.0.0.1:${port}`;
	const config = {...service.config, port, baseUrl};
	processes = [await startProcess('api/main.ts', config), await startProcess('workers/main.ts', config)];
});
test.after.always(async () => {
	for (const one of processes ?? []) await one.kill('SIGTERM');
	await service?.stop();
});

test('a day in the life of the service leaves no secret in logs, Redis or job data', async t => {
	t.timeout(60_000);
	const ana = await service.client();
	const call = (method: string, path: string, body?: unknown, headers = {}) => request(baseUrl, method, path, ana.key, {body, headers});
	const text = `private-text-${crypto.randomUUID()}`;
	const idempotencyKey = `private-key-${crypto.randomUUID()}`;
	const {tour} = (await call('POST', '/v1/tours', {name: text}, {'Idempotency-Key': idempotencyKey})).body;
	const png = await sharp({create: {width: 80, height: 50, channels: 3, background: '#eee'}})
		.png()
		.toBuffer();
	const step = await call('POST', `/v1/tours/${tour.id}/steps`, {text, image: {base64: png.toString('base64')}});
	t.is(step.status, 201);
	await call('POST', `/v1/tours/${tour.id}/steps`, {text, image: {base64: Buffer.from('GIF89a broken').toString('base64')}});
	await call('POST', `/v1/tours/${tour.id}/steps`, {text, image: {url: `https://10.0.0.1/${text}`}});
	await call('PUT', `/v1/tours/${tour.id}/end-cta`, {enabled: true, text, whatsapp: {phone: '+5511987654321'}});
	const {url} = (await call('POST', '/v1/media/upload-url', {name: text})).body.upload;
	t.is((await fetch(url, {method: 'PUT', body: await sharp(png).negate().png().toBuffer()})).status, 201);
	await fetch(url, {method: 'PUT', body: 'again'});
	const link = (await call('POST', `/v1/tours/${tour.id}/publish`)).body.publishedLink;
	await fetch(link.coverUrl);
	await request(baseUrl, 'GET', '/v1/me', `${ana.key}x`);
	await request(baseUrl, 'POST', '/v1/tours', ana.key, {raw: `{"name": "${text}`, headers: {'Content-Type': 'application/json'}});
	await fetch(`${baseUrl}/ops/queues`, {headers: {Authorization: `Basic ${btoa('operator:operator-of-a-test')}`}});

	const secrets = [
		ana.key,
		url.split('/').at(-1)!,
		'operator-of-a-test',
		text,
		idempotencyKey,
		'+5511987654321',
		'127.0.0.1:5',
		'example.com',
	];
	const logs = processes.map(one => one.output()).join('\n');
	t.true(logs.split('\n').length > 15);
	t.regex(logs, /"operationId":"job_/, 'log lines of a job carry its id');
	t.regex(logs, /"requestId":"req_/, 'log lines of a request carry its id');
	const redis = await dump();
	t.true(redis.includes('operationId'));
	for (const secret of secrets) {
		t.false(logs.includes(secret), `in the logs: ${secret}`);
		t.false(redis.includes(secret), `in Redis: ${secret}`);
	}
});

test('the database holds hashes of keys, upload tokens and idempotency keys, never these', async t => {
	const bo = await service.client();
	const {url} = (await bo('POST', '/v1/media/upload-url', {body: {}})).body.upload;
	for (const [table, secret] of [
		['credentials', bo.key],
		['uploads', url.split('/').at(-1)],
	]) {
		const rows = await service.services.database.query(`SELECT * FROM ${table}`);
		t.true(rows.length > 0);
		t.false(JSON.stringify(rows).includes(secret!));
		t.true(rows.every((row: {hash: Buffer}) => row.hash.length === 32));
	}
});

/** Everything that Redis holds for this service, as text. */
async function dump(): Promise<string> {
	const redis = openProducerRedis(service.config.redisUrl, openLog(service.config, 'api'));
	await new Promise(resolve => redis.once('ready', resolve));
	const found: string[] = [];
	for (const key of await redis.keys(`${service.config.redisPrefix}*`)) {
		found.push(
			key,
			(await redis.dump(key))?.toString() ?? '',
			(await redis.type(key)) === 'hash' ? JSON.stringify(await redis.hgetall(key)) : '',
		);
	}
	redis.disconnect();
	return found.join('\n');
}

import test from 'ava';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const ASYNC = {Prefer: 'respond-async'};
const newTour = async (): Promise<string> => (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
const upload = (bytes: Buffer, headers = {}) =>
	ana('POST', '/v1/media', {body: {base64: bytes.toString('base64'), name: 'a.png'}, headers});

/** The job once it has ended; each state on the way is checked. */
async function ended(t: {true(value: boolean): void}, location: string): Promise<Reply['body']> {
	for (let look = 0; look < 500; look++) {
		const {body} = await ana('GET', location);
		t.true(body.job.progress >= 0 && body.job.progress <= 1);
		if (body.job.status === 'succeeded' || body.job.status === 'failed') return body.job;
		t.true(['queued', 'running'].includes(body.job.status) && body.job.result === null && body.job.error === null);
		await new Promise(resolve => setTimeout(resolve, 20));
	}
	throw new Error('The job did not end.');
}

test('Prefer: respond-async answers 202 with Location and job; GET job has the result of the synchronous call', async t => {
	const bytes = await picture();
	const {status, headers, body} = await upload(bytes, ASYNC);
	t.is(status, 202);
	t.is(headers.get('preference-applied'), 'respond-async');
	t.is(headers.get('location'), `/v1/jobs/${body.job.id}`);
	t.regex(body.job.id, /^job_[0-9a-z]{26}$/);
	t.deepEqual(Object.keys(body.job).toSorted(), ['createdAt', 'id', 'progress', 'status', 'type']);
	t.is(body.job.type, 'ingest-image');
	const job = await ended(t, headers.get('location')!);
	t.like(job, {id: body.job.id, status: 'succeeded', progress: 1, error: null, createdAt: body.job.createdAt});
	t.deepEqual(job.result, (await upload(bytes)).body);
});

test('a job that fails has the error of the synchronous call', async t => {
	const bytes = (await picture()).subarray(0, 300);
	const {headers, status} = await upload(bytes, ASYNC);
	t.is(status, 202);
	const job = await ended(t, headers.get('location')!);
	t.like(job, {status: 'failed', result: null});
	const refused = await upload(bytes);
	t.is(refused.status, 422);
	t.deepEqual(job.error, refused.body);
});

test('a step and a publish can be left to a job; their result is what the synchronous call answers', async t => {
	const id = await newTour();
	const image = {base64: (await picture()).toString('base64')};
	const added = await ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'Async', alt: 'x', image}, headers: ASYNC});
	t.is(added.status, 202);
	const {result} = await ended(t, added.headers.get('location')!);
	const {tour} = (await ana('GET', `/v1/tours/${id}`)).body;
	t.deepEqual(result, {ok: true, step: tour.steps[0], adjustments: []});

	const published = await ana('POST', `/v1/tours/${id}/publish`, {headers: ASYNC});
	t.is(published.status, 202);
	const job = await ended(t, published.headers.get('location')!);
	t.deepEqual(job.result, {
		ok: true,
		publishedLink: (await ana('GET', `/v1/tours/${id}`)).body.tour.publishedLink,
		version: 2,
		warnings: [],
	});
});

test('a call that needs no job is answered at once, whatever it prefers', async t => {
	const id = await newTour();
	t.is((await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide'}, headers: ASYNC})).status, 201);
	t.is((await ana('POST', '/v1/tours', {body: {name: 'Tour'}, headers: ASYNC})).status, 201);
	t.is((await ana('POST', `/v1/tours/${id}/publish`, {body: {dryRun: 'x'}, headers: ASYNC})).status, 400);
	t.is((await ana('POST', `/v1/tours/${await newTour()}/publish`, {headers: ASYNC})).status, 422);
});

for (const [prefer, status] of [
	['respond-async', 202],
	['Respond-Async', 202],
	['wait=10, respond-async', 202],
	['respond-async; foo=bar', 202],
	['respond-asynchronously', 201],
	['return=minimal', 201],
] as const) {
	test(`Prefer: ${prefer} is answered with ${status}`, async t => {
		t.is((await upload(await picture(), {Prefer: prefer})).status, status);
	});
}

test("a job is its account's alone: another account's, and one that never was, are the same 404", async t => {
	const bento = await service.client();
	const {body} = await upload(await picture(), ASYNC);
	const never = await ana('GET', '/v1/jobs/job_x');
	t.is(never.status, 404);
	for (const id of [body.job.id, `${body.job.id}%20`, '%25', 'x']) {
		for (const path of [`/v1/jobs/${id}`, `/v1/jobs/${id}/events`]) {
			const reply = await bento('GET', path);
			t.is(reply.status, 404, path);
			t.deepEqual(reply.body, never.body);
		}
	}
	t.is((await ana('GET', `/v1/jobs/${body.job.id}%20`)).status, 404);
});

test('GET events streams the job as server-sent events until it has ended', async t => {
	const {body} = await upload(await picture({width: 1600, height: 1200}), ASYNC);
	const path = `/v1/jobs/${body.job.id}/events`;
	const {status, headers, body: text} = await ana('GET', path);
	t.is(status, 200);
	t.regex(headers.get('content-type')!, /^text\/event-stream/);
	t.is(headers.get('cache-control'), 'no-store');
	const events = text
		.split('\n\n')
		.filter((part: string) => part.startsWith('event: '))
		.map((part: string) => {
			const [, data] = /^event: job\ndata: (.*)$/.exec(part)!;
			return JSON.parse(data!);
		});
	const last = events.at(-1);
	t.is(last.status, 'succeeded');
	t.deepEqual(last, (await ana('GET', `/v1/jobs/${body.job.id}`)).body.job);
	t.is(new Set(events.map((event: object) => JSON.stringify(event))).size, events.length, 'Nothing is sent twice.');
	const ranks = events.map(({progress}: {progress: number}) => progress);
	t.deepEqual(
		ranks.toSorted((a: number, b: number) => a - b),
		ranks,
		'Progress never goes back.',
	);
	const late = await ana('GET', path);
	t.is(late.body, `event: job\ndata: ${JSON.stringify(last)}\n\n`);
});

test('a change that fails in the background is not counted, as one that fails while the caller waits', async t => {
	const carla = await service.client();
	const counted = () => service.services.redis.llen(`${untaggedPrefix(service.config.redisPrefix)}:used:changes:${carla.accountId}`);
	const damaged = {base64: (await picture()).subarray(0, 300).toString('base64')};
	t.is((await carla('POST', '/v1/media', {body: damaged})).status, 422);
	t.is(await counted(), 0);
	const {headers} = await carla('POST', '/v1/media', {body: damaged, headers: ASYNC});
	await carla('GET', `${headers.get('location')}/events`);
	// Given back by the process that took the call, which hears of the end when the stream does, or a little later.
	await eventually('the change is given back', async () => (await counted()) === 0);
	t.is((await carla('POST', '/v1/media', {body: {base64: (await picture()).toString('base64')}, headers: ASYNC})).status, 202);
	t.is(await counted(), 1);
});

test('a stream ends with the key with which it was opened, within a second or so', async t => {
	const client = await service.client();
	const {id} = await insertJob(service.services.database.manager, {accountId: client.accountId, type: 'ingest-image', input: {}});
	await service.services.database.query('UPDATE jobs SET due_at = UTC_TIMESTAMP(3) + INTERVAL 600 SECOND WHERE id = ?', [id]);
	const stream = await fetch(`${service.baseUrl}/v1/jobs/${id}/events`, {headers: {Authorization: `Bearer ${client.key}`}});
	t.is(stream.status, 200);
	await service.services.database.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ?', [client.credentialId]);
	const text = await stream.text();
	t.regex(text, /"status":"queued"/);
	t.false(text.includes('"status":"succeeded"'));
});

test('an account follows 20 jobs at once, other accounts none the fewer, and one that ends makes room', async t => {
	const [bo, other] = [await service.client(), await service.client()];
	const waiting = async (accountId: string) => {
		const {id} = await insertJob(service.services.database.manager, {accountId, type: 'ingest-image', input: {}});
		await service.services.database.query('UPDATE jobs SET due_at = UTC_TIMESTAMP(3) + INTERVAL 600 SECOND WHERE id = ?', [id]);
		return id;
	};
	const [job, others] = [await waiting(bo.accountId), await waiting(other.accountId)];
	const closing: AbortController[] = [];
	const follow = async (key: string, id: string) => {
		const controller = new AbortController();
		closing.push(controller);
		const headers = {Authorization: `Bearer ${key}`};
		return fetch(`${service.baseUrl}/v1/jobs/${id}/events`, {headers, signal: controller.signal});
	};
	const streams = await Promise.all(Array.from({length: 20}, () => follow(bo.key, job)));
	t.deepEqual([...new Set(streams.map(({status}) => status))], [200]);
	const refused = await follow(bo.key, job);
	t.is(refused.status, 429);
	t.like(await refused.json(), {error: 'too_many_at_once', message: 'This account follows 20 jobs at once, which is the most.'});
	t.is((await follow(other.key, others)).status, 200);
	closing[0]!.abort();
	await eventually('one more is taken', async () => (await follow(bo.key, job)).status === 200);
	for (const controller of closing) controller.abort();
});

import test from 'ava';
import {type Client, startService} from '../helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const withKey = (key: string, body: unknown, more: Record<string, string> = {}) => ({body, headers: {'Idempotency-Key': key, ...more}});
const newKey = () => crypto.randomUUID();
const tourCount = async (client: Client) => (await client('GET', '/v1/tours?limit=200')).body.tours.length;

test('repeating a POST with its key gets the same answer and has one effect', async t => {
	const bo = await service.client();
	const key = newKey();
	const first = await bo('POST', '/v1/tours', withKey(key, {name: 'Once'}));
	const second = await bo('POST', '/v1/tours', withKey(key, {name: 'Once'}));
	t.is(first.status, 201);
	t.is(first.headers.get('idempotent-replayed'), null);
	t.is(second.status, 201);
	t.is(second.headers.get('idempotent-replayed'), 'true');
	t.is(second.headers.get('etag'), first.headers.get('etag'));
	t.deepEqual(second.body, first.body);
	t.is(await tourCount(bo), 1);
});

test('200 identical POSTs at once have one effect and 200 identical answers', async t => {
	const bo = await service.client();
	const key = newKey();
	const replies = await Promise.all(Array.from({length: 200}, () => bo('POST', '/v1/tours', withKey(key, {name: 'Crowd'}))));
	t.deepEqual([...new Set(replies.map(reply => reply.status))], [201]);
	t.is(new Set(replies.map(reply => JSON.stringify(reply.body))).size, 1);
	t.is(replies.filter(reply => reply.headers.get('idempotent-replayed') === null).length, 1);
	t.is(await tourCount(bo), 1);
});

test('identical publishes at once are one publish, done by one job', async t => {
	const bo = await service.client();
	const {tour} = (await bo('POST', '/v1/tours', {body: {name: 'Publish once'}})).body;
	await bo('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	const key = newKey();
	const replies = await Promise.all(Array.from({length: 20}, () => bo('POST', `/v1/tours/${tour.id}/publish`, withKey(key, {}))));
	t.deepEqual([...new Set(replies.map(reply => reply.status))], [201]);
	t.is(new Set(replies.map(reply => JSON.stringify(reply.body))).size, 1);
	const rows = await service.services.database.query("SELECT id FROM jobs WHERE account_id = ? AND type = 'build-bundle'", [bo.accountId]);
	t.is(rows.length, 1);
});

test("the order of a body's properties is not another body", async t => {
	const key = newKey();
	await ana('POST', '/v1/tours', withKey(key, {name: 'Order', theme: {preset: 'dark', font: 'inter'}}));
	const again = await ana('POST', '/v1/tours', withKey(key, {theme: {font: 'inter', preset: 'dark'}, name: 'Order'}));
	t.is(again.headers.get('idempotent-replayed'), 'true');
});

test('the same key with another body is 400 idempotency_key_reused, and changes nothing', async t => {
	const bo = await service.client();
	const key = newKey();
	await bo('POST', '/v1/tours', withKey(key, {name: 'A'}));
	const reply = await bo('POST', '/v1/tours', withKey(key, {name: 'B'}));
	t.is(reply.status, 400);
	t.is(reply.body.error, 'idempotency_key_reused');
	t.is(await tourCount(bo), 1);
});

test('a key is bound to its account and its path', async t => {
	const key = newKey();
	const bo = await service.client();
	const mine = (await ana('POST', '/v1/tours', withKey(key, {name: 'Mine'}))).body.tour;
	const theirs = await bo('POST', '/v1/tours', withKey(key, {name: 'Theirs'}));
	t.is(theirs.status, 201);
	t.not(theirs.body.tour.id, mine.id);
	const step = await ana('POST', `/v1/tours/${mine.id}/steps`, withKey(key, {type: 'slide'}));
	t.is(step.status, 201);
});

for (const key of ['1234567', 'x'.repeat(129)]) {
	test(`a key of ${key.length} characters is 400`, async t => {
		const reply = await ana('POST', '/v1/tours', withKey(key, {name: 'Key'}));
		t.is(reply.status, 400);
		t.is(reply.body.errors[0].field, 'Idempotency-Key');
	});
}

test('keys of 8 and of 128 characters are taken', async t => {
	for (const key of [newKey().slice(0, 8), 'y'.repeat(128)]) {
		t.is((await ana('POST', '/v1/tours', withKey(key, {name: 'Key'}))).status, 201);
	}
});

test('a 404 and a 422 are kept: repeating them gets the same error', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Empty'}})).body;
	for (const [path, status] of [
		['/v1/tours/none/publish', 404],
		[`/v1/tours/${tour.id}/publish`, 422],
	] as const) {
		const key = newKey();
		const first = await ana('POST', path, withKey(key, {}));
		t.is(first.status, status);
		if (status === 422) await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'Now it could be'}});
		const second = await ana('POST', path, withKey(key, {}));
		t.is(second.status, status);
		t.is(second.headers.get('idempotent-replayed'), 'true');
		t.deepEqual(second.body, first.body);
	}
});

test('a 400 and a 403 free the key, so that a corrected call can use it', async t => {
	const key = newKey();
	t.is((await ana('POST', '/v1/tours', withKey(key, {name: 7}))).status, 400);
	const reader = await service.client({accountId: ana.accountId, scopes: ['tours:read']});
	t.is((await reader('POST', '/v1/tours', withKey(key, {name: 'Seven'}))).status, 403);
	t.is((await ana('POST', '/v1/tours', withKey(key, {name: 'Seven'}))).status, 201);
});

test('the failure of a job that is of the kept kind is kept, one that a retry may mend is not', async t => {
	const truncated = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
	const key = newKey();
	const first = await ana('POST', '/v1/media', withKey(key, {base64: truncated}));
	const second = await ana('POST', '/v1/media', withKey(key, {base64: truncated}));
	t.is(first.status, 422);
	t.is(second.status, 422);
	t.is(second.headers.get('idempotent-replayed'), 'true');
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Steps'}})).body;
	const stepKey = newKey();
	const body = {image: {base64: truncated}};
	t.is((await ana('POST', `/v1/tours/${tour.id}/steps`, withKey(stepKey, body))).status, 400);
	const retried = await ana('POST', `/v1/tours/${tour.id}/steps`, withKey(stepKey, body));
	t.is(retried.status, 400);
	t.is(retried.headers.get('idempotent-replayed'), null);
});

// Serial: it makes every record a day older.
test.serial('a key is free again after 24 hours', async t => {
	const key = newKey();
	const first = (await ana('POST', '/v1/tours', withKey(key, {name: 'Old'}))).body.tour;
	await service.services.database.query('UPDATE idempotency SET created_at = created_at - INTERVAL 24 HOUR');
	const second = await ana('POST', '/v1/tours', withKey(key, {name: 'Another body'}));
	t.is(second.status, 201);
	t.not(second.body.tour.id, first.id);
});

test('with respond-async a repetition answers 202 with the same job, and without it the result', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Async'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	const key = newKey();
	const options = withKey(key, {}, {Prefer: 'respond-async'});
	const first = await ana('POST', `/v1/tours/${tour.id}/publish`, options);
	const second = await ana('POST', `/v1/tours/${tour.id}/publish`, options);
	t.deepEqual([first.status, second.status], [202, 202]);
	t.is(second.body.job.id, first.body.job.id);
	t.is(first.headers.get('location'), `/v1/jobs/${first.body.job.id}`);
	const result = await ana('POST', `/v1/tours/${tour.id}/publish`, withKey(key, {}));
	t.is(result.status, 201);
	t.is(result.headers.get('idempotent-replayed'), 'true');
	const job = (await ana('GET', `/v1/jobs/${first.body.job.id}`)).body.job;
	t.deepEqual(job.result, result.body);
});

import test from 'ava';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import type {Operation} from '../../api/pipeline/operation.ts';
import {type Client, startService} from '../helpers/service.ts';

/** The limits of calls, changes and publishes, at figures that a test can reach: 60 calls a minute is what it is, 600 and 30 an hour are 12 and 3. */

const service = await startService({CALLS_PER_MINUTE: '60', CHANGES_PER_HOUR: '12', PUBLISHES_PER_HOUR: '3'});
test.after.always(() => service.stop());

async function repeat(count: number, call: () => Promise<{status: number}>): Promise<number[]> {
	return Promise.all(Array.from({length: count}, async () => (await call()).status));
}

test('the 61st call in a minute is 429 with Retry-After, and counts per key', async t => {
	const ana = await service.client();
	const statuses = await repeat(60, () => ana('GET', '/v1/me'));
	t.true(statuses.every(status => status === 200));
	const refused = await ana('GET', '/v1/me');
	t.is(refused.status, 429);
	t.is(refused.body.error, 'rate_limited');
	const wait = Number(refused.headers.get('retry-after'));
	t.true(wait >= 1 && wait <= 61);
	t.is(refused.headers.get('ratelimit-policy'), '"calls";q=60;w=60');
	t.regex(refused.headers.get('ratelimit') ?? '', /^"calls";r=0;t=\d+$/);
	const otherKey = await service.client({accountId: ana.accountId});
	t.is((await otherKey('GET', '/v1/me')).status, 200);
});

test('exactly 60 of 100 calls at once pass', async t => {
	const ana = await service.client();
	const statuses = await repeat(100, () => ana('GET', '/v1/me'));
	t.is(statuses.filter(status => status === 200).length, 60);
	t.is(statuses.filter(status => status === 429).length, 40);
});

test('a refused permission is reported before the rate, and the rate before the input', async t => {
	const reader = await service.client({scopes: ['tours:read']});
	await repeat(60, () => reader('GET', '/v1/me'));
	t.is((await reader('POST', '/v1/tours', {body: {name: 'x'}})).status, 403);
	t.is((await reader('GET', '/v1/tours?limit=0')).status, 429);
});

const newTour = async (client: Client, name = 'Tour') => (await client('POST', '/v1/tours', {body: {name}})).body.tour;

test('the change after the last of an hour is 429, counted per account; errors, replays and dry runs count nothing', async t => {
	const ana = await service.client();
	const key = {'Idempotency-Key': crypto.randomUUID()};
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'First'}, headers: key})).body;
	const path = `/v1/tours/${tour.id}`;
	t.is((await ana('POST', `${path}/steps`, {body: {type: 'slide', title: 'A'}})).status, 201);
	for (let i = 0; i < 4; i++) {
		t.is((await ana('POST', '/v1/tours', {body: {name: 'First'}, headers: key})).headers.get('idempotent-replayed'), 'true');
		t.is((await ana('PATCH', path, {body: {name: 3}})).status, 400);
		t.is((await ana('PUT', `${path}/steps/order`, {body: {stepIds: []}})).status, 400);
		t.is((await ana('DELETE', `${path}/publish`)).body.changed, false);
		t.is((await ana('POST', `${path}/publish`, {body: {dryRun: true}})).status, 200);
	}
	const second = await service.client({accountId: ana.accountId});
	for (let i = 0; i < 10; i++) t.is((await second('PATCH', path, {body: {name: `Name ${i}`}})).status, 200);
	const refused = await second('PATCH', path, {body: {name: 'One too many'}});
	t.is(refused.status, 429);
	t.is(refused.body.error, 'changes_limited');
	t.true(Number(refused.headers.get('retry-after')) > 0);
	t.is((await second('GET', path)).body.tour.name, 'Name 9');
	t.is((await second('PATCH', '/v1/tours/none', {body: {name: 'x'}})).status, 404, 'what is not there comes first');
	t.is((await second('PATCH', path, {body: {}})).status, 400, 'and so are faults of the input');
});

test('the fourth publish of an hour is 429, counted per account', async t => {
	const ana = await service.client();
	const {id} = await newTour(ana);
	t.is((await ana('POST', `/v1/tours/${id}/publish`)).status, 422, 'an error counts nothing');
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'A'}});
	const statuses = [];
	for (let i = 0; i < 4; i++) statuses.push((await ana('POST', `/v1/tours/${id}/publish`)).status);
	t.deepEqual(statuses, [201, 200, 200, 429]);
	const refused = await ana('POST', `/v1/tours/${id}/publish`);
	t.is(refused.body.error, 'publishes_limited');
	t.is((await ana('POST', `/v1/tours/${id}/publish`, {body: {dryRun: true}})).status, 200);
	t.is((await ana('POST', '/v1/tours/none/publish')).status, 404);
});

test('what takes a tour off the public is done when no change is left, and counts where one is', async t => {
	const ana = await service.client();
	const {id} = await newTour(ana);
	const other = await newTour(ana);
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'A'}});
	const {url} = (await ana('POST', `/v1/tours/${id}/publish`)).body.publishedLink;
	await ana('DELETE', `/v1/tours/${id}/publish`);
	t.is((await ana('POST', `/v1/tours/${id}/publish`)).status, 201);
	for (let i = 0; i < 6; i++) t.is((await ana('PATCH', `/v1/tours/${id}`, {body: {name: `${i}`}})).status, 200);
	t.is((await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'One too many'}})).status, 429);
	const down = await ana('DELETE', `/v1/tours/${id}/publish`);
	t.deepEqual([down.status, down.body.changed], [200, true]);
	t.is((await fetch(url)).status, 410);
	t.is((await ana('DELETE', '/v1/tours/none/publish')).status, 404);
	t.is((await ana('DELETE', `/v1/tours/${other.id}`)).status, 200);
	t.is((await ana('POST', `/v1/tours/${other.id}/restore`)).status, 429);
});

test('every operation that takes down what is public is past the limits', t => {
	const taking = PUBLIC_OPERATIONS.filter((operation: Operation) => operation.pastLimits).map(({name}) => name);
	t.deepEqual(taking.sort(), ['trash_tour', 'unpublish']);
});

test('an upload behind an upload URL is one change, a refused one none', async t => {
	const ana = await service.client();
	const {url} = (await ana('POST', '/v1/media/upload-url', {body: {}})).body.upload;
	const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
	t.is((await fetch(url, {method: 'PUT', body: 'not an image'})).status, 415);
	t.is((await fetch(url, {method: 'PUT', body: gif})).status, 201);
	for (let i = 0; i < 11; i++) t.is((await ana('POST', '/v1/tours', {body: {name: `${i}`}})).status, 201);
	t.is((await ana('POST', '/v1/tours', {body: {name: 'x'}})).status, 429);
});

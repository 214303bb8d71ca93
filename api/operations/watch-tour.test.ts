import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {readEvents} from '../../client/index.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

type Seen = {version: number; by: {type: string; name: string} | null; at: string; deleted: boolean};

const newTour = async (): Promise<string> => (await ana('POST', '/v1/tours', {body: {name: 'Watched'}})).body.tour.id;

/** Follows a tour; `next` is its next event, null at the end of the stream. */
async function watch(id: string, headers: Record<string, string> = {Authorization: `Bearer ${ana.key}`}, prefix = '/v1') {
	const leaving = new AbortController();
	const response = await fetch(`${service.baseUrl}${prefix}/tours/${id}/events`, {headers, signal: leaving.signal});
	const events = response.ok ? readEvents(response.body!) : null;
	const next = async (): Promise<Seen | null> => {
		const {value, done} = await events!.next();
		return done ? null : JSON.parse(value);
	};
	// The response is kept: fetch cancels a body that nobody reads yet once its response is garbage.
	return {response, status: response.status, headers: response.headers, next, leave: () => leaving.abort()};
}

test.serial('a follower of a tour hears how it is, then of each change soon, by whom, and that it went to the bin', async t => {
	const id = await newTour();
	const stream = await watch(id);
	t.is(stream.status, 200);
	t.regex(stream.headers.get('content-type')!, /^text\/event-stream/);
	t.like(await stream.next(), {version: 1, deleted: false});
	const person = await signedIn(service, {accountId: ana.accountId});
	const start = performance.now();
	await person.call('POST', `/app/v1/tours/${id}/changes`, {changes: [{kind: 'add', set: {type: 'slide', title: 'One'}}]});
	const byPerson = await stream.next();
	t.like(byPerson, {version: 2, by: {type: 'user', name: 'Ana Teste'}});
	t.log(`heard of ${Math.round(performance.now() - start)} ms after it was sent`);
	await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'By key'}});
	t.like(await stream.next(), {version: 3, by: {type: 'key', name: 'test'}});
	await ana('POST', `/v1/tours/${id}/publish`);
	t.like(await stream.next(), {version: 4, by: null});
	await ana('DELETE', `/v1/tours/${id}`);
	t.like(await stream.next(), {deleted: true});
	t.is(await stream.next(), null);
	t.is((await watch(id)).status, 404);
});

test.serial('a stream ends with the sign-in, the key or the app with which it was opened', async t => {
	const id = await newTour();
	const person = await signedIn(service, {accountId: ana.accountId});
	const cookie = {Cookie: `roteiro_session=${person.token}`};
	const [byCookie, other] = [await watch(id, cookie, '/app/v1'), await service.client({accountId: ana.accountId})];
	const byKey = await watch(id, {Authorization: `Bearer ${other.key}`});
	const staying = await watch(id);
	for (const stream of [byCookie, byKey, staying]) t.like(await stream.next(), {version: 1});
	await person.send('/account/sign-out', {});
	await service.services.database.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ?', [other.credentialId]);
	t.is(await byCookie.next(), null);
	t.is(await byKey.next(), null);
	await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'Still here'}});
	t.like(await staying.next(), {version: 2});
	staying.leave();
});

test.serial('an account follows so many at once, one that left makes room, and all of them cost one SELECT a second', async t => {
	const rui = await service.client();
	const ids = await Promise.all(Array.from({length: 4}, async () => (await rui('POST', '/v1/tours', {body: {name: 'T'}})).body.tour.id));
	const headers = {Authorization: `Bearer ${rui.key}`};
	const streams = [];
	for (let index = 0; index < 20; index++) streams.push(await watch(ids[index % 4], headers));
	for (const stream of streams) t.is((await stream.next())!.version, 1);
	const refused = await watch(ids[0], headers);
	t.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
	t.is((await watch(await newTour())).status, 200, 'another account none the worse');

	const asked: string[] = [];
	const {manager} = service.services.database;
	const query = manager.query.bind(manager);
	manager.query = ((sql: string, ...rest: unknown[]) => {
		if (/content_version AS contentVersion, changed_by/.test(sql)) asked.push(sql);
		return (query as (...all: unknown[]) => unknown)(sql, ...rest);
	}) as typeof manager.query;
	t.teardown(() => {
		manager.query = query;
	});
	const start = Date.now();
	await sleep(3000);
	t.true(asked.length >= 1 && asked.length <= Math.ceil((Date.now() - start) / 1000) + 1, `${asked.length}`);
	await rui('PATCH', `/v1/tours/${ids[1]}`, {body: {name: 'Changed'}});
	const heard = await Promise.all(streams.filter((_, index) => index % 4 === 1).map(stream => stream.next()));
	t.true(heard.every(event => event!.version === 2));

	for (const stream of streams) stream.leave();
	let again = await watch(ids[0], headers);
	for (let tries = 0; tries < 100 && again.status === 429; tries++) {
		await sleep(100);
		again = await watch(ids[0], headers);
	}
	t.is(again.status, 200);
	again.leave();
});

test.serial('a process that is about to end ends its streams at once', async t => {
	const other = await startService({}, {workers: false});
	try {
		const rui = await other.client();
		const {tour} = (await rui('POST', '/v1/tours', {body: {name: 'T'}})).body;
		const response = await fetch(`${other.baseUrl}/v1/tours/${tour.id}/events`, {headers: {Authorization: `Bearer ${rui.key}`}});
		const start = performance.now();
		other.services.stopping.abort();
		t.regex(await response.text(), /"version":1/);
		t.true(performance.now() - start < 10_000);
	} finally {
		await other.stop();
	}
});

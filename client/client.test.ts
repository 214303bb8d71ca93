import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {EXAMPLE_FOLDER} from '../test/helpers/example-tour.ts';
import {startService} from '../test/helpers/service.ts';
import {ApiError, createClient} from './index.ts';

const service = await startService();
const {key} = await service.client();
test.after.always(() => service.stop());
const roteiro = createClient({baseUrl: service.baseUrl, key});

test.serial('a tour is made, published and read in a few lines', async t => {
	const picture = await readFile(join(EXAMPLE_FOLDER, '08-deploy.png'));
	const {tour} = await roteiro.call('POST /tours', {name: 'By the client', theme: {preset: 'green'}});
	const {mediaId} = await roteiro.uploadImage(picture, {name: '08-deploy.png'});
	const {step, adjustments} = await roteiro.call('POST /tours/{id}/steps', {
		id: tour.id,
		title: 'Deploy',
		image: {mediaId},
		click: {x: 0.91, y: 1.5},
	});
	t.is(adjustments[0]?.field, 'click.y');
	const {publishedLink} = await roteiro.call('POST /tours/{id}/publish', {id: tour.id});
	t.regex(await (await fetch(publishedLink!.url)).text(), /Deploy/);
	const read = await roteiro.call('GET /tours/{id}', {id: tour.id});
	t.is(read.tour.steps[0]?.id, step.id);
	const {tours} = await roteiro.call('GET /tours', {limit: 1});
	t.is(tours[0]?.name, 'By the client');
});

test.serial('an error has its code, each field and a message that names them', async t => {
	const error = await t.throwsAsync(roteiro.call('POST /tours', {name: ''}), {instanceOf: ApiError});
	t.is(error.code, 'invalid_request');
	t.is(error.status, 400);
	t.is(error.errors[0]?.field, 'name');
	t.regex(error.message, /name: /);
	t.regex(error.requestId ?? '', /^req_/);
	const stale = roteiro.call('PATCH /tours/{id}', {id: (await roteiro.call('POST /tours', {name: 'A'})).tour.id, name: 'B'}, {ifMatch: 7});
	t.is((await t.throwsAsync(stale, {instanceOf: ApiError})).code, 'version_mismatch');
});

test.serial('a POST whose response is lost is sent again and has one effect', async t => {
	let lost = 0;
	const flaky = createClient({
		baseUrl: service.baseUrl,
		key,
		async fetch(...request) {
			const response = await fetch(...request);
			if (lost++ === 0) throw new TypeError('The connection was lost.');
			return response;
		},
	});
	await flaky.call('POST /tours', {name: 'Only one of these'});
	t.is(lost, 2);
	const {tours} = await roteiro.call('GET /tours', {});
	t.is(tours.filter(({name}) => name === 'Only one of these').length, 1);
});

test.serial('a call that is asked to wait waits as long as it is asked, and no longer than its patience', async t => {
	const busy = (retryAfter: number) => {
		let calls = 0;
		return async (...request: Parameters<typeof fetch>) =>
			calls++ === 0
				? new Response('{"ok":false,"error":"rate_limited"}', {status: 429, headers: {'Retry-After': `${retryAfter}`}})
				: fetch(...request);
	};
	const start = Date.now();
	await createClient({baseUrl: service.baseUrl, key, fetch: busy(1)}).call('GET /me', {});
	t.true(Date.now() - start >= 1000);
	const impatient = createClient({baseUrl: service.baseUrl, key, fetch: busy(30), patienceMs: 500});
	const error = await t.throwsAsync(impatient.call('GET /me', {}), {instanceOf: ApiError});
	t.is(error.retryAfter, 30);
	const begun = Date.now();
	const stopped = createClient({baseUrl: service.baseUrl, key, fetch: busy(30)});
	await t.throwsAsync(stopped.call('GET /me', {}, {signal: AbortSignal.timeout(200)}), {name: 'TimeoutError'});
	t.true(Date.now() - begun < 10_000, 'it does not wait on');
});

test.serial('a job is followed to its end', async t => {
	const {tour} = await roteiro.call('POST /tours', {name: 'Followed'});
	await roteiro.call('POST /tours/{id}/steps', {id: tour.id, type: 'slide', title: 'Hello'});
	const headers = {Authorization: `Bearer ${key}`, Prefer: 'respond-async', 'Content-Type': 'application/json'};
	const begun = await fetch(`${service.baseUrl}/v1/tours/${tour.id}/publish`, {method: 'POST', headers, body: '{"dryRun": true}'});
	const {id} = ((await begun.json()) as {job: {id: string}}).job;
	let last: string | undefined;
	for await (const job of roteiro.follow('GET /jobs/{id}/events', {id})) last = job.status;
	t.is(last, 'succeeded');
});

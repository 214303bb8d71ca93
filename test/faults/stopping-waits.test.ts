import {Agent} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {eventually} from '../helpers/eventually.ts';
import {startService} from '../helpers/service.ts';
import {ask, startApi} from './api-under-test.ts';

/** SIGTERM to an API process while a call waits for its job: half a minute in which little is done (beside stopping.test.ts). */

const service = await startService({}, {workers: false});
const client = await service.client();
test.after.always(() => service.stop());

test('a call that waits for its job is answered, and so is one on a connection between two calls', async t => {
	const {url, kill} = await startApi(service);
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Waited for'}})).body;
	await client('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	// No worker runs: this one waits its 25 seconds.
	const begun = performance.now();
	const waiting = fetch(`${url}/v1/tours/${tour.id}/publish`, {method: 'POST', headers: {Authorization: `Bearer ${client.key}`}});
	const agent = new Agent({keepAlive: true, maxSockets: 1});
	await ask(`${url}/healthz`, agent);
	await sleep(500);
	const gone = kill('SIGTERM');
	const last = await eventually('it has heard the signal', async () => {
		const response = await ask(`${url}/healthz`, agent);
		return response.headers.connection === 'close' && response;
	});
	t.is(last.statusCode, 200);
	const response = await waiting;
	t.is(response.status, 429);
	t.is(((await response.json()) as {error: string}).error, 'still_running');
	t.true(performance.now() - begun > 20_000);
	await gone;
});

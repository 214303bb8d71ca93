import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import sharp from 'sharp';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';

/** A worker that is killed in the middle of its work loses nothing, and the call that waits still gets its answer. */

const service = await startService({}, {workers: false});
const ana = await service.client();
test.after.always(() => service.stop());

/** A picture that takes a while: noise does not compress. */
function slowImage(seed: number): Promise<Buffer> {
	const noise = {type: 'gaussian' as const, mean: 100 + seed, sigma: 40};
	return sharp({create: {width: 2000, height: 1250, channels: 3, background: '#777', noise}})
		.png({compressionLevel: 1})
		.toBuffer();
}

async function states(): Promise<Record<string, number>> {
	const rows: Array<{state: string; count: string}> = await service.services.database.query(
		"SELECT state, COUNT(*) AS count FROM operations WHERE type = 'ingest-image' GROUP BY state",
	);
	return Object.fromEntries(rows.map(({state, count}) => [state, Number(count)]));
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
	// By the clock, and long: a machine that is busy with other tests takes its time.
	const deadline = Date.now() + 60_000;
	while (Date.now() < deadline) {
		if (await check()) return;
		await sleep(5);
	}
	throw new Error(`Never: ${what}`);
}

test.serial('a call whose worker is killed in the middle of the ingest is answered by the next worker', async t => {
	t.timeout(150_000);
	let worker = await startProcess('workers/main.ts', service.env);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Killed'}})).body;
	const body = {title: 'Survives', image: {base64: (await slowImage(1)).toString('base64')}};
	const call = ana('POST', `/v1/tours/${tour.id}/steps`, {body});
	await until('the ingest runs', async () => (await states()).running === 1);
	await worker.kill('SIGKILL');
	t.deepEqual(await states(), {running: 1});
	worker = await startProcess('workers/main.ts', service.env);
	const reply = await call;
	await worker.kill('SIGTERM');
	t.is(reply.status, 201);
	t.is(reply.body.step.title, 'Survives');
	t.is((await fetch(reply.body.step.image.url)).status, 200);
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.is(steps.length, 1, 'the step was added once');
});

test.serial('a worker that was frozen in the middle of its work and wakes up after another did it changes nothing', async t => {
	t.timeout(150_000);
	const frozen = await startProcess('workers/main.ts', service.env);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Frozen'}})).body;
	const body = {image: {base64: (await slowImage(77)).toString('base64')}};
	const call = ana('POST', `/v1/tours/${tour.id}/steps`, {body});
	await until('the ingest runs', async () => (await states()).running === 1);
	process.kill(frozen.pid, 'SIGSTOP');
	const other = await startProcess('workers/main.ts', service.env);
	const reply = await call;
	t.is(reply.status, 201);
	process.kill(frozen.pid, 'SIGCONT');
	await until(
		'it says that its lease is lost',
		async () => frozen.output().includes('lease lost') || frozen.output().includes('"msg":"done"'),
	);
	await frozen.kill('SIGTERM');
	await other.kill('SIGTERM');
	t.true(frozen.output().includes('lease lost'));
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.deepEqual(
		steps.map((step: {id: string}) => step.id),
		[reply.body.step.id],
	);
});

test.serial('12 ingests while workers are killed again and again: each is stored, each step is added once', async t => {
	t.timeout(180_000);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Storm'}})).body;
	const images = await Promise.all(Array.from({length: 12}, (_, index) => slowImage(index)));
	const calls = images.map(image =>
		ana('POST', `/v1/tours/${tour.id}/steps`, {
			body: {image: {base64: image.toString('base64')}},
			headers: {Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID()},
		}),
	);
	const accepted = await Promise.all(calls);
	t.deepEqual([...new Set(accepted.map(reply => reply.status))], [202], JSON.stringify(accepted.find(reply => reply.status !== 202)?.body));
	let worker: ServiceProcess | undefined;
	// Within two leases no image can be hit by three kills, after which it would be taken for one that brings workers down.
	const end = Date.now() + 15_000;
	for (let kill = 0; kill < 5 && Date.now() < end; kill++) {
		worker = await startProcess('workers/main.ts', service.env);
		await sleep(600 + kill * 150);
		await worker.kill('SIGKILL');
	}
	worker = await startProcess('workers/main.ts', service.env);
	await until('all have ended', async () => {
		await sleep(100);
		const now = await states();
		return !now.queued && !now.running;
	});
	await worker.kill('SIGTERM');
	const jobs = await Promise.all(accepted.map(async reply => (await ana('GET', `/v1/jobs/${reply.body.job.id}`)).body.job));
	t.deepEqual([...new Set(jobs.map(job => job.status))], ['succeeded']);
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.is(steps.length, 12);
	t.is(new Set(steps.map((step: {image: {mediaId: string}}) => step.image.mediaId)).size, 12);
});

test.serial('a committed operation that never reached the queue is brought there by the relay', async t => {
	t.timeout(150_000);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Relay'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	const {job} = (await ana('POST', `/v1/tours/${tour.id}/publish`, {headers: {Prefer: 'respond-async'}})).body;
	const prefix = service.config.redisPrefix;
	const keys = await service.services.redis.keys(`${prefix}:*`);
	await service.services.redis.del(...keys);
	const worker = await startProcess('workers/main.ts', service.env);
	await until('it has ended', async () => {
		await sleep(100);
		return (await ana('GET', `/v1/jobs/${job.id}`)).body.job.status === 'succeeded';
	});
	await worker.kill('SIGTERM');
	t.is((await ana('GET', `/v1/tours/${tour.id}`)).body.tour.status, 'published');
});

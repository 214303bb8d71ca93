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
		"SELECT state, COUNT(*) AS count FROM jobs WHERE type = 'ingest-image' GROUP BY state",
	);
	return Object.fromEntries(rows.map(({state, count}) => [state, Number(count)]));
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
	// By the clock, and long: a machine that is busy with other tests takes its time.
	const deadline = Date.now() + 110_000;
	while (Date.now() < deadline) {
		if (await check()) return;
		await sleep(5);
	}
	throw new Error(`Never: ${what}`);
}

/**
 * Asks for a step with a picture and strikes the worker in the middle of the ingest. A worker that was done by then, as may be
 * on a machine that is busy, is brought back and gets another picture.
 */
async function struck(strike: () => unknown, bringBack: () => unknown) {
	for (let seed = 70; seed < 80; seed++) {
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Struck'}})).body;
		const image = {base64: (await slowImage(seed)).toString('base64')};
		const call = ana('POST', `/v1/tours/${tour.id}/steps`, {body: {title: 'Survives', image}});
		await until('the ingest runs', async () => (await states()).running === 1);
		await strike();
		// What it had asked of the database before may still be carried out.
		await sleep(300);
		const [row] = await service.services.database.query("SELECT id FROM jobs WHERE type = 'ingest-image' AND state = 'running'");
		if (row) return {tour, call, jobId: row.id as string};
		await bringBack();
		await call;
	}
	throw new Error('No picture takes this worker long enough.');
}

test.serial('a call whose worker is killed in the middle of the ingest is answered by the next worker', async t => {
	t.timeout(300_000);
	let worker = await startProcess('workers/main.ts', service.env);
	const restart = async () => {
		worker = await startProcess('workers/main.ts', service.env);
	};
	const {tour, call} = await struck(() => worker.kill('SIGKILL'), restart);
	await restart();
	const reply = await call;
	await worker.kill('SIGTERM');
	t.is(reply.status, 201);
	t.is(reply.body.step.title, 'Survives');
	t.is((await fetch(reply.body.step.image.url)).status, 200);
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.is(steps.length, 1, 'the step was added once');
});

test.serial('a worker that was frozen in the middle of its work and wakes up after another did it changes nothing', async t => {
	t.timeout(300_000);
	const frozen = await startProcess('workers/main.ts', service.env);
	const wake = () => process.kill(frozen.pid, 'SIGCONT');
	const {tour, call, jobId} = await struck(() => process.kill(frozen.pid, 'SIGSTOP'), wake);
	const other = await startProcess('workers/main.ts', service.env);
	const reply = await call;
	t.is(reply.status, 201);
	await until('the other says that it has done it', async () => other.saidOf(jobId).includes('done'));
	t.deepEqual(frozen.saidOf(jobId), []);
	wake();
	// It may work on others meanwhile: AVIF of an earlier picture, or of this one.
	await until('it says what became of its work', async () => frozen.saidOf(jobId).length > 0);
	await frozen.kill('SIGTERM');
	await other.kill('SIGTERM');
	t.deepEqual(frozen.saidOf(jobId), ['lease lost; another worker has this job']);
	t.deepEqual(other.saidOf(jobId), ['done']);
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.deepEqual(
		steps.map((step: {id: string}) => step.id),
		[reply.body.step.id],
	);
});

test.serial('12 ingests while workers are killed again and again: each is stored, each step is added once', async t => {
	t.timeout(300_000);
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

test.serial('a committed job that never reached the queue is brought there by the relay', async t => {
	t.timeout(300_000);
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

import {existsSync} from 'node:fs';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {getPriority, tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import sharp from 'sharp';
import type {Pool} from '../../shared/queue/job.ts';
import {taggedPrefix} from '../../shared/queue/keys.ts';
import {packBundle, sendBundle} from '../helpers/bundles.ts';
import {eventually} from '../helpers/eventually.ts';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {jobEnded, type Reply, startService} from '../helpers/service.ts';

/** A worker that is killed in the middle of its work loses nothing, and the call that waits still gets its response. */

const service = await startService({}, {workers: false});
const ana = await service.client();
test.after.always(() => service.stop());

/** A picture that takes a while: noise does not compress. */
function slowImage(seed: number, width = 2000): Promise<Buffer> {
	const noise = {type: 'gaussian' as const, mean: 100 + seed, sigma: 40};
	return sharp({create: {width, height: width * 0.625, channels: 3, background: '#777', noise}})
		.png({compressionLevel: 1})
		.toBuffer();
}

async function states(): Promise<Record<string, number>> {
	const rows: Array<{state: string; count: string}> = await service.services.database.query(
		"SELECT state, COUNT(*) AS count FROM jobs WHERE type = 'ingest-image' GROUP BY state",
	);
	return Object.fromEntries(rows.map(({state, count}) => [state, Number(count)]));
}

/** The ingest whose worker has begun with the picture: what it asks of the database next is the end of the job. */
async function underWay(): Promise<string | null> {
	const [row] = await service.services.database.query(
		"SELECT id FROM jobs WHERE type = 'ingest-image' AND state = 'running' AND progress > 0",
	);
	return row?.id ?? null;
}

/** A worker that is gone when the test has ended, whatever its end. */
async function startWorker(t: ExecutionContext, pool: Pool = 'images'): Promise<ServiceProcess> {
	const worker = await startProcess('workers/main.ts', service.env, {pools: [pool]});
	t.teardown(() => worker.kill());
	t.true(getPriority(worker.pid) > getPriority(), 'an API beside it comes first');
	return worker;
}

/**
 * Asks for a step with a picture and strikes the worker in the middle of the ingest. A worker that was done by then, as may be
 * on a machine that is busy, is brought back and gets another picture.
 */
async function struck(strike: () => unknown, bringBack: () => unknown) {
	for (let seed = 70; seed < 80; seed++) {
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Struck'}})).body;
		const image = {base64: (await slowImage(seed)).toString('base64')};
		let answered = false;
		const call = ana('POST', `/v1/tours/${tour.id}/steps`, {body: {title: 'Survives', image}}).finally(() => {
			answered = true;
		});
		await eventually('the ingest runs, or is over already', async () => answered || underWay());
		const struckAt = performance.now();
		await strike();
		// What it had asked of the database before may still be carried out.
		await sleep(300);
		const jobId = await underWay();
		if (jobId) return {tour, call, jobId, struckAt};
		await bringBack();
		await call;
	}
	throw new Error('No picture takes this worker long enough.');
}

/** How soon the next worker must be up, so that a call which waits for 25 s hears of the end: a lease of 8 s, looks at it, and the picture. */
const IN_TIME_MS = 8000;

/** What became of the call: its response, or, where this machine took too long to start the next worker, what its job returns in the end. */
async function responseOf(t: ExecutionContext, call: Promise<Reply>, msToNext: number) {
	const reply = await call;
	if (msToNext > IN_TIME_MS && reply.status === 202) return (await jobEnded(ana, reply)).result;
	t.is(reply.status, 201);
	return reply.body;
}

test.serial('a call whose worker is killed in the middle of the ingest is answered by the next worker', async t => {
	t.timeout(300_000);
	let worker = await startWorker(t);
	const restart = async () => {
		worker = await startWorker(t);
	};
	const {tour, call, struckAt} = await struck(() => worker.kill('SIGKILL'), restart);
	await restart();
	const {step} = await responseOf(t, call, performance.now() - struckAt);
	await worker.kill('SIGTERM');
	t.is(step.title, 'Survives');
	t.is((await fetch(step.image.url)).status, 200);
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.is(steps.length, 1, 'the step was added once');
});

test.serial('a worker that was frozen in the middle of its work and wakes up after another did it changes nothing', async t => {
	t.timeout(300_000);
	const frozen = await startWorker(t);
	const wake = () => process.kill(frozen.pid, 'SIGCONT');
	const {tour, call, jobId, struckAt} = await struck(() => process.kill(frozen.pid, 'SIGSTOP'), wake);
	// What it says of renewing its lease is about a connection that slept as well.
	const saidByFrozen = () => frozen.saidOf(jobId).filter(word => word !== 'lease not renewed');
	const other = await startWorker(t);
	const {step} = await responseOf(t, call, performance.now() - struckAt);
	await eventually('the other says that it has done it', () => other.saidOf(jobId).includes('done'));
	t.deepEqual(saidByFrozen(), []);
	wake();
	await eventually('it says what became of its work', () => saidByFrozen().length > 0);
	await frozen.kill('SIGTERM');
	await other.kill('SIGTERM');
	t.deepEqual(saidByFrozen(), ['lease lost; another worker has this job']);
	t.deepEqual(other.saidOf(jobId), ['done']);
	const {steps} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.deepEqual(
		steps.map((step: {id: string}) => step.id),
		[step.id],
	);
});

test.serial('12 ingests while workers are killed again and again: each is stored, each step is added once', async t => {
	t.timeout(300_000);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Storm'}})).body;
	const images = await Promise.all(Array.from({length: 12}, (_, index) => slowImage(index, 1200)));
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
		worker = await startWorker(t);
		await sleep(600 + kill * 150);
		await worker.kill('SIGKILL');
	}
	worker = await startWorker(t);
	await eventually('all have ended', async () => {
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

test.serial('a document whose worker is killed while it reads screenshots is put once, by the next worker', async t => {
	t.timeout(300_000);
	const folder = await mkdtemp(join(tmpdir(), 'slow-reader-'));
	t.teardown(() => rm(folder, {recursive: true}));
	const [reader, begun] = [join(folder, 'tesseract'), join(folder, 'begun')];
	await writeFile(reader, `#!/bin/sh\ntouch ${begun}\nsleep 30\n`, {mode: 0o755});
	const screen = await readFile('test/evals/local-writer/tuned-on/wordpress-en-03.webp');
	const target = {text: 'Add New User'};
	const upload = ana('POST', '/v1/media', {body: {base64: screen.toString('base64')}});
	const slow = await startProcess('workers/main.ts', {...service.env, PROGRAMS_DIR: folder});
	t.teardown(() => slow.kill());
	const {mediaId} = (await upload).body.media;
	const document = {name: 'Read twice', steps: [{key: 'a', title: 'A', image: {mediaId}, target}]};
	const accepted = await ana('PUT', '/v1/documents/killed', {body: {document}, headers: {Prefer: 'respond-async'}});
	t.is(accepted.status, 202, JSON.stringify(accepted.body));
	await eventually('the reader reads', () => existsSync(begun));
	await slow.kill('SIGKILL');
	t.is((await ana('GET', '/v1/documents/killed')).status, 404, 'nothing is half done');
	const worker = await startWorker(t);
	const job = await jobEnded(ana, accepted);
	await worker.kill('SIGTERM');
	t.is(job.status, 'succeeded', JSON.stringify(job.error));
	const {tour} = (await ana('GET', '/v1/documents/killed')).body;
	t.is(tour.version, 1);
	t.truthy(tour.steps[0].highlight);
});

test.serial('a bundle whose worker is killed between its pictures becomes one tour, by the next worker', async t => {
	t.timeout(300_000);
	const images = await Promise.all(Array.from({length: 12}, (_, index) => slowImage(index, 800)));
	const steps = images.map((_, index) => ({title: `Step ${index}`, image: {file: `${index}.png`}}));
	const tour = {format: 'roteiro/tour', version: 1, name: 'Killed on its way', steps};
	const pictures = images.map((bytes, index) => ({name: `${index}.png`, bytes, stored: true}));
	const bundle = await packBundle(tour, pictures);
	const headers = {Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID()};
	const accepted = await sendBundle(ana, bundle, headers);
	t.is(accepted.status, 202, JSON.stringify(accepted.body));
	const toursNow = async () => (await ana('GET', '/v1/tours?q=Killed%20on%20its%20way')).body.tours.length;

	const first = await startWorker(t, 'animations');
	const {id} = accepted.body.job;
	await eventually('some of its pictures are there', async () => (await ana('GET', `/v1/jobs/${id}`)).body.job.progress > 0.2);
	await first.kill('SIGKILL');
	t.is(await toursNow(), 0, 'nothing is half done');
	const next = await startWorker(t, 'animations');
	const job = await jobEnded(ana, accepted);
	await next.kill('SIGTERM');
	t.is(job.status, 'succeeded', JSON.stringify(job.error));
	t.is(job.result.tour.steps.length, 12);
	t.is(await toursNow(), 1);
	const again = await sendBundle(ana, bundle, headers);
	t.is(again.body.job?.id, id, `asked again it is the same: ${JSON.stringify(again.body)}`);
});

test.serial('a committed job that never reached the queue is brought there by the relay', async t => {
	t.timeout(300_000);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Relay'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	const {job} = (await ana('POST', `/v1/tours/${tour.id}/publish`, {headers: {Prefer: 'respond-async'}})).body;
	const keys = await service.services.redis.keys(`${taggedPrefix(service.config.redisPrefix, 'render')}:*`);
	t.true(keys.length > 0);
	await service.services.redis.del(...keys);
	const worker = await startWorker(t, 'render');
	await eventually('it has ended', async () => (await ana('GET', `/v1/jobs/${job.id}`)).body.job.status === 'succeeded');
	await worker.kill('SIGTERM');
	t.is((await ana('GET', `/v1/tours/${tour.id}`)).body.tour.status, 'published');
});

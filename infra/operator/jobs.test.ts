import {glob, rename} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {jobEnded, startService} from '../../test/helpers/service.ts';
import {UsageError} from './command.ts';
import {readCommand} from './commands.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

/** What the command line does, in this process. */
// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a result is.
const command = (...args: string[]): Promise<any> =>
	readCommand(['job', ...args]).run(service.services.database.manager, service.config.databaseUrl);

async function slides(): Promise<string> {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Does not publish'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	return tour.id;
}

/** Has it fail as where its snapshot is lost; returns the job, and what brings the snapshot back. */
async function failingPublish(tourId: string) {
	const queue = service.services.dispatcher.queues.get('render')!;
	await queue.pause();
	const accepted = await ana('POST', `/v1/tours/${tourId}/publish`, {headers: {Prefer: 'respond-async'}});
	const [row] = await service.services.database.query('SELECT input FROM jobs WHERE id = ?', [accepted.body.job.id]);
	const files: string[] = [];
	for await (const path of glob(join(service.config.dataDir, '**', row.input.snapshot))) files.push(path);
	const file = files[0]!;
	await rename(file, `${file}.away`);
	await queue.resume();
	return {job: await jobEnded(ana, accepted), mend: () => rename(`${file}.away`, file)};
}

test.serial('a publish that failed is listed with its tour, and run again once its cause is mended', async t => {
	const tourId = await slides();
	const {job, mend} = await failingPublish(tourId);
	t.is(job.status, 'failed');
	const listed = await command('list', '--state', 'failed', '--tour', tourId);
	t.like(listed.jobs[0], {id: job.id, type: 'build-bundle', pool: 'render', state: 'failed', error: {code: 'internal_error'}});
	t.is(listed.jobs[0].about.tourId, tourId);
	t.is(listed.jobs.length, 1);

	await mend();
	t.like((await command('again', '--id', job.id)).job, {id: job.id, state: 'queued'});
	const ended = await jobEnded(ana, {status: 202, headers: new Headers(), body: {job}});
	t.is(ended.status, 'succeeded');
	const {tour} = (await ana('GET', `/v1/tours/${tourId}`)).body;
	t.is((await fetch(tour.publishedLink.url)).status, 200);
});

test.serial('a job that has not failed is left as it is, and one that changes steps is its caller to ask for', async t => {
	const tourId = await slides();
	t.is((await ana('POST', `/v1/tours/${tourId}/publish`)).status, 201);
	const [done] = (await command('list', '--tour', tourId, '--type', 'build-bundle')).jobs;
	await t.throwsAsync(command('again', '--id', done.id), {message: /has not failed: it is succeeded/});
	await service.services.database.query("UPDATE jobs SET type = 'ingest-image', state = 'failed' WHERE id = ?", [done.id]);
	await t.throwsAsync(command('again', '--id', done.id), {message: /its caller repeats the call/});
	await t.throwsAsync(command('again', '--id', 'job_none'), {message: /There is no job job_none/});
	t.throws(() => command('list', '--state', 'broken'), {instanceOf: UsageError, message: /queued, running, succeeded, failed/});
});

test.serial('a listed job says nothing of what a caller wrote', async t => {
	const out = JSON.stringify(await command('list', '--limit', '100'));
	t.false(out.includes('Does not publish'));
	t.false(/"input"|"outcome"/.test(out));
});

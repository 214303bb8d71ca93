import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {JOBS} from '../../shared/queue/jobs.ts';
import {openServices} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import {insertJob, readJob} from '../../shared/store/jobs/jobs.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {openWorkers} from '../workers.ts';

/** Milliseconds in which BullMQ tries to renew a lock at least twice. */
const TWO_RENEWALS_MS = 11_000;

test('a job that an emptied Redis no longer knows goes on to its end, and the log says so once', async t => {
	const fresh = await freshDatabase({LOG_LEVEL: 'silent'});
	const jobs = JOBS.filter(({name}) => name === 'write-step');
	const own = await openServices(fresh.config, 'workers', jobs);
	const said: {facts: {queued?: string; error?: Error}; sentence: string}[] = [];
	const log = Object.create(own.log, {warn: {value: (facts: object, sentence: string) => said.push({facts, sentence})}});
	const {promise: begun, resolve: begin} = Promise.withResolvers<void>();
	const work = async () => {
		begin();
		await sleep(TWO_RENEWALS_MS);
		return async () => ({response: {status: 200, body: {}}});
	};
	const workers = await openWorkers({
		services: {...own, log},
		browser: openBrowser({executablePath: fresh.config.chromium}),
		pools: ['ai'],
		concurrency: () => 1,
		jobs,
		handlers: {'write-step': {work}},
	});
	t.teardown(async () => {
		await workers.close();
		await own.close();
		await fresh.drop();
	});
	const job = await tx(own.database, db => insertJob(db, {accountId: 'acc_one', type: 'write-step', input: {}}));
	await own.dispatcher.enqueue(job);
	await begun;
	const keys = await own.redis.keys(`*${fresh.config.redisPrefix.slice(1, -1)}*`);
	await own.redis.del(keys);
	for (let i = 0; i < 300 && (await readJob(own.database.manager, job.id))?.state !== 'succeeded'; i++) await sleep(100);
	t.is((await readJob(own.database.manager, job.id))?.state, 'succeeded');
	t.deepEqual(
		said.filter(({facts}) => facts.queued?.endsWith(job.id)).map(({sentence}) => sentence),
		['the queue no longer knows a job under way, as after Redis was emptied; the work goes on'],
	);
	t.deepEqual(
		said.filter(({facts}) => facts.error?.message.includes('renew lock')),
		[],
	);
});

import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {openBrowser} from '../renderers/browser/browser.ts';
import type {Queued} from '../shared/queue/fairness.ts';
import {POOLS, type Pool, spareSlots} from '../shared/queue/job.ts';
import {JOBS} from '../shared/queue/jobs.ts';
import {taggedPrefix, untaggedPrefix} from '../shared/queue/keys.ts';
import {openServices, type Services} from '../shared/services/services.ts';
import {tx} from '../shared/store/database.ts';
import {insertJob, type StoredJob} from '../shared/store/jobs/jobs.ts';
import {openWorkers} from '../workers/workers.ts';
import {freshDatabase} from './helpers/database.ts';

/**
 * One account cannot make the others wait, whatever it asks for, in any pool: the service's own pools, jobs, queues and rows,
 * with work whose duration is known. Work that sleeps, so that what is measured is the queue and not how busy the machine is.
 */

const CALLED = JOBS.filter(job => !job.every);
const QUIET_MS = 100;
const FLOOD = 40;
/** Longer than the bound: waiting for one of the flood to end is too late. */
const LONG_MS = 4000;

type Ran = {accountId: string; type: string; at: number};

async function open(t: ExecutionContext, {processes = 1, concurrency = 1}: {processes?: number; concurrency?: number} = {}) {
	const fresh = await freshDatabase({LOG_LEVEL: 'silent'});
	const stop = new AbortController();
	const ran: Ran[] = [];
	const running = new Map<string, number>();
	const most = new Map<string, number>();
	const work = async ({ms}: {ms: number}, {accountId, lease: {type}}: {accountId: string; lease: {type: string}}) => {
		ran.push({accountId, type, at: performance.now()});
		running.set(accountId, (running.get(accountId) ?? 0) + 1);
		most.set(accountId, Math.max(most.get(accountId) ?? 0, running.get(accountId)!));
		await sleep(ms, null, {signal: stop.signal}).catch(() => {});
		running.set(accountId, running.get(accountId)! - 1);
		return async () => ({response: {status: 200, body: {}}});
	};
	const handlers = Object.fromEntries(CALLED.map(job => [job.name, {work}]));
	const browser = openBrowser({executablePath: fresh.config.chromium});
	const services = await openServices(fresh.config, 'api', CALLED);
	const workers = await Promise.all(
		Array.from({length: processes}, async () => {
			const own = await openServices(fresh.config, 'workers', CALLED);
			const open = await openWorkers({services: own, browser, pools: POOLS, concurrency: () => concurrency, jobs: CALLED, handlers});
			return {close: () => open.close().then(own.close)};
		}),
	);
	t.teardown(async () => {
		stop.abort();
		await Promise.all(workers.map(worker => worker.close()));
		await services.close();
		await fresh.drop();
	});
	return {services, ran, most, running, prefix: fresh.config.redisPrefix};
}

function ask({database}: Services, accountId: string, type: string, ms: number): Promise<StoredJob> {
	return tx(database, db => insertJob(db, {accountId, type, input: {ms}}));
}

/** Milliseconds from the call to its response. */
async function timed({dispatcher, database}: Services, accountId: string, type: string): Promise<number> {
	const start = performance.now();
	const job = await ask({database} as Services, accountId, type, QUIET_MS);
	const ended = await dispatcher.run(job, 20_000);
	if (ended?.state !== 'succeeded') throw new Error(`${type} of ${accountId} is ${ended?.state}.`);
	return performance.now() - start;
}

async function flood(services: Services, accountId: string, types: string[], {count = FLOOD, ms = LONG_MS} = {}): Promise<StoredJob[]> {
	const jobs = await Promise.all(Array.from({length: count}, (_, index) => ask(services, accountId, types[index % types.length]!, ms)));
	await Promise.all(jobs.map(job => services.dispatcher.enqueue(job)));
	return jobs;
}

async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 60_000;
	while (!(await check())) {
		if (Date.now() > deadline) throw new Error(`Never: ${what}`);
		await sleep(10);
	}
}

const typesOf = (pool: Pool) => CALLED.filter(job => job.pool === pool).map(job => job.name);

async function openJobs(services: Services): Promise<number> {
	const [{open}] = await services.database.query("SELECT COUNT(*) AS open FROM jobs WHERE state IN ('queued', 'running')");
	return Number(open);
}

test('each pool has work, and each that somebody waits for keeps a slot free of any single account', t => {
	for (const pool of POOLS) t.true(typesOf(pool).length > 0, pool);
	t.deepEqual(
		POOLS.filter(pool => spareSlots(pool) === 0),
		['export', 'background'],
	);
});

for (const processes of [1, 2]) {
	test.serial(
		`${processes} processes: while one account floods all pools, another waits twice its quiet time and a second at most`,
		async t => {
			const {services, running} = await open(t, {processes});
			const pools = POOLS.filter(pool => spareSlots(pool) > 0);
			const types = pools.flatMap(typesOf);
			const quiet = new Map<string, number>();
			for (const type of types) quiet.set(type, await timed(services, 'acc_quiet', type));
			for (const pool of pools) await flood(services, 'acc_flood', typesOf(pool));
			await until('the flood has all that it gets', () => running.get('acc_flood') === processes * pools.length);
			const waits = await Promise.all(types.map(async type => ({type, ms: await timed(services, `acc_${type}`, type)})));
			for (const {type, ms} of waits)
				t.true(ms <= 2 * quiet.get(type)! + 1000, `${type}: ${Math.round(ms)} of ${Math.round(quiet.get(type)!)} ms`);
			t.true(running.get('acc_flood')! >= processes * pools.length, 'the flood goes on');
		},
	);
}

test.serial('in the background, where no slot is kept free, another account is next', async t => {
	const {services, ran} = await open(t);
	await flood(services, 'acc_flood', ['encode-avif'], {count: 20, ms: 50});
	await until('the flood runs', () => ran.length > 0);
	await timed(services, 'acc_other', 'encode-avif');
	const before = ran.findIndex(({accountId}) => accountId === 'acc_other');
	t.true(before > 0 && before < 12, `after ${before} of 20`);
	await until('the flood has ended', async () => (await openJobs(services)) === 0);
	t.is(ran.length, 21);
});

test.serial('a job that was put off while its share could not be reached holds no slot, and is worked on once it is due', async t => {
	const {services, ran} = await open(t);
	const {database, dispatcher} = services;
	for (const pool of POOLS) {
		const [type] = typesOf(pool) as [string];
		const accountId = `acc_${pool}`;
		const putOff = await ask(services, accountId, type, 10);
		await database.query('UPDATE jobs SET due_at = UTC_TIMESTAMP(3) + INTERVAL 250 SECOND WHERE id = ?', [putOff.id]);
		// Let in as it was, and not taken out: the shares were away.
		await dispatcher.shares.enter(pool, putOff);
		const next = await dispatcher.run(await ask(services, accountId, type, 10), 10_000);
		t.is(next?.state, 'succeeded', `${pool}: the account's next job waits for one that is put off`);
		t.is(ran.filter(job => job.accountId === accountId).length, 1);
		await database.query('UPDATE jobs SET due_at = UTC_TIMESTAMP(3) WHERE id = ?', [putOff.id]);
		t.is((await dispatcher.waitFor(putOff.id, 10_000))?.state, 'succeeded', pool);
	}
});

test.serial('an account alone has all that the processes offer, and its jobs run in the order in which it asked', async t => {
	const {services, most, ran} = await open(t, {processes: 2, concurrency: 2});
	await until(
		'both have offered their slots',
		async () => (await services.redis.zcard(`${taggedPrefix(services.config.redisPrefix, 'ai')}:share:offers`)) === 2,
	);
	const jobs = await flood(services, 'acc_alone', ['build-bundle', 'rebuild-page'], {count: 24, ms: 100});
	await until('all have ended', async () => (await openJobs(services)) === 0);
	t.is(most.get('acc_alone'), 4);
	t.is(ran.length, jobs.length);
});

test.serial('two floods share: neither has more than its half, and the one that came later does not wait for the other to end', async t => {
	const {services, ran} = await open(t, {concurrency: 2});
	await flood(services, 'acc_first', ['build-bundle'], {count: 30, ms: 40});
	await flood(services, 'acc_second', ['build-bundle'], {count: 30, ms: 40});
	await until('all have ended', async () => (await openJobs(services)) === 0);
	const begun = ran.slice(0, 40).filter(({accountId}) => accountId === 'acc_second').length;
	t.true(begun >= 12 && begun <= 28, `${begun} of the first 40`);
});

test.serial('who asked for much is not starved by many who ask for little', async t => {
	const {services, ran} = await open(t);
	await flood(services, 'acc_flood', ['write-step'], {count: 10, ms: 20});
	let next = 0;
	const visitor = async () => {
		while (next < 60) await timed(services, `acc_${next++}`, 'write-step');
	};
	await Promise.all([visitor(), visitor(), visitor(), visitor()]);
	const own = ran.filter(({accountId}) => accountId === 'acc_flood').length;
	t.true(own >= 8, `${own} of 10 among ${ran.length}`);
});

test.serial('the waiting list outlives Redis: what stood on it is brought again, and each job runs once', async t => {
	const {services, ran, prefix} = await open(t);
	const jobs = await flood(services, 'acc_flood', ['draw-step'], {count: 8, ms: 30});
	await until('some have run', () => ran.length >= 2);
	await services.redis.del(...(await services.redis.keys(`*${untaggedPrefix(prefix)}*`)));
	await until('all have ended', async () => (await openJobs(services)) === 0);
	t.is(ran.length, jobs.length);
});

test.serial('what a killed worker left in a share does not stay there', async t => {
	const {services} = await open(t);
	const {shares} = services.dispatcher;
	for (let left = 0; left < 3; left++) {
		const ended: Queued = {id: `job_0${left}`, type: 'build-bundle', accountId: 'acc_left'};
		await shares.enter('render', ended);
	}
	t.is((await shares.queued('render', 'acc_left')).length, 1, 'its share is full');
	t.true((await timed(services, 'acc_left', 'build-bundle')) > QUIET_MS, 'it ran all the same');
});

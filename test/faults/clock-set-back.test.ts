import test from 'ava';
import {Worker} from 'bullmq';
import {consume, openLimiter} from '../../api/http/rate-limiter.ts';
import {JOBS} from '../../shared/queue/jobs.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import {orderExport} from '../../shared/store/account-end/exports.ts';
import {tx} from '../../shared/store/database.ts';
import {exportsLeft} from '../../shared/store/exports/tour-exports.ts';
import {insertJob, leaseJob, takeOverdue} from '../../shared/store/jobs/jobs.ts';
import {withLease} from '../../shared/store/leases.ts';
import {keepSchedules} from '../../workers/runtime/schedules.ts';
import {startService} from '../helpers/service.ts';

/** The clock was a month ahead, and is set right: what was written meanwhile is due in a month, and nobody waits for it. */

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());
const {database, dispatcher, redis, config} = service.services;
const MONTH_S = 30 * 24 * 3600;

test('a job that was put off, and one whose worker died meanwhile, are taken; what is put off as it should be is not', async t => {
	const due = async (state: string, seconds: number) => {
		const {id} = await insertJob(database.manager, {accountId: 'acc_clock', type: 'ingest-image', input: {}});
		await database.query('UPDATE jobs SET state = ?, due_at = UTC_TIMESTAMP(3) + INTERVAL ? SECOND WHERE id = ?', [state, seconds, id]);
		return id;
	};
	const [queued, running, shortly] = [await due('queued', MONTH_S), await due('running', MONTH_S), await due('running', 300)];
	const [later, held] = [await due('queued', 300), await due('running', 10)];
	const taken = (await takeOverdue(database.manager, ['ingest-image'], 100)).map(({id}) => id);
	t.deepEqual(taken.toSorted(), [queued, running, shortly].toSorted());
	t.truthy(await leaseJob(database.manager, running, 8000));
	t.is(await leaseJob(database.manager, held, 8000), null);
	t.false(taken.includes(later));
});

test('a lease that a dead process took is over', async t => {
	const take = () => withLease(database, 'clock', async () => 'taken');
	await database.query("INSERT INTO leases (name, token, until) VALUES ('clock', ?, UTC_TIMESTAMP(3) + INTERVAL ? SECOND)", [
		Buffer.alloc(16),
		MONTH_S,
	]);
	t.is(await take(), 'taken');
	await database.query("INSERT INTO leases (name, token, until) VALUES ('clock', ?, UTC_TIMESTAMP(3) + INTERVAL 10 SECOND)", [
		Buffer.alloc(16),
	]);
	t.is(await take(), null, 'one that runs is respected');
});

test('a limit that was used up then begins again', async t => {
	const limiter = openLimiter(service.services, 'clock', 2, 60);
	const key = `${untaggedPrefix(config.redisPrefix)}:used:clock:ana`;
	const ahead = Date.now() + 1000 * MONTH_S;
	await redis.rpush(key, ahead, ahead);
	await redis.expire(key, MONTH_S);
	t.is((await limiter.look('ana')).used, 0);
	const [first, second, third] = [await consume(limiter, 'ana'), await consume(limiter, 'ana'), await consume(limiter, 'ana')];
	t.deepEqual([first.allowed, second.allowed, third.allowed], [true, true, false]);
	t.true(third.freeInMs > 0 && third.freeInMs <= 61_000);
	t.is((await limiter.look('ana')).used, 2);
});

test('exports that were ordered then are not of this hour, and a copy of the account not of this day', async t => {
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Ahead'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	await ana('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'bundle'}});
	const left = () => exportsLeft(database.manager, ana.accountId, 1);
	t.is((await left()).remaining, 0);
	await database.query('UPDATE tour_exports SET created_at = created_at + INTERVAL ? SECOND', [MONTH_S]);
	t.deepEqual(await left(), {limit: 1, remaining: 1, resetsInSeconds: 0});
	const order = () => tx(database, db => orderExport(db, ana.accountId, 'export-account'));
	await order();
	await t.throwsAsync(order, {message: /One copy a day/});
	await database.query('UPDATE account_exports SET created_at = created_at + INTERVAL ? SECOND', [MONTH_S]);
	await t.notThrowsAsync(order);
});

test('what runs by the clock is due within its time; what is kept as it should be is left alone', async t => {
	const queue = dispatcher.queues.get('background')!;
	const next = async () => Object.fromEntries((await queue.getJobSchedulers()).map(({key, next}) => [key, next!]));
	for (const {name, every, pool} of JOBS) {
		if (every && pool === 'background')
			await queue.upsertJobScheduler(name, {every, startDate: Date.now() + 1000 * MONTH_S}, {name, data: {}});
	}
	t.true(Math.min(...Object.values(await next())) > Date.now() + 20 * 24 * 3_600_000, 'they wait');
	await keepSchedules(service.services, JOBS, ['background']);
	const kept = await next();
	for (const [name, time] of Object.entries(kept)) t.true(time <= Date.now() + JOBS.find(job => job.name === name)!.every!, name);
	await keepSchedules(service.services, JOBS, ['background']);
	t.deepEqual(await next(), kept);
});

test('a job that waits in the queue to be tried again is brought to its turn', async t => {
	const {id, type, accountId} = await insertJob(database.manager, {accountId: 'acc_later', type: 'ingest-image', input: {}});
	const queue = dispatcher.queues.get('images')!;
	await dispatcher.enqueue({id, type, accountId});
	const [waiting] = await queue.getJobs(['prioritized', 'waiting']);
	await waiting!.remove();
	await queue.add(type, {jobId: id}, {jobId: waiting!.id!, delay: 1000 * MONTH_S});
	t.is(await queue.getJobState(waiting!.id!), 'delayed');
	await dispatcher.enqueueAgain({id, type, accountId});
	t.true(['waiting', 'prioritized'].includes(await queue.getJobState(waiting!.id!)));
});

test('a job that a worker held as it died is worked on by the next one', async t => {
	const {id, type, accountId} = await insertJob(database.manager, {accountId: 'acc_dead', type: 'build-bundle', input: {}});
	const queue = dispatcher.queues.get('render')!;
	await dispatcher.enqueue({id, type, accountId});
	const connection = redis.duplicate({maxRetriesPerRequest: null});
	const dead = new Worker('render', null, {connection, prefix: queue.opts.prefix!});
	const job = (await dead.getNextJob('dead'))!;
	await dead.close();
	connection.disconnect();
	for (const name of [`${job.id}:lock`, 'stalled-check']) await redis.set(queue.toKey(name), 'dead', 'EX', MONTH_S);
	await database.query("UPDATE jobs SET state = 'running', due_at = UTC_TIMESTAMP(3) + INTERVAL ? SECOND WHERE id = ?", [MONTH_S, id]);
	await dispatcher.enqueueAgain({id, type, accountId});
	t.is(await redis.exists(queue.toKey(`${job.id}:lock`)), 0);
	t.is(await redis.exists(queue.toKey('stalled-check')), 0);
});

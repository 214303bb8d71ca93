import {Queue} from 'bullmq';
import type {Redis} from 'ioredis';
import type {DataSource} from 'typeorm';
import type {Log} from '../log.ts';
import {readJob, type StoredJob} from '../store/jobs/jobs.ts';
import {type Admitted, openShares, type Queued} from './fairness.ts';
import {type JobDefinition, POOLS, type Pool} from './job.ts';
import {taggedPrefix} from './keys.ts';

/** Finished jobs stay on the dashboard for an hour, failed ones for a week. */
const KEEP_FINISHED = {age: 3600, count: 1000};
const KEEP_FAILED = {age: 7 * 24 * 3600, count: 5000};
/** Milliseconds between two looks at the row, since a hint may be lost. */
const LOOK_AGAIN_MS = 500;
/** Longest wait for a job that no worker has taken, while Redis is away and brings it to none. */
const AWAY_WAIT_MS = 3000;
/** A queue that refused a job counts as away for this long. */
const REFUSED_MS = 5000;
/** Milliseconds beyond which a lock must have been set by a clock that was ahead: the queue's own last less than half. */
const LONGEST_LOCK_MS = 30_000;

type Options = {database: DataSource; redis: Redis; listener: Redis; prefix: string; jobs: readonly JobDefinition[]; log: Log};

export type Dispatcher = ReturnType<typeof openDispatcher>;

/** Puts jobs into the queues, and notifies those who wait for a job's end. A queue holds only the job's id. */
export function openDispatcher({database, redis, listener, prefix, jobs, log}: Options) {
	const queues = new Map<Pool, Queue>(POOLS.map(pool => [pool, openQueue(pool, redis, prefix, log)]));
	const shares = openShares(redis, prefix);
	const bring = async ({id, type, turn}: Admitted) => {
		const {pool, attempts} = findJob(jobs, type);
		const options = {jobId: queuedId(id), attempts, backoff: {type: 'exponential', delay: 500}, priority: turn};
		await queues.get(pool)!.add(type, {jobId: id}, options);
	};
	const hints = openHints(listener, `${prefix}:ended`, log);
	let refusedAt = Number.NEGATIVE_INFINITY;
	const isAway = () => redis.status !== 'ready' || performance.now() - refusedAt < REFUSED_MS;

	/** Returns the job once it has ended, or as it is after `ms`; after `awayMs` if it is still queued and Redis is away. */
	const waitFor = async (id: string, ms: number, awayMs = AWAY_WAIT_MS): Promise<StoredJob | null> => {
		const start = performance.now();
		return lookUntilEnded(database, hints, id, job => start + (job.state === 'queued' && isAway() ? Math.min(ms, awayMs) : ms));
	};

	return {
		queues,
		shares,

		/** Puts a job into its queue or its account's line. Never throws: a relay brings later what does not arrive. */
		async enqueue(job: Queued): Promise<void> {
			const {pool} = findJob(jobs, job.type);
			try {
				await Promise.all((await shares.enter(pool, job)).map(bring));
				refusedAt = Number.NEGATIVE_INFINITY;
			} catch (error) {
				refusedAt = performance.now();
				log.warn({jobId: job.id, error}, 'not enqueued; left to the relay');
			}
		},

		/** Puts an overdue job into its queue, unless the queue or its account's line still has it. */
		async enqueueAgain(job: Queued): Promise<void> {
			const {pool} = findJob(jobs, job.type);
			for (const admitted of await shares.enter(pool, job)) {
				if (admitted.id !== job.id || (await isNoMore(redis, queues.get(pool)!, queuedId(admitted.id)))) await bring(admitted);
			}
		},

		/** Removes jobs from an account's share in a pool, and puts the next ones of its waiting list into the queue. Never throws. */
		async leave(pool: Pool, accountId: string, jobs: Queued[]): Promise<void> {
			try {
				await Promise.all((await shares.leave(pool, accountId, jobs)).map(bring));
			} catch (error) {
				log.warn({pool, error}, 'a share is filled later');
			}
		},

		/**
		 * Reports that work on this turn has begun. Never throws and need not be awaited: the queue's head is nearly
		 * as good a measure, and a perfect one if no account has two turns.
		 */
		begin(pool: Pool, turn: number): void {
			if (turn > 1) shares.begin(pool, turn).catch(() => {});
		},

		/** Tells every process that a job has ended. It is a hint: those who wait read the row. */
		async announce(id: string): Promise<void> {
			await redis.publish(`${prefix}:ended`, id).catch(() => {});
		},

		/** Enqueues a job and returns it once it has ended, or as it is after `ms`. */
		async run(job: Queued, ms: number): Promise<StoredJob | null> {
			const hint = hints.next(job.id);
			const start = performance.now();
			await this.enqueue(job);
			await hint.within(Math.min(ms, LOOK_AGAIN_MS));
			return waitFor(job.id, ms - (performance.now() - start));
		},

		waitFor,

		close: () => Promise.all([...queues.values()].map(queue => queue.close())),
	};
}

function findJob(jobs: readonly JobDefinition[], type: string): JobDefinition {
	const job = jobs.find(candidate => candidate.name === type);
	if (!job) throw new Error(`There is no job named ${type}.`);
	return job;
}

/** Reads the row at each hint, and regularly without one. `until`: when to give up, by `performance.now()`. */
async function lookUntilEnded(
	database: DataSource,
	hints: ReturnType<typeof openHints>,
	id: string,
	until: (job: StoredJob) => number,
): Promise<StoredJob | null> {
	for (;;) {
		const hint = hints.next(id);
		const job = await readJob(database.manager, id);
		const rest = job ? until(job) - performance.now() : 0;
		if (!job || isEnded(job) || rest <= 0) {
			hint.cancel();
			return job;
		}
		await hint.within(Math.min(rest, LOOK_AGAIN_MS));
	}
}

export function isEnded(job: StoredJob): boolean {
	return job.state === 'succeeded' || job.state === 'failed';
}

/** BullMQ refuses a colon in a job's id. */
export function queuedId(jobId: string): string {
	return `op-${jobId}`;
}

/**
 * True if the queue has no trace of the job; an ended one is removed from it.
 * Promotes a job that was delayed by a clock set ahead by mistake.
 */
async function isNoMore(redis: Redis, queue: Queue, id: string): Promise<boolean> {
	const state = await queue.getJobState(id);
	if (state === 'completed' || state === 'failed') await queue.remove(id);
	else if (state === 'active') await endLocksAhead(redis, queue, id);
	// Its row has been overdue for longer than the queue lets a job wait.
	else if (state === 'delayed') await (await queue.getJob(id))?.promote();
	return ['unknown', 'completed', 'failed'].includes(state);
}

/** Removes a dead worker's locks that last too long, since they were set by a clock that was ahead. */
async function endLocksAhead(redis: Redis, queue: Queue, id: string): Promise<void> {
	for (const name of [`${id}:lock`, 'stalled-check']) {
		const key = queue.toKey(name);
		if ((await redis.pttl(key)) > LONGEST_LOCK_MS) await redis.del(key);
	}
}

function openQueue(pool: Pool, redis: Redis, prefix: string, log: Log): Queue {
	const queue = new Queue(pool, {
		connection: redis,
		prefix: taggedPrefix(prefix, pool),
		// A queue checks the version once; if Redis is too slow then, it takes no job ever after. Workers check, too.
		skipVersionCheck: true,
		defaultJobOptions: {removeOnComplete: KEEP_FINISHED, removeOnFail: KEEP_FAILED},
	});
	queue.on('error', error => log.warn({pool, error}, 'queue'));
	queue.setMaxListeners(0);
	return queue;
}

/** Opens the hints that jobs have ended. Call `next` before reading the row, or an end in between is missed. */
function openHints(listener: Redis, channel: string, log: Log) {
	const waiting = new Map<string, Set<() => void>>();
	listener.on('message', (_channel, id: string) => {
		for (const wake of waiting.get(id) ?? []) wake();
	});
	listener.subscribe(channel).catch(error => log.warn({error}, 'no hints; jobs are polled'));

	return {
		next(id: string) {
			let wake = () => {};
			const woken = new Promise<void>(resolve => {
				wake = resolve;
			});
			const wakers = waiting.get(id) ?? new Set();
			waiting.set(id, wakers.add(wake));
			const cancel = () => {
				wakers.delete(wake);
				if (wakers.size === 0) waiting.delete(id);
			};
			return {
				cancel,
				async within(ms: number): Promise<void> {
					const timer = setTimeout(wake, ms);
					await woken;
					clearTimeout(timer);
					cancel();
				},
			};
		},
	};
}

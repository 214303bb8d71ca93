import {setTimeout as sleep} from 'node:timers/promises';
import {type Job, Worker} from 'bullmq';
import {endedOr} from '../../shared/concurrency.ts';
import {DAY_MS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import type {Log} from '../../shared/log.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {outageOf} from '../../shared/outage.ts';
import {isEnded} from '../../shared/queue/dispatcher.ts';
import {type JobDefinition, type Pool, spareSlots} from '../../shared/queue/job.ts';
import {taggedPrefix} from '../../shared/queue/keys.ts';
import {openWorkerRedis} from '../../shared/services/redis.ts';
import type {Services} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import {finishJob, type Lease, leaseJob, passJob, postponeJob, readJob, releaseJob} from '../../shared/store/jobs/jobs.ts';
import {LostLease} from '../../shared/store/leases.ts';
import {noteInSpan, traced} from '../../shared/tracing/tracing.ts';
import {type Dependencies, type Finish, type Finished, type Handler, type Handlers, Hopeless, PassedOn, type Work} from './handler.ts';
import {lastEnds} from './health.ts';
import {keepLease, LEASE_MS, logErrors} from './lease.ts';
import {repeat} from './repeat.ts';

const STALLED_LOOK_MS = 3000;
const RETRY_MS = 500;
/** Stalls are counted in the job's row; the queue's own limit only has to be the larger one. */
const STALLS = 20;
/** Milliseconds between a process's offers of slots: several fit before it counts as gone. */
const OFFER_MS = 3000;
const CLOSE_MS = 20_000;
/** Milliseconds between two tries to take a job from a Redis that is away. */
const AWAY_RETRY_MS = 1000;
const LEASE_LOST = 'lease lost';
const OUTCOMES = new Set(['done', 'put off', 'passed on', LEASE_LOST]);
/** Milliseconds for which an outage (a full disk, no database) costs a job no attempt: time for an operator to fix it. */
const OUTAGE_MS = DAY_MS;
/** Attempts, one a second, to write that a job is put off; the database may be away as well. */
const PUT_OFF_ATTEMPTS = 10;
const PUT_OFF_RETRY_MS = 1000;

export type OpenPool = {close(): Promise<void>};

/** Begins to work on one pool's queue. `concurrency`: how many jobs of one account run at once in this process. */
export function openPool(
	pool: Pool,
	{
		dependencies,
		jobs,
		handlers,
		concurrency,
	}: {
		dependencies: Dependencies;
		jobs: readonly JobDefinition[];
		handlers: Handlers;
		concurrency: number;
	},
): OpenPool {
	const {config, log, dispatcher} = dependencies.services;
	const prefix = taggedPrefix(config.redisPrefix, pool);
	const connection = openWorkerRedis(config.redisUrl, log, prefix);
	const run = async (job: Job) => {
		const definition = jobs.find(candidate => candidate.name === job.name);
		const handler = handlers[job.name];
		if (!definition || !handler) throw new Error(`There is no handler for ${job.name}.`);
		if ('scheduled' in handler) return handler.scheduled(dependencies);
		const tries = job.attemptsMade + 1;
		dispatcher.begin(pool, job.priority);
		return runJob(job.data.jobId, definition, tries, handler.work as Handler<JobDefinition>, dependencies);
	};
	countFromZero(pool, jobs);
	const worker = new Worker(pool, run, {
		connection,
		prefix,
		concurrency: concurrency + spareSlots(pool),
		lockDuration: LEASE_MS,
		stalledInterval: STALLED_LOOK_MS,
		maxStalledCount: STALLS,
		runRetryDelay: AWAY_RETRY_MS,
	});
	logErrors(worker, pool, log);
	const offers = repeat(OFFER_MS, () =>
		dispatcher.shares.offer(pool, concurrency).catch(error => log.warn({pool, error}, 'slots not offered')),
	);
	offers.run();
	return {
		async close() {
			await offers.close();
			await dispatcher.shares.withdraw(pool, concurrency).catch(() => {});
			// Closing waits for the work under way, and for Redis, which may be what is away.
			await endedOr(worker.close(), CLOSE_MS);
			connection.disconnect();
		},
	};
}

/** Sets the counters to zero, so that the first failure shows as an increase. */
function countFromZero(pool: Pool, jobs: readonly JobDefinition[]): void {
	for (const {name: type, every} of jobs.filter(job => job.pool === pool)) {
		if (!every) for (const outcome of ['done', 'refused', 'failed', 'again']) metrics.jobsFinished.inc({pool, type, outcome}, 0);
	}
}

/** Claims the job, works on it and returns the outcome in a word. `tries`: the job's own failures, counting this attempt. */
async function runJob(
	jobId: string,
	definition: JobDefinition,
	tries: number,
	handler: Handler<JobDefinition>,
	dependencies: Dependencies,
): Promise<string> {
	const {database, dispatcher, log} = dependencies.services;
	const lease = await leaseJob(database.manager, jobId, LEASE_MS).catch(error => {
		log.warn({jobId, job: definition.name, error}, 'lease not taken; will be tried again');
		throw error;
	});
	if (!lease) return notClaimed(jobId, definition, dependencies.services);
	const facts = {'roteiro.job': jobId, 'roteiro.pool': definition.pool, 'roteiro.attempt': lease.attempts};
	const run = () => measured(lease, definition, () => runClaimed(lease, definition, tries, handler, dependencies));
	const word = await traced(`job ${definition.name}`, facts, run, {kind: 'consumer', parent: lease.traceParent});
	// Where the lease was lost, another worker has the job and says when it has ended.
	if (word !== LEASE_LOST) await dispatcher.leave(definition.pool, lease.accountId, [lease]);
	return word;
}

/** Counts the attempt by its outcome. Which error it was stands in the log and in the row. */
async function measured(lease: Lease, {name: type, pool}: JobDefinition, run: () => Promise<string>): Promise<string> {
	if (lease.attempts === 1) metrics.jobWait.observe({type}, (Date.now() - lease.createdAt.getTime()) / 1000);
	const end = metrics.jobDuration.startTimer({type});
	let outcome = 'again';
	try {
		const word = await run();
		if (OUTCOMES.has(word)) outcome = word;
		else outcome = word === 'internal_error' ? 'failed' : 'refused';
		return word;
	} finally {
		end();
		noteInSpan({'roteiro.outcome': outcome});
		metrics.jobsFinished.inc({pool, type, outcome});
		lastEnds.set(type, performance.now());
	}
}

/** Handles a job that has ended or is another worker's: its account's share may hold it once more. */
async function notClaimed(id: string, {name: type, pool}: JobDefinition, {database, dispatcher}: Services): Promise<string> {
	const job = await readJob(database.manager, id);
	if (job && isEnded(job)) await dispatcher.leave(pool, job.accountId, [{...job, type}]);
	return 'not claimed';
}

async function runClaimed(
	lease: Lease,
	definition: JobDefinition,
	tries: number,
	handler: Handler<JobDefinition>,
	dependencies: Dependencies,
): Promise<string> {
	const {services} = dependencies;
	const log = services.log.child({jobId: lease.id, job: definition.name, attempt: lease.attempts});
	const renewal = keepLease(lease, services);
	try {
		const work: Work = {
			...dependencies,
			lease,
			accountId: lease.accountId,
			actor: lease.actor,
			progress: renewal.progress,
			signal: renewal.signal,
		};
		return await attempt(definition, tries, handler, work, log);
	} catch (error) {
		if (!(error instanceof LostLease)) throw error;
		log.warn('lease lost; another worker has this job');
		return LEASE_LOST;
	} finally {
		renewal.stop();
		await services.dispatcher.announce(lease.id);
	}
}

/** Does the work and ends the row, or gives it back for another attempt and throws. Throws `LostLease` also where the end is an error. */
async function attempt(
	{attempts, crashes}: JobDefinition,
	tries: number,
	handler: Handler<JobDefinition>,
	work: Work,
	log: Log,
): Promise<string> {
	const {services, lease} = work;
	const start = performance.now();
	try {
		if (lease.attempts > attempts + crashes) throw new AppError('internal_error');
		const finish = await handler(lease.input as never, work);
		if (finish instanceof PassedOn) return await passOn(finish, work, log);
		const finished = await commit(services, lease, finish);
		log.info({ms: Math.round(performance.now() - start)}, 'done');
		for (const job of finished.next ?? []) await services.dispatcher.enqueue(job);
		return 'done';
	} catch (error) {
		if (error instanceof LostLease) throw error;
		if (outageOf(error) && Date.now() - lease.createdAt.getTime() < OUTAGE_MS) {
			await putOff(services, lease);
			log.warn({error}, 'put off');
			return 'put off';
		}
		const isLast = error instanceof Hopeless || tries >= attempts || lease.attempts >= attempts + crashes;
		const appError = error instanceof AppError ? error : isLast ? new AppError('internal_error') : null;
		if (!appError) {
			await releaseJob(services.database.manager, lease, RETRY_MS * 2 ** tries + 5000);
			log.warn({error}, 'failed; will be tried again');
			throw error;
		}
		if (appError === error) log.info(appError.logged, 'refused');
		else log.error({error}, 'failed for good');
		await tx(services.database, db => finishJob(db, lease, {error: appError.toJSON()}));
		return appError.code;
	}
}

async function passOn({to}: PassedOn, {services, lease}: Work, log: Log): Promise<string> {
	await passJob(services.database.manager, lease, to);
	log.info({to: to.type}, 'passed on');
	await services.dispatcher.enqueue({...lease, type: to.type});
	return 'passed on';
}

/** Leaves the job to the relay, which brings it once it is due. */
async function putOff({database}: Services, lease: Lease): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await postponeJob(database.manager, lease);
		} catch (error) {
			if (error instanceof LostLease || attempt === PUT_OFF_ATTEMPTS) throw error;
			await sleep(PUT_OFF_RETRY_MS);
		}
	}
}

/** The result, what follows from it and the end of the job: one transaction, and nothing where the lease was lost. */
async function commit({database}: Services, lease: Lease, finish: Finish | Finished): Promise<Finished> {
	if (typeof finish !== 'function' && !lease.quotaPeriod) {
		// The end alone is one statement, which is a transaction by itself.
		await finishJob(database.manager, lease, {response: finish.response});
		return finish;
	}
	return tx(database, async db => {
		const finished = typeof finish === 'function' ? await finish(db) : finish;
		await finishJob(db, lease, {response: finished.response});
		return finished;
	});
}

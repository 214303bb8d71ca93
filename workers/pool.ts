import {type Job, Worker} from 'bullmq';
import {AppError} from '../shared/errors.ts';
import type {Log} from '../shared/log.ts';
import type {JobDefinition, Pool} from '../shared/queue/job.ts';
import {openWorkerRedis} from '../shared/queue/redis.ts';
import type {Services} from '../shared/services.ts';
import {tx} from '../shared/store/database.ts';
import {LostLease} from '../shared/store/lost-lease.ts';
import {type Claim, claimOperation, finishOperation, releaseOperation, renewOperation} from '../shared/store/operations.ts';
import type {Equipment, Finished, Handler, Handlers, Work} from './handler.ts';

/**
 * How long a worker that says nothing keeps its work. A killed worker's call is answered by another within this and
 * the time between two looks for stalled jobs: well inside the 25 s that the call waits.
 */
const LEASE_MS = 8000;
const STALLED_LOOK_MS = 3000;
const RETRY_MS = 500;
/** Stalls are counted in the operation's row; the queue's own limit only has to be the larger one. */
const STALLS = 20;
const CLOSE_MS = 20_000;

export type OpenPool = {close(): Promise<void>};

/** Begins to work on one pool's queue. */
export function openPool(
	pool: Pool,
	{
		equipment,
		jobs,
		handlers,
		concurrency,
	}: {
		equipment: Equipment;
		jobs: readonly JobDefinition[];
		handlers: Handlers;
		concurrency: number;
	},
): OpenPool {
	const {config, log} = equipment.services;
	const connection = openWorkerRedis(config.redisUrl, log);
	const run = async (job: Job) => {
		const definition = jobs.find(candidate => candidate.name === job.name);
		const handler = handlers[job.name];
		if (!definition || !handler) throw new Error(`There is no handler for ${job.name}.`);
		if ('scheduled' in handler) return handler.scheduled(equipment);
		const tries = job.attemptsMade + 1;
		return runOperation(job.data.operationId, definition, tries, handler.work as Handler<JobDefinition>, equipment);
	};
	const worker = new Worker(pool, run, {
		connection,
		prefix: config.redisPrefix,
		concurrency,
		lockDuration: LEASE_MS,
		stalledInterval: STALLED_LOOK_MS,
		maxStalledCount: STALLS,
	});
	worker.on('error', error => log.warn({pool, error}, 'worker'));
	return {
		async close() {
			// Closing waits for the work under way, and for Redis, which may be what is away.
			await Promise.race([worker.close(), new Promise(resolve => setTimeout(resolve, CLOSE_MS).unref())]);
			connection.disconnect();
		},
	};
}

/** Claims the operation, sees to it and says in a word how it went. `tries`: how often it has failed by itself, this time included. */
async function runOperation(
	operationId: string,
	definition: JobDefinition,
	tries: number,
	handler: Handler<JobDefinition>,
	equipment: Equipment,
): Promise<string> {
	const {services} = equipment;
	const claim = await claimOperation(services.database.manager, operationId, LEASE_MS);
	if (!claim) return 'not claimed';
	const log = services.log.child({operationId, job: definition.name, attempt: claim.attempts});
	const lease = keepLease(claim, services);
	try {
		const work: Work = {...equipment, claim, accountId: claim.accountId, progress: lease.progress, signal: lease.signal};
		return await attempt(definition, tries, handler, work, log);
	} catch (error) {
		if (!(error instanceof LostLease)) throw error;
		log.warn('lease lost; another worker has this operation');
		return 'lease lost';
	} finally {
		lease.stop();
		await services.dispatcher.announce(operationId);
	}
}

/** Does the work and ends the row, or gives it back for another attempt and throws. Throws `LostLease` also where the end is a refusal. */
async function attempt(
	{attempts, crashes}: JobDefinition,
	tries: number,
	handler: Handler<JobDefinition>,
	work: Work,
	log: Log,
): Promise<string> {
	const {services, claim} = work;
	const start = performance.now();
	try {
		if (claim.attempts > attempts + crashes) throw new AppError('internal_error');
		const finish = await handler(claim.input as never, work);
		const finished = await commit(services, claim, finish);
		log.info({ms: Math.round(performance.now() - start)}, 'done');
		for (const operation of finished.next ?? []) await services.dispatcher.enqueue(operation);
		return 'done';
	} catch (error) {
		if (error instanceof LostLease) throw error;
		const isLast = tries >= attempts || claim.attempts >= attempts + crashes;
		const refusal = error instanceof AppError ? error : isLast ? new AppError('internal_error') : null;
		if (!refusal) {
			log.warn({error}, 'failed; will be tried again');
			await releaseOperation(services.database.manager, claim, RETRY_MS * 2 ** tries + 5000);
			throw error;
		}
		if (refusal === error) log.info({code: refusal.code}, 'refused');
		else log.error({error}, 'failed for good');
		await tx(services.database, db => finishOperation(db, claim, {error: refusal.toJSON()}));
		return refusal.code;
	}
}

/** The result, what follows from it and the end of the operation: one transaction, and nothing where the lease was lost. */
function commit(services: Services, claim: Claim, finish: Awaited<ReturnType<Handler<JobDefinition>>>): Promise<Finished> {
	return tx(services.database, async db => {
		const finished = await finish(db);
		await finishOperation(db, claim, {answer: finished.answer});
		return finished;
	});
}

function keepLease(claim: Claim, {database, log}: Services) {
	const lost = new AbortController();
	let fraction = 0;
	const renew = async () => {
		try {
			if (!(await renewOperation(database.manager, claim, LEASE_MS, fraction))) lost.abort();
		} catch (error) {
			log.warn({operationId: claim.id, error}, 'lease not renewed');
		}
	};
	const timer = setInterval(renew, LEASE_MS / 3);
	return {
		signal: lost.signal,
		progress(done: number) {
			fraction = done;
			void renew();
		},
		stop: () => clearInterval(timer),
	};
}

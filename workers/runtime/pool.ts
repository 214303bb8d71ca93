import {setTimeout as sleep} from 'node:timers/promises';
import {type Job, Worker} from 'bullmq';
import {AppError} from '../../shared/errors.ts';
import type {Log} from '../../shared/log.ts';
import {outageOf} from '../../shared/outage.ts';
import {isEnded} from '../../shared/queue/dispatcher.ts';
import {type JobDefinition, type Pool, spareSlots} from '../../shared/queue/job.ts';
import {openWorkerRedis} from '../../shared/services/redis.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import {
	type Claim,
	claimOperation,
	finishOperation,
	passOperation,
	putOffOperation,
	readOperation,
	releaseOperation,
	renewOperation,
} from '../../shared/store/jobs.ts';
import {LostLease} from '../../shared/store/lost-lease.ts';
import {type Equipment, type Finished, type Handler, type Handlers, PassedOn, type Work} from './handler.ts';
import {repeat} from './repeat.ts';

/**
 * How long a worker that says nothing keeps its work. A killed worker's call is answered by another within this and
 * the time between two looks for stalled jobs: well inside the 25 s that the call waits.
 */
const LEASE_MS = 8000;
const STALLED_LOOK_MS = 3000;
const RETRY_MS = 500;
/** Stalls are counted in the operation's row; the queue's own limit only has to be the larger one. */
const STALLS = 20;
/** How often a process says that it is there: several times before it is taken for gone. */
const OFFER_MS = 3000;
const CLOSE_MS = 20_000;
const LEASE_LOST = 'lease lost';
/** A full disk or a database that is away costs an operation no attempt, for so long: somebody has to look after it. */
const OUTAGE_MS = 24 * 3_600_000;
/** Where it is the database that is away, not even that can be written: tried once a second, about as long as it takes to start again. */
const PUT_OFF_ATTEMPTS = 10;
const PUT_OFF_RETRY_MS = 1000;

export type OpenPool = {close(): Promise<void>};

/** Begins to work on one pool's queue. `concurrency`: how many operations of one account run at once in this process. */
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
	const {config, log, dispatcher} = equipment.services;
	const connection = openWorkerRedis(config.redisUrl, log);
	const run = async (job: Job) => {
		const definition = jobs.find(candidate => candidate.name === job.name);
		const handler = handlers[job.name];
		if (!definition || !handler) throw new Error(`There is no handler for ${job.name}.`);
		if ('scheduled' in handler) return handler.scheduled(equipment);
		const tries = job.attemptsMade + 1;
		dispatcher.begin(pool, job.priority);
		return runOperation(job.data.operationId, definition, tries, handler.work as Handler<JobDefinition>, equipment);
	};
	const worker = new Worker(pool, run, {
		connection,
		prefix: config.redisPrefix,
		concurrency: concurrency + spareSlots(pool),
		lockDuration: LEASE_MS,
		stalledInterval: STALLED_LOOK_MS,
		maxStalledCount: STALLS,
	});
	worker.on('error', error => log.warn({pool, error}, 'worker'));
	const offers = repeat(OFFER_MS, () =>
		dispatcher.shares.offer(pool, concurrency).catch(error => log.warn({pool, error}, 'slots not offered')),
	);
	offers.run();
	return {
		async close() {
			await offers.close();
			await dispatcher.shares.withdraw(pool, concurrency).catch(() => {});
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
	const {database, dispatcher} = equipment.services;
	const claim = await claimOperation(database.manager, operationId, LEASE_MS);
	if (!claim) return notClaimed(operationId, definition, equipment.services);
	const word = await runClaimed(claim, definition, tries, handler, equipment);
	// Where the lease was lost, another worker has the operation and says when it has ended.
	if (word !== LEASE_LOST) await dispatcher.leave(definition.pool, claim.accountId, [claim]);
	return word;
}

/** Done already, or another worker's: who brought it here may have let it into its account's share once more. */
async function notClaimed(id: string, {name: type, pool}: JobDefinition, {database, dispatcher}: Services): Promise<string> {
	const operation = await readOperation(database.manager, id);
	if (operation && isEnded(operation)) await dispatcher.leave(pool, operation.accountId, [{...operation, type}]);
	return 'not claimed';
}

async function runClaimed(
	claim: Claim,
	definition: JobDefinition,
	tries: number,
	handler: Handler<JobDefinition>,
	equipment: Equipment,
): Promise<string> {
	const {services} = equipment;
	const log = services.log.child({operationId: claim.id, job: definition.name, attempt: claim.attempts});
	const lease = keepLease(claim, services);
	try {
		const work: Work = {...equipment, claim, accountId: claim.accountId, progress: lease.progress, signal: lease.signal};
		return await attempt(definition, tries, handler, work, log);
	} catch (error) {
		if (!(error instanceof LostLease)) throw error;
		log.warn('lease lost; another worker has this operation');
		return LEASE_LOST;
	} finally {
		lease.stop();
		await services.dispatcher.announce(claim.id);
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
		if (finish instanceof PassedOn) return await passOn(finish, work, log);
		const finished = await commit(services, claim, finish);
		log.info({ms: Math.round(performance.now() - start)}, 'done');
		for (const operation of finished.next ?? []) await services.dispatcher.enqueue(operation);
		return 'done';
	} catch (error) {
		if (error instanceof LostLease) throw error;
		if (outageOf(error) && Date.now() - claim.createdAt.getTime() < OUTAGE_MS) {
			log.warn({error}, 'put off');
			await putOff(services, claim);
			return 'put off';
		}
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

async function passOn({to}: PassedOn, {services, claim}: Work, log: Log): Promise<string> {
	await passOperation(services.database.manager, claim, to);
	log.info({to: to.type}, 'passed on');
	await services.dispatcher.enqueue({...claim, type: to.type});
	return 'passed on';
}

/** Leaves the operation to the relay, which brings it once it is due. */
async function putOff({database}: Services, claim: Claim): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await putOffOperation(database.manager, claim);
		} catch (error) {
			if (attempt === PUT_OFF_ATTEMPTS) throw error;
			await sleep(PUT_OFF_RETRY_MS);
		}
	}
}

/** The result, what follows from it and the end of the operation: one transaction, and nothing where the lease was lost. */
function commit(services: Services, claim: Claim, finish: (db: Db) => Promise<Finished>): Promise<Finished> {
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

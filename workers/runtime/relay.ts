import type {JobDefinition, Pool} from '../../shared/queue/job.ts';
import type {Services} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import {notInQueue, takeOverdue} from '../../shared/store/jobs/jobs.ts';
import {repeat} from './repeat.ts';

const LOOK_MS = 1000;
const BATCH = 200;

/**
 * Puts jobs into the queue that were committed but never arrived there, or whose worker has gone silent. Every worker process
 * does this for its own pools; losing all of Redis therefore loses nothing.
 */
export function openRelay(services: Services, jobs: readonly JobDefinition[], pools: readonly Pool[]) {
	const types = jobs.filter(job => pools.includes(job.pool) && !job.every).map(job => job.name);
	return repeat(LOOK_MS, async () => {
		try {
			const overdue = await tx(services.database, db => takeOverdue(db, types, BATCH));
			for (const job of overdue) await services.dispatcher.enqueueAgain(job);
			for (const pool of pools) await fillShares(services, pool);
		} catch (error) {
			services.log.warn({error}, 'relay');
		}
	});
}

/**
 * Removes jobs from shares that no longer need their place: a job whose worker died after ending it and before reporting that, and
 * one that was put off while Redis was away. If there are more accounts than a batch, each run checks some at random.
 */
async function fillShares({database, dispatcher}: Services, pool: Pool): Promise<void> {
	for (const accountId of await dispatcher.shares.waitingAccounts(pool, BATCH)) {
		const queued = await dispatcher.shares.queued(pool, accountId);
		await dispatcher.leave(pool, accountId, await notInQueue(database.manager, queued));
	}
}

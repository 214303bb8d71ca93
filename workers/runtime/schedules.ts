import type {JobDefinition, Pool} from '../../shared/queue/job.ts';
import type {Services} from '../../shared/services/services.ts';

/**
 * Has the queues of these pools bring each job that runs by the clock at its time, and no other: what the edition before scheduled there,
 * and this one does not, ends.
 */
export async function keepSchedules({dispatcher}: Services, jobs: readonly JobDefinition[], pools: readonly Pool[]): Promise<void> {
	for (const pool of pools) {
		const queue = dispatcher.queues.get(pool)!;
		const wanted = jobs.filter(job => job.pool === pool && job.every);
		for (const {name, every} of wanted) await queue.upsertJobScheduler(name, {every: every!}, {name, data: {}});
		for (const {key} of await queue.getJobSchedulers()) {
			if (!wanted.some(({name}) => name === key)) await queue.removeJobScheduler(key);
		}
	}
}

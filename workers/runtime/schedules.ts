import type {JobDefinition, Pool} from '../../shared/queue/job.ts';
import type {Services} from '../../shared/services/services.ts';
import {repeat} from './repeat.ts';

const AGAIN_MS = 5000;

/** Keeps the schedules of these pools. Where Redis is away or slow just now it is tried again until they are kept, and the work begins meanwhile. */
export async function openSchedules(services: Services, jobs: readonly JobDefinition[], pools: readonly Pool[]) {
	const again = repeat(AGAIN_MS, async () => {
		try {
			await keepSchedules(services, jobs, pools);
			void again.close();
		} catch (error) {
			services.log.warn({error}, 'schedules not kept; will be tried again');
		}
	});
	again.run();
	await again.idle();
	return again;
}

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

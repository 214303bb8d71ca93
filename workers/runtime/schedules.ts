import type {JobDefinition, Pool} from '../../shared/queue/job.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import type {Services} from '../../shared/services/services.ts';
import {installationId} from '../../shared/store/leases.ts';
import {repeat} from './repeat.ts';

const AGAIN_MS = 5000;
const LOOK_MS = 60_000;
/** Seconds after which an installation that no longer renews its claim on the keys in Redis has gone. */
const CLAIM_SECONDS = 180;

/** Keeps the schedules of these pools, looking at them again and again: Redis may be away as the work begins, and its clock may be set. */
export async function openSchedules(services: Services, jobs: readonly JobDefinition[], pools: readonly Pool[]) {
	let keptAt = Number.NEGATIVE_INFINITY;
	const again = repeat(AGAIN_MS, async () => {
		if (performance.now() - keptAt < LOOK_MS) return;
		try {
			await claimKeys(services);
			await keepSchedules(services, jobs, pools);
			keptAt = performance.now();
		} catch (error) {
			services.log.warn({error}, 'schedules not kept; will be tried again');
		}
	});
	again.run();
	await again.idle();
	return again;
}

/**
 * Has these pools' queues bring each job that runs by the clock at its time, and no other: ends schedules of jobs that no longer run by it,
 * and restarts those that a clock ahead of time put off for too long.
 */
export async function keepSchedules({dispatcher}: Services, jobs: readonly JobDefinition[], pools: readonly Pool[]): Promise<void> {
	for (const pool of pools) {
		const queue = dispatcher.queues.get(pool)!;
		const wanted = jobs.filter(job => job.pool === pool && job.every);
		const found = await queue.getJobSchedulers();
		for (const {key} of found) {
			if (!wanted.some(({name}) => name === key)) await queue.removeJobScheduler(key);
		}
		for (const {name, every} of wanted) {
			const kept = found.find(({key}) => key === name);
			const isLate = (kept?.next ?? 0) > Date.now() + every!;
			if (kept?.every === every && !isLate) continue;
			if (isLate) await queue.removeJobScheduler(name);
			await queue.upsertJobScheduler(name, {every: every!}, {name, data: {}});
		}
	}
}

/** Renews this installation's claim on the keys with its prefix, and logs an error while another installation has it. */
export async function claimKeys({config: {redisPrefix}, database, redis, log}: Services): Promise<void> {
	const key = `${untaggedPrefix(redisPrefix)}:installation`;
	const own = await installationId(database.manager);
	if (await redis.set(key, own, 'EX', CLAIM_SECONDS, 'NX')) return;
	const holder = await redis.get(key);
	if (holder === own) await redis.expire(key, CLAIM_SECONDS);
	else if (holder) {
		log.error(
			{redisPrefix},
			`REDIS_PREFIX is also that of another installation on this Redis, one with another database (DATABASE_URL), which used it in the last ${CLAIM_SECONDS / 60} minutes: each takes the other's jobs. Give each installation a REDIS_PREFIX of its own, or a Redis of its own (REDIS_URL).`,
		);
	}
}

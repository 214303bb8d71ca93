import {CHECK_MS, stateOf} from '../../shared/outage.ts';
import type {Pool} from '../../shared/queue/job.ts';
import {JOBS} from '../../shared/queue/jobs.ts';
import type {Services} from '../../shared/services/services.ts';
import {openProbe} from '../../shared/store/connection/probe.ts';
import {countOpenByType} from '../../shared/store/jobs/operator-jobs.ts';

/**
 * Times at which an attempt at a job of this name ended last in this process, by `performance.now()`: they tell a worker at work from one
 * that hangs.
 */
export const lastEnds = new Map<string, number>();

/** Seconds of waiting, while none ends, after which work counts as stuck. */
const STUCK_SECONDS = 60;
/**
 * Seconds that take the place of those. An AVIF of a large picture takes minutes where others have the cores. One export may take as long as five times the video that it is, plus a minute: that of a day's seconds, two
 * hours and a half.
 */
const PATIENCE: Partial<Record<Pool, number>> = {export: 9100, background: 600};

/**
 * Reports a worker's health: `/healthz`, the process lives; `/readyz`, it works. It is not ready if the database does not respond, or if in
 * one of its pools a job has waited for a minute (`background`: ten) in which this process ended none of that pool.
 */
export function workerHealth(
	{database, config, beforeClose}: Pick<Services, 'database' | 'config' | 'beforeClose'>,
	pools: readonly Pool[],
	isStopping: () => boolean,
) {
	const startedAt = performance.now();
	const probe = openProbe(config.databaseUrl, 2 * CHECK_MS);
	beforeClose(async () => probe.close());
	return {
		'/healthz': () => ({ok: true}),
		'/readyz': async () => {
			if (isStopping()) return {ok: false, stopping: true};
			// On a connection of its own first: of those that are kept for work, a silent server would hold each for much longer.
			const looked = await stateOf(() => probe.look());
			if (looked !== 'ok') return {ok: false, database: looked};
			let open: Awaited<ReturnType<typeof countOpenByType>> = [];
			const counted = await stateOf(async () => {
				open = await countOpenByType(database.manager);
			});
			if (counted !== 'ok') return {ok: false, database: counted};
			const stuck = pools.filter(pool => {
				const patience = PATIENCE[pool] ?? STUCK_SECONDS;
				const waiting = open.filter(({state, oldestSeconds}) => state === 'queued' && oldestSeconds > patience).map(({type}) => type);
				const own = JOBS.filter(job => job.pool === pool).map(({name}) => name as string);
				const lastEnd = Math.max(startedAt, ...own.map(name => lastEnds.get(name) ?? 0));
				return own.some(name => waiting.includes(name)) && performance.now() - lastEnd > patience * 1000;
			});
			return {ok: stuck.length === 0, stuck};
		},
	};
}

import type {Browser} from '../renderers/browser.ts';
import type {JobDefinition, Pool} from '../shared/queue/job.ts';
import {JOBS} from '../shared/queue/jobs.ts';
import type {Services} from '../shared/services.ts';
import type {Handlers} from './handler.ts';
import {HANDLERS} from './index.ts';
import {openPool} from './pool.ts';
import {openRelay} from './relay.ts';

/** Begins to work on the pools, to relay what they missed, and to run what runs by the clock. */
export async function openWorkers({
	services,
	browser,
	pools,
	concurrency,
	jobs = JOBS,
	handlers = HANDLERS,
}: {
	services: Services;
	browser: Browser;
	pools: readonly Pool[];
	concurrency: (pool: Pool) => number;
	jobs?: readonly JobDefinition[];
	handlers?: Handlers;
}) {
	for (const {name, pool, every} of jobs) {
		if (every && pools.includes(pool)) await services.dispatcher.queues.get(pool)!.upsertJobScheduler(name, {every}, {name, data: {}});
	}
	const open = pools.map(pool => openPool(pool, {services, browser, jobs, handlers, concurrency: concurrency(pool)}));
	const relay = openRelay(services, jobs, pools);
	return {
		async close() {
			await relay.close();
			await Promise.all(open.map(pool => pool.close()));
		},
	};
}

import type {Static, TSchema} from 'typebox';

/**
 * The worker pools; each scales on its own. `animations` are images that take seconds; `covers` are drawn in a browser after a publish, which must not
 * wait for them; `delivery` sends to other servers, mostly mail; `export` makes files of whole tours, which takes minutes; `background` has no
 * waiting callers.
 */
export const POOLS = ['images', 'animations', 'ai', 'audio', 'render', 'covers', 'delivery', 'export', 'background'] as const;
export type Pool = (typeof POOLS)[number];

/** Pools without workers of their own, each with the pool whose workers serve it too. */
export const SERVED_BY: Partial<Record<Pool, Pool>> = {animations: 'images', covers: 'render'};

/** Crashes that a job may have by default: more than the workers that an operator kills under one job on a bad day. */
const MANY_CRASHES = 25;

/** Pools whose processes do one job at a time, since other jobs need the cores. */
const ALONE: readonly Pool[] = ['export', 'background'];

/**
 * Returns the slots that a process of this pool has beyond its concurrency. One account gets as many as the concurrency,
 * so that another finds a free slot, however long the work of the first takes. A process of one job at a time has none.
 */
export function spareSlots(pool: Pool): number {
	return ALONE.includes(pool) ? 0 : 1;
}

/** A background job without its handler, so that code which enqueues jobs does not load the work. */
export type JobDefinition<Name extends string = string, Input extends TSchema = TSchema> = {
	name: Name;
	pool: Pool;
	/** Failures after which it has failed for good. */
	attempts: number;
	/** Attempts that it gets after workers died under it: none or few if the work itself may crash one. */
	crashes: number;
	input: Input;
	/** Milliseconds between two scheduled runs; such a job has no row. */
	every?: number;
};

export type JobInput<Job extends JobDefinition> = Static<Job['input']>;

export function defineJob<Name extends string, Input extends TSchema>(
	job: Omit<JobDefinition<Name, Input>, 'crashes'> & {crashes?: number},
): JobDefinition<Name, Input> {
	return {crashes: MANY_CRASHES, ...job};
}

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

/** `crashes` of jobs that crash no worker, where nothing else is said: more than the workers that an operator kills under one of them on a bad day. */
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

/**
 * Defines a background job without its handler, so that code which enqueues jobs does not load the work.
 * `attempts`: how often it may fail before it fails for good. `crashes`: how many more attempts it gets after workers
 * died under it: many if only an operator kills workers (the default), none or few if the work itself may crash one.
 */
export type JobDefinition<Name extends string = string, Input extends TSchema = TSchema> = {
	name: Name;
	pool: Pool;
	attempts: number;
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

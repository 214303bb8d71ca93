import type {Static, TSchema} from 'typebox';

/**
 * The worker pools; each scales on its own. `animations` are images that take seconds; `covers` are drawn in a browser after a publish, which none
 * may hold up; `delivery` sends to the outside, mail above all; `export` makes files of whole tours, which takes minutes; `background` has no
 * waiting callers.
 */
export const POOLS = ['images', 'animations', 'ai', 'audio', 'render', 'covers', 'delivery', 'export', 'background'] as const;
export type Pool = (typeof POOLS)[number];

/** Pools without workers of their own, each with the pool whose workers serve it too. */
export const SERVED_BY: Partial<Record<Pool, Pool>> = {animations: 'images', covers: 'render'};

/** Value of `crashes` for jobs whose work brings no worker down: only an operator kills one under them, and less often on a bad day. */
export const MANY_CRASHES = 25;

/** Pools whose processes do one job at a time, since other jobs need the cores. */
const ALONE: readonly Pool[] = ['export', 'background'];

/**
 * Slots that a process of this pool has beside its concurrency. One account holds as many as the concurrency and no more,
 * so that another finds a slot at once, however long the work of the first takes; but for those that do one at a time.
 */
export function spareSlots(pool: Pool): number {
	return ALONE.includes(pool) ? 0 : 1;
}

/**
 * A background job without its handler, so that code which enqueues jobs does not load the work.
 * `attempts`: how often it may fail by itself before it fails for good. `crashes`: how often a worker may die
 * under it besides: many if only an operator kills workers, none if the work itself may bring one down.
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

export function defineJob<Name extends string, Input extends TSchema>(job: JobDefinition<Name, Input>): JobDefinition<Name, Input> {
	return job;
}

import type {Static, TSchema} from 'typebox';

/** The worker pools; each scales by itself. `background` is for what nobody waits for. */
export const POOLS = ['images', 'ai', 'audio', 'render', 'background'] as const;
export type Pool = (typeof POOLS)[number];

/**
 * What is done in the background, apart from how: whoever enqueues a job never loads what does the work.
 * `attempts`: how often it may fail by itself before it fails for good. `crashes`: how often, beside that, a worker may
 * die under it: many where only an operator kills workers, none where the work itself may bring one down.
 */
export type JobDefinition<Name extends string = string, Input extends TSchema = TSchema> = {
	name: Name;
	pool: Pool;
	attempts: number;
	crashes: number;
	input: Input;
	/** Milliseconds between two runs that nobody asked for; such a job has no operation row. */
	every?: number;
};

export type JobInput<Job extends JobDefinition> = Static<Job['input']>;

export function defineJob<Name extends string, Input extends TSchema>(job: JobDefinition<Name, Input>): JobDefinition<Name, Input> {
	return job;
}

import type {Static, TSchema} from 'typebox';

/** The worker pools; each scales by itself. */
export const POOLS = ['images', 'ai', 'audio', 'render'] as const;
export type Pool = (typeof POOLS)[number];

/**
 * What is done in the background, apart from how: whoever enqueues a job never loads what does the work.
 * `attempts`: how often a job is begun before it fails for good, crashes of its worker included.
 */
export type JobDefinition<Name extends string = string, Input extends TSchema = TSchema> = {
	name: Name;
	pool: Pool;
	attempts: number;
	input: Input;
	/** Milliseconds between two runs that nobody asked for; such a job has no operation row. */
	every?: number;
};

export type JobInput<Job extends JobDefinition> = Static<Job['input']>;

export function defineJob<Name extends string, Input extends TSchema>(job: JobDefinition<Name, Input>): JobDefinition<Name, Input> {
	return job;
}

import type {AppError} from '../../errors.ts';

/** The stored response of a call. `version` becomes the ETag; `unchanged`: the call does not count. */
export type StoredResponse = {status: number; body: Record<string, unknown>; version?: number; unchanged?: boolean};
/** The end of a job: a response or an error. */
export type Outcome = {response: StoredResponse} | {error: ReturnType<AppError['toJSON']>};

/** An outcome as the rows of jobs and idempotency records have it. */
export type OutcomeColumn = {answer: StoredResponse} | {error: ReturnType<AppError['toJSON']>};

export function toColumn(outcome: Outcome): OutcomeColumn {
	return 'response' in outcome ? {answer: outcome.response} : outcome;
}

export function fromColumn(column: unknown): Outcome | null {
	const {answer, error} = (column ?? {}) as {answer?: StoredResponse; error?: ReturnType<AppError['toJSON']>};
	if (answer) return {response: answer};
	return error ? {error} : null;
}

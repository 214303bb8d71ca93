import type {ErrorBody} from '../contract/error.ts';
import type {Job, JobWithOutcome} from '../contract/job.ts';
import {AppError} from '../errors.ts';
import type {StoredJob} from '../store/jobs/jobs.ts';

export function presentJob(job: StoredJob): Job {
	return {
		id: job.id,
		type: job.type,
		status: job.state,
		progress: job.progress,
		createdAt: job.createdAt.toISOString(),
	};
}

export function presentJobWithOutcome(job: StoredJob): JobWithOutcome {
	const {outcome} = job;
	return {
		...presentJob(job),
		result: outcome && 'response' in outcome ? {ok: true, ...outcome.response.body} : null,
		error: outcome && 'error' in outcome ? errorBody(outcome) : null,
	};
}

function errorBody(outcome: {error: ReturnType<AppError['toJSON']>}): ErrorBody {
	return AppError.restore(outcome.error).body;
}

import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {presentJob} from '../../shared/present/job.ts';
import type {Services} from '../../shared/services/services.ts';
import {responseOf, type StoredJob} from '../../shared/store/jobs/jobs.ts';
import type {CommittedOutcome, StatusResponse} from './operation.ts';
import type {CallContext} from './request.ts';

/** Seconds after which a waiting caller is asked to try again. */
const STILL_RUNNING_RETRY_S = 5;

/** The response of a call whose effect is committed; brings the job to its queue and waits for it where one does the work. */
export async function conclude(context: CallContext, outcome: CommittedOutcome): Promise<StatusResponse> {
	if ('response' in outcome) return {...outcome.response, json: outcome.json, headers: outcome.headers ?? {}};
	const {services, request} = context;
	letOthersIn(context);
	if (request.respondAsync) {
		await services.dispatcher.enqueue(outcome.job);
		return accepted(outcome.job);
	}
	const job = await waitInCompany(services, outcome.job, request.waitMs ?? LIMITS.waitMs);
	if (job?.outcome) return {...responseOf(job.outcome), headers: {}};
	throw stillRunning(context, outcome.job.id);
}

/** Frees what a call holds before it waits for a job: its turn, and its images, which are stored by then, by it or by the one that it repeats. */
export function letOthersIn({turn, request}: CallContext): void {
	turn.end();
	request.images?.clear();
}

/** Jobs that calls of an account wait for in this process, in the order in which they came. */
const awaited = new WeakMap<Services, Map<string, number>>();

/**
 * Returns the job once it has ended, or unfinished after `ms`; after twice as long if other calls of the account wait already, for their
 * jobs are worked on first. No call waits longer than any may.
 */
async function waitInCompany(services: Services, job: StoredJob, ms: number): Promise<StoredJob | null> {
	const counts = awaited.get(services) ?? new Map<string, number>();
	awaited.set(services, counts);
	const others = counts.get(job.accountId) ?? 0;
	counts.set(job.accountId, others + 1);
	try {
		return await services.dispatcher.run(job, others > 0 ? Math.min(2 * ms, LIMITS.mcpWaitMs) : ms);
	} finally {
		const left = counts.get(job.accountId)! - 1;
		if (left > 0) counts.set(job.accountId, left);
		else counts.delete(job.accountId);
	}
}

/** 202 with the job that does the work. */
export function accepted(job: StoredJob): StatusResponse {
	return {
		status: 202,
		body: {job: presentJob(job)},
		headers: {Location: `/v1/jobs/${job.id}`, 'Preference-Applied': 'respond-async'},
	};
}

/** Makes the error of a call that waited long enough; `Location` names the job. */
export function stillRunning({operation}: CallContext, jobId: string | null, retryAfter = STILL_RUNNING_RETRY_S): AppError {
	const headers: Record<string, string> = jobId ? {Location: `/v1/jobs/${jobId}`} : {};
	return new AppError('still_running', {status: operation.provider ? 503 : 429, retryAfter, headers});
}

import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {presentJob} from '../../shared/present/job.ts';
import type {Services} from '../../shared/services/services.ts';
import type {StoredJob} from '../../shared/store/jobs/jobs.ts';
import type {Outcome, StoredResponse} from '../../shared/store/jobs/outcome.ts';
import type {ServerEvent} from '../http/server-sent-events.ts';
import type {CommittedOutcome} from './operation.ts';

/** The response of a call; `json` is the body as sent, where it is kept. */
export type OperationResponse = StatusResponse | {headers: Record<string, string>; events: AsyncIterable<ServerEvent>};
export type StatusResponse = {
	headers: Record<string, string>;
	status: number;
	body: Record<string, unknown>;
	version?: number;
	json?: Buffer;
};

/** The caller's wish for work that takes longer. */
export type Preference = {
	respondAsync?: boolean;
	/** Milliseconds to wait for a job. */
	waitMs?: number;
	/** Called before the call waits for a job: whatever it holds that others wait for is free meanwhile. */
	onWait?: () => void;
	/** The status of a call that takes too long. */
	lateStatus: 429 | 503;
};

/** Seconds after which a waiting caller is asked to try again. */
const STILL_RUNNING_RETRY_S = 5;

/** The response of a call whose effect is committed; brings the job to its queue and waits for it where one does the work. */
export async function conclude(
	services: Services,
	outcome: CommittedOutcome,
	{respondAsync, waitMs = LIMITS.waitMs, lateStatus, onWait}: Preference,
): Promise<StatusResponse> {
	if ('response' in outcome) return {...outcome.response, json: outcome.json, headers: outcome.headers ?? {}};
	onWait?.();
	if (respondAsync) {
		await services.dispatcher.enqueue(outcome.job);
		return accepted(outcome.job);
	}
	const job = await waitInCompany(services, outcome.job, waitMs);
	if (job?.outcome) return {...unwrap(job.outcome), headers: {}};
	throw stillRunning(outcome.job.id, lateStatus);
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

/** The response, or the error thrown. */
export function unwrap(outcome: Outcome): StoredResponse {
	if ('error' in outcome) throw AppError.restore(outcome.error);
	return outcome.response;
}

/** Makes the error of a call that waited long enough; `Location` names the job. */
export function stillRunning(jobId: string | null, status: Preference['lateStatus']): AppError {
	return new AppError('still_running', {
		status,
		retryAfter: STILL_RUNNING_RETRY_S,
		headers: jobId ? {Location: `/v1/jobs/${jobId}`} : {},
	});
}

/** The response of the call that came first; where it cannot be had yet, throws that it is still running. */
export async function overtaken(earlier: () => Promise<StatusResponse | null>, {lateStatus}: Preference): Promise<StatusResponse> {
	const first = await earlier();
	if (first) return first;
	throw new AppError('still_running', {status: lateStatus, retryAfter: 1});
}

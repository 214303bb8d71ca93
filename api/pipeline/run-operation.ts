import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {isDuplicate, tx} from '../../shared/store/database.ts';
import {responseOf, type StoredJob} from '../../shared/store/jobs/jobs.ts';
import {accepted, type CallContext, releaseTurn, stillRunning} from './context.ts';
import type {CommittedOutcome, OperationResponse, StatusResponse} from './operation.ts';
import {byIdempotencyKey, byRunningJob} from './repetition.ts';

/** The steps that run the operation of a valid call. They throw every error as an `AppError`; calls without effect are not counted. */

/** Milliseconds after which a job counts against the hourly limits, even if it fails. */
const REFUND_WATCH_MS = 10 * 60_000;

/** Seconds after which a call that an equal one overtook may be repeated. */
const OVERTAKEN_RETRY_S = 1;

/** Runs an operation that changes nothing. */
export async function read(call: CallContext): Promise<OperationResponse> {
	const outcome = await call.operation.handler(call.input, call);
	return 'events' in outcome ? {...outcome, headers: {}} : conclude(call, outcome);
}

/** Returns the response of the call that this one repeats; null where it is the first. */
export async function recall(call: CallContext): Promise<StatusResponse | null> {
	const {operation, runningJob, idempotencyKey} = call;
	if (runningJob) call.repetition = byRunningJob(call, runningJob);
	else if (operation.idempotent && idempotencyKey !== undefined) call.repetition = byIdempotencyKey(call, idempotencyKey);
	return call.repetition?.earlier() ?? null;
}

/** Counts the call against the hourly limits of the account. */
export async function spend(call: CallContext): Promise<void> {
	const {rateLimits, operation, input, accountId, credential} = call;
	const counted = operation.countsWhen?.(input) === false ? [] : (operation.counts ?? []);
	try {
		call.spent = await rateLimits.spend({accountId, bySession: credential.type === 'session'}, counted);
	} catch (error) {
		if (operation.pastLimits && error instanceof AppError) return;
		// 404 takes precedence over 429.
		await operation.find?.(input, call);
		throw error;
	}
}

/**
 * Runs the handler in one transaction with the record that a repetition of the call will find. Returns its outcome, or the response of
 * an equal call that was faster.
 */
export async function effect(call: CallContext): Promise<CommittedOutcome | StatusResponse> {
	const {operation, input, services, rateLimits, repetition, spent} = call;
	try {
		return await tx(services.database, async db => {
			await repetition?.begin?.(db);
			const outcome = await operation.handler(input, {...call, db});
			if ('events' in outcome) throw new Error(`${operation.name}: only a GET returns events.`);
			await repetition?.commit(db, outcome);
			return outcome;
		});
	} catch (error) {
		await rateLimits.refund(spent);
		if (repetition && isDuplicate(error)) {
			const first = await repetition.earlier();
			if (first) return first;
			throw stillRunning(call, null, OVERTAKEN_RETRY_S);
		}
		if (error instanceof AppError) await repetition?.rejected?.(error);
		throw error;
	}
}

/** Returns the response of a committed outcome: at once, or what its job ends with, or 202. Throws `still_running` where that takes too long. */
export async function deliver(call: CallContext, outcome: CommittedOutcome | StatusResponse): Promise<StatusResponse> {
	if ('status' in outcome) return outcome;
	const {services, rateLimits, repetition, spent} = call;
	if ('response' in outcome) {
		if (outcome.unchanged) await rateLimits.refund(spent);
		for (const job of outcome.next ?? []) await services.dispatcher.enqueue(job);
		return conclude(call, outcome);
	}
	const {job} = outcome;
	call.jobId = job.id;
	try {
		const response = await conclude(call, outcome);
		if (response.status === 202) void refundIfItFails(call, job);
		await repetition?.delivered?.(job.id);
		return response;
	} catch (error) {
		if (error instanceof AppError && error.code === 'still_running') {
			void refundIfItFails(call, job);
			throw error;
		}
		await rateLimits.refund(spent);
		await repetition?.delivered?.(job.id);
		throw error;
	}
}

/** Refunds the uses of a job that fails, even if no caller waits for it any more. */
async function refundIfItFails({services, rateLimits, spent}: CallContext, job: StoredJob): Promise<void> {
	if (spent.length === 0) return;
	try {
		const ended = await services.dispatcher.waitFor(job.id, REFUND_WATCH_MS, REFUND_WATCH_MS);
		if (ended?.state === 'failed') await rateLimits.refund(spent);
	} catch (error) {
		services.log.warn({jobId: job.id, error}, 'a failed job stays counted');
	}
}

/** Returns the response of an outcome; brings the job to its queue and waits for it where one does the work. */
async function conclude(call: CallContext, outcome: CommittedOutcome): Promise<StatusResponse> {
	if ('response' in outcome) return {...outcome.response, json: outcome.json, headers: outcome.headers ?? {}};
	const {services, respondAsync, waitMs} = call;
	releaseTurn(call);
	if (respondAsync) {
		await services.dispatcher.enqueue(outcome.job);
		return accepted(outcome.job);
	}
	const job = await waitInCompany(services, outcome.job, waitMs);
	if (job?.outcome) return {...responseOf(job.outcome), headers: {}};
	throw stillRunning(call, outcome.job.id);
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

import {AppError} from '../../shared/errors.ts';
import {isDuplicate, tx} from '../../shared/store/database.ts';
import type {StoredJob} from '../../shared/store/jobs/jobs.ts';
import type {CommittedOutcome, OperationResponse, StatusResponse} from './operation.ts';
import type {Spending} from './rate-limits.ts';
import {byIdempotencyKey, byRunningJob, type Repetition} from './repetition.ts';
import type {CallContext} from './request.ts';
import {conclude, stillRunning} from './response.ts';

/** Milliseconds after which a job counts against the hourly limits, even if it fails. */
const REFUND_WATCH_MS = 10 * 60_000;

/** Seconds after which a call that another one overtook is asked to try again. */
const OVERTAKEN_RETRY_S = 1;

/** Runs the operation of a valid call: reads at once, changes by `runChange`. */
export async function runOperation(context: CallContext): Promise<OperationResponse> {
	const {operation, input} = context;
	if (!operation.route.startsWith('GET ')) return runChange(context);
	const outcome = await operation.handler(input, context);
	return 'events' in outcome ? {...outcome, headers: {}} : conclude(context, outcome);
}

/** Runs a changing call: replay, spend, effect, deliver. Throws every error as an `AppError`; what came to nothing counts for nothing. */
async function runChange(context: CallContext): Promise<StatusResponse> {
	const {services, rateLimits, request} = context;
	const repetition = repetitionOf(context);
	const earlier = await repetition?.earlier();
	if (earlier) return earlier;
	const spent = await spend(context);
	let outcome: CommittedOutcome;
	try {
		outcome = await effect(context, repetition);
	} catch (error) {
		await rateLimits.refund(spent);
		if (repetition && isDuplicate(error)) {
			const first = await repetition.earlier();
			if (first) return first;
			throw stillRunning(context, null, OVERTAKEN_RETRY_S);
		}
		if (error instanceof AppError) await repetition?.rejected?.(error);
		throw error;
	}
	if ('job' in outcome) {
		request.onJob?.(outcome.job.id);
		return deliver(context, outcome, spent, repetition);
	}
	if (outcome.unchanged) await rateLimits.refund(spent);
	for (const job of outcome.next ?? []) await services.dispatcher.enqueue(job);
	return conclude(context, outcome);
}

/** Returns the link to the call's repetitions; null where each call counts for itself. */
function repetitionOf(context: CallContext): Repetition | null {
	const {runningJob, idempotencyKey} = context.request;
	if (runningJob) return byRunningJob(context, runningJob);
	return context.operation.idempotent && idempotencyKey !== undefined ? byIdempotencyKey(context, idempotencyKey) : null;
}

/** Counts the call against the hourly limits of the account. */
async function spend(context: CallContext): Promise<Spending> {
	const {rateLimits, operation, input, accountId, credential} = context;
	const counted = operation.countsWhen?.(input) === false ? [] : (operation.counts ?? []);
	try {
		return await rateLimits.spend({accountId, bySession: credential.type === 'session'}, counted);
	} catch (error) {
		// 404 takes precedence over 429.
		await operation.find?.(input, context);
		throw error;
	}
}

/** Runs the handler in one transaction with the record that a repetition of the call will find. */
function effect(context: CallContext, repetition: Repetition | null): Promise<CommittedOutcome> {
	const {operation, input, services} = context;
	return tx(services.database, async db => {
		await repetition?.begin?.(db);
		const outcome = await operation.handler(input, {...context, db});
		if ('events' in outcome) throw new Error(`${operation.name}: only a GET returns events.`);
		await repetition?.commit(db, outcome);
		return outcome;
	});
}

/** Returns what the committed job ends with, or 202; throws `still_running` where it takes too long. */
async function deliver(
	context: CallContext,
	outcome: {job: StoredJob},
	spent: Spending,
	repetition: Repetition | null,
): Promise<StatusResponse> {
	const {job} = outcome;
	try {
		const response = await conclude(context, outcome);
		if (response.status === 202) void refundIfItFails(context, job, spent);
		await repetition?.delivered?.(job.id);
		return response;
	} catch (error) {
		if (error instanceof AppError && error.code === 'still_running') {
			void refundIfItFails(context, job, spent);
			throw error;
		}
		await context.rateLimits.refund(spent);
		await repetition?.delivered?.(job.id);
		throw error;
	}
}

/** Refunds the uses of a job that fails, even if no caller waits for it any more. */
async function refundIfItFails({services, rateLimits}: CallContext, job: StoredJob, spent: Spending): Promise<void> {
	if (spent.length === 0) return;
	try {
		const ended = await services.dispatcher.waitFor(job.id, REFUND_WATCH_MS, REFUND_WATCH_MS);
		if (ended?.state === 'failed') await rateLimits.refund(spent);
	} catch (error) {
		services.log.warn({jobId: job.id, error}, 'a failed job stays counted');
	}
}

import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {isDuplicate, tx} from '../../shared/store/database.ts';
import type {StoredJob} from '../../shared/store/jobs/jobs.ts';
import type {Call, CommittedOutcome, Operation} from './operation.ts';
import type {Spending, Throttle} from './rate-limits.ts';
import type {Repetition} from './repetition.ts';
import {conclude, type Preference, type StatusResponse} from './response.ts';

/** A call that changes something, with all that its steps need. */
export type Change = {
	services: Services;
	rateLimits: Throttle;
	operation: Operation;
	input: Record<string, unknown>;
	call: Call;
	repetition: Repetition;
	preference: Preference;
	onJob?: (id: string) => void;
};

/** The uses that a call took from the hourly limits; a call without effect gives them back. */
type Spent = {refund(): Promise<void>; refundIfItFails(job: StoredJob): void};

/** Milliseconds after which a job counts against the hourly limits, even if it fails. */
const REFUND_WATCH_MS = 10 * 60_000;

/** Runs a changing call: replay, spend, effect, deliver. Throws every error as an `AppError`; what came to nothing counts for nothing. */
export async function runChange(change: Change): Promise<StatusResponse> {
	const {services, repetition, preference} = change;
	const earlier = await repetition.earlier();
	if (earlier) return earlier;
	const spent = await spend(change);
	let outcome: CommittedOutcome;
	try {
		outcome = await effect(change);
	} catch (error) {
		await spent.refund();
		if (isDuplicate(error)) return repetition.overtaken(error);
		if (error instanceof AppError) await repetition.rejected(error);
		throw error;
	}
	if ('job' in outcome) {
		change.onJob?.(outcome.job.id);
		return deliver(change, outcome, spent);
	}
	if (outcome.unchanged) await spent.refund();
	for (const job of outcome.next ?? []) await services.dispatcher.enqueue(job);
	return conclude(services, outcome, preference);
}

/** Counts the call against the hourly limits of the account. */
async function spend({services, rateLimits, operation, input, call}: Change): Promise<Spent> {
	const counted = operation.countsWhen?.(input) === false ? [] : (operation.counts ?? []);
	const spender = {accountId: call.accountId, bySession: call.credential.type === 'session'};
	let spending: Spending;
	try {
		spending = await rateLimits.spend(spender, counted);
	} catch (error) {
		// 404 takes precedence over 429.
		await operation.find?.(input, call);
		throw error;
	}
	const refund = () => rateLimits.refund(spending);
	return {refund, refundIfItFails: job => counted.length > 0 && void refundIfItFails(services, job, refund)};
}

/** Runs the handler in one transaction with the record that a repetition of the call will find. */
function effect({services, operation, input, call, repetition}: Change): Promise<CommittedOutcome> {
	return tx(services.database, async db => {
		await repetition.begin(db);
		const outcome = await operation.handler(input, {...call, db});
		if ('events' in outcome) throw new Error(`${operation.name}: only a GET returns events.`);
		await repetition.commit(db, outcome);
		return outcome;
	});
}

/** Returns what the committed job ends with, or 202; throws `still_running` where it takes too long. */
async function deliver({services, repetition, preference}: Change, outcome: {job: StoredJob}, spent: Spent): Promise<StatusResponse> {
	const {job} = outcome;
	try {
		const response = await conclude(services, outcome, preference);
		if (response.status === 202) spent.refundIfItFails(job);
		await repetition.delivered(job.id);
		return response;
	} catch (error) {
		if (error instanceof AppError && error.code === 'still_running') {
			spent.refundIfItFails(job);
			throw error;
		}
		await spent.refund();
		await repetition.delivered(job.id);
		throw error;
	}
}

/** Refunds the uses of a job that fails, even if no caller waits for it any more. */
async function refundIfItFails(services: Services, job: StoredJob, refund: () => Promise<void>): Promise<void> {
	try {
		const ended = await services.dispatcher.waitFor(job.id, REFUND_WATCH_MS, REFUND_WATCH_MS);
		if (ended?.state === 'failed') await refund();
	} catch (error) {
		services.log.warn({jobId: job.id, error}, 'a failed job stays counted');
	}
}

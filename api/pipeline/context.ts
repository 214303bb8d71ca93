import {AppError} from '../../shared/errors.ts';
import {presentJob} from '../../shared/present/job.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import type {Db} from '../../shared/store/database.ts';
import type {StoredJob} from '../../shared/store/jobs/jobs.ts';
import type {Turn, TurnOf} from './account-turns.ts';
import type {Call, CommittedOutcome, Operation, OperationResponse, StatusResponse} from './operation.ts';
import type {RateLimits, Spending} from './rate-limits.ts';

/** One call of an operation: begun by its transport, read and extended by each step of the pipeline, and given to the handler as its `Call`. */
export type CallContext = Call & {
	operation: Operation;
	/** Empty until it was read; checked before any handler sees it. */
	input: Input;
	/** The RateLimit headers of the response, also of an error. */
	admitted: Record<string, string>;
	/** The call's turn. The transport ends it, since encoding the response may be work too. */
	turn: Turn;
	idempotencyKey?: string;
	/** Instead of an idempotency key: finds the running job of an earlier call. */
	runningJob?: RunningJobKey;
	respondAsync?: boolean;
	/** Milliseconds to wait for a job. */
	waitMs: number;
	rateLimits: RateLimits;
	/** The link to the call's repetitions; null where each call counts for itself. */
	repetition: Repetition | null;
	/** The uses that the call took from the hourly limits. */
	spent: Spending;
	/** The job that the call has made, once that is committed. */
	jobId?: string;
};

/** Path, query and body in one object. */
export type Input = Record<string, unknown>;

/** The part of a context that its transport gives; the rest follows from it. */
export type BegunCall = Pick<CallContext, 'credential' | 'ip' | 'admitted' | 'turn'> &
	Partial<Pick<CallContext, 'images' | 'ifMatch' | 'idempotencyKey' | 'runningJob' | 'respondAsync' | 'waitMs'>>;

/** The key by which a call without an idempotency key finds the job that an earlier one began and could not wait for. */
export type RunningJobKey = {
	/** Other values by which calls count as equal, beside operation and input: the caller, and the state they depend on. */
	scopedTo: readonly (string | number | null)[];
	/** True takes the outcome of a job that has finished meanwhile, if repeating the work would do it twice. */
	acceptsFinished: boolean;
};

/** The link between a changing call and its repetitions, by an idempotency key or a running job. */
export type Repetition = {
	/** Returns the response of an earlier call, or null where this is the first. Waits where that call's job still runs. */
	earlier(): Promise<StatusResponse | null>;
	/** Runs first in the call's transaction. Throws a duplicate-key error where another call came first, as `commit` may. */
	begin?(db: Db): Promise<void>;
	/** Runs last in the call's transaction: records what a repetition will find. */
	commit(db: Db, outcome: CommittedOutcome): Promise<void>;
	/** Records an error of the operation, where a repetition gets it again. */
	rejected?(error: AppError): Promise<void>;
	/** The caller has the outcome of this job. */
	delivered?(jobId: string): Promise<void>;
};

export type Perform = {
	/** Performs a call that was admitted; its transport may still be reading the input. */
	(call: CallContext, input: Input | Promise<Input>): Promise<OperationResponse>;
	/** Plan, permission and rate, before anything of the call is read. Returns the RateLimit headers. */
	admit(operation: Operation, credential: Credential, ip: string): Promise<Record<string, string>>;
	contextOf(operation: Operation, begun: BegunCall): CallContext;
	turnOf: TurnOf;
	/** Counts a message that runs no operation, under the same rate; `action` names it in the usage log where it fails. */
	count(action: string, credential: Credential, ip: string): Promise<Record<string, string>>;
};

/** Seconds after which a waiting caller is asked to try again. */
const STILL_RUNNING_RETRY_S = 5;

/** Frees a call's turn and images before it waits for a job: its images are stored by then, by it or by the call it repeats. */
export function releaseTurn({turn, images}: CallContext): void {
	turn.end();
	images?.clear();
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

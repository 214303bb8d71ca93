import type {Credential} from '../../shared/store/access/credentials.ts';
import {requirePlan, requireScopes} from '../auth/bearer.ts';
import type {Images} from '../http/base64-image.ts';
import type {Turn, TurnOf} from './account-turns.ts';
import type {Call, Operation, OperationResponse} from './operation.ts';
import type {RateLimits} from './rate-limits.ts';

/** A call as REST, MCP and the editor's session hand it to `perform`. */
export type PerformRequest = {
	credential: Credential;
	/** The caller's IP, as `clientIp` returns it; only its hash is kept. */
	ip: string;
	/** Reads the input: path, query and body in one object. Called only once credential, plan, permission and rate were found good. `turn`: see `readJson`. */
	input: (turn: () => Promise<void>) => Promise<Record<string, unknown>>;
	/** The images that reading the input has found in it. */
	images?: Images;
	idempotencyKey?: string;
	/** Instead of an idempotency key: finds the running job of an earlier call. */
	runningJob?: RunningJobKey;
	ifMatch?: number | null;
	respondAsync?: boolean;
	/** Milliseconds to wait for a job; `LIMITS.waitMs` by default. */
	waitMs?: number;
	/** Hears of the id of the job that the call has made, once that is committed. */
	onJob?: (id: string) => void;
	/** True if its body alone is long work. */
	brings?: boolean;
	/** The turn in which the caller has begun already, and which it ends itself: what it makes of the response belongs to it. */
	turn?: Turn;
	/** The headers that `admit` returned, if the call was admitted before. */
	admitted?: Record<string, string>;
};

/** The key by which a call without an idempotency key finds the job that an earlier one began and could not wait for. */
export type RunningJobKey = {
	/** Other values by which calls count as equal, beside operation and input: the caller, and the state they depend on. */
	scopedTo: readonly (string | number | null)[];
	/** True takes the outcome of a job that has finished meanwhile, if repeating the work would do it twice. */
	acceptsFinished: boolean;
};

/** A call on its way from `perform` to its handler and back: all that the steps of the pipeline read. */
export type CallContext = Call & {
	operation: Operation;
	request: PerformRequest;
	/** Empty until it was read and found valid. */
	input: Record<string, unknown>;
	turn: Turn;
	rateLimits: RateLimits;
};

export type Perform = {
	(operation: Operation, request: PerformRequest): Promise<OperationResponse>;
	/** The first half alone: plan, permission and rate, for a transport that must know of an error before the call begins. Returns the RateLimit headers. */
	admit(operation: Operation, credential: Credential, ip: string): Promise<Record<string, string>>;
	/** A turn for a caller that has work of its own before or after: see `PerformRequest.turn`. */
	turnOf: TurnOf;
	/** Counts a message that runs no operation, under the same rate; `action` names it in the usage log where it fails. */
	count(action: string, credential: Credential, ip: string): Promise<Record<string, string>>;
};

/** Throws `plan_required` or `missing_permission` where the credential does not open this operation. */
export function authorize(operation: Operation, credential: Credential, baseUrl: string): void {
	if (!operation.account) requirePlan(credential);
	requireScopes(operation.scopes, credential, baseUrl);
}

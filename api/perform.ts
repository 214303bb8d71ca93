import {LIMITS} from '../shared/contract/limits.ts';
import {AppError} from '../shared/errors.ts';
import {isEnded} from '../shared/queue/dispatcher.ts';
import type {Services} from '../shared/services.ts';
import type {Credential} from '../shared/store/credentials.ts';
import {isDuplicate, tx} from '../shared/store/database.ts';
import {complete, findRemembered, forget, remember} from '../shared/store/idempotency.ts';
import {type OperationState, type Outcome, presentJob, type StoredAnswer} from '../shared/store/operations.ts';
import type {ServerEvent} from './events.ts';
import {type IdempotencyClaim, idempotencyClaim, isKept, refuseOtherBody} from './idempotency.ts';
import {type Call, type HandlerOutcome, methodAndPath, type Operation} from './operation.ts';
import {parse} from './parse.ts';
import type {Throttle} from './throttle.ts';

/** A call as REST, MCP and the editor's session hand it over. */
export type Request = {
	credential: Credential;
	/** Reads the input: path, query and body in one object. Called only once credential, plan, permission and rate were found good. */
	input: () => Promise<Record<string, unknown>>;
	idempotencyKey?: string;
	ifMatch?: number | null;
	respondAsync?: boolean;
};

export type Answer = {headers: Record<string, string>} & (
	| {status: number; body: Record<string, unknown>; version?: number; json?: Buffer}
	| {events: AsyncIterable<ServerEvent>}
);

export type Perform = (operation: Operation, request: Request) => Promise<Answer>;

/** What a waiting caller is told to try again after, seconds. */
const STILL_RUNNING_RETRY_S = 5;
/** A job that takes longer than this is counted whatever comes of it. */
const REFUND_WATCH_MS = 10 * 60_000;
/** No call hangs for longer, whatever hangs behind it. */
const DEADLINE_MS = 29_000;

/**
 * The one way in: authorize, throttle, parse, handle. The only place that checks a plan, a permission or a limit.
 * Every refusal is thrown as an `AppError`, with the headers that belong to it.
 */
export function openPerform(services: Services, throttle: Throttle): Perform {
	return async (operation, request) => {
		authorize(operation, request.credential);
		const headers = await throttle.call(request.credential);
		try {
			const input = await request.input();
			parse(operation, input);
			const answer = await withinDeadline(handle(services, throttle, operation, request, input));
			return {...answer, headers: {...headers, ...answer.headers}};
		} catch (error) {
			if (error instanceof AppError) Object.assign(error.headers, headers);
			throw error;
		}
	};
}

function authorize(operation: Operation, {account, scopes}: Credential): void {
	if (account.plan !== 'pro') throw new AppError('plan_required');
	const missing = operation.scopes.filter(scope => !scopes.includes(scope));
	if (missing.length === 0) return;
	throw new AppError('missing_permission', {
		message: `The credential lacks the permission ${missing.join(' and ')}.`,
		headers: {'WWW-Authenticate': `Bearer realm="roteiro", error="insufficient_scope", scope="${operation.scopes.join(' ')}"`},
	});
}

async function handle(
	services: Services,
	throttle: Throttle,
	operation: Operation,
	request: Request,
	input: Record<string, unknown>,
): Promise<Answer> {
	const accountId = request.credential.account.id;
	const call: Call = {
		services,
		db: services.database.manager,
		credential: request.credential,
		accountId,
		ifMatch: request.ifMatch ?? null,
	};
	if (methodAndPath(operation).method === 'GET') {
		const outcome = await operation.handler(input, call);
		if ('events' in outcome) return {...outcome, headers: {}};
		return conclude(services, request, outcome);
	}
	const key = operation.idempotent ? request.idempotencyKey : undefined;
	const claim = key === undefined ? null : idempotencyClaim(key, {accountId, route: filled(operation.route, input), input});
	const replay = claim && (await replayed(services, request, claim));
	if (replay) return replay;

	const counted = operation.counts?.(input) ?? [];
	try {
		await throttle.spend(accountId, counted);
	} catch (error) {
		// What is not there is told before what is not allowed at the moment.
		await operation.find?.(input, call);
		throw error;
	}
	const refund = () => throttle.refund(accountId, counted);
	const refundLater = (job: OperationState) => counted.length > 0 && void refundRefused(services, job, refund);
	let outcome: Exclude<HandlerOutcome, {events: unknown}>;
	try {
		outcome = await effect(services, operation, input, call, claim);
	} catch (error) {
		await refund();
		if (!claim) throw error;
		if (isDuplicate(error)) {
			const first = await replayed(services, request, claim);
			if (first) return first;
			throw new AppError('still_running', {retryAfter: 1});
		}
		if (error instanceof AppError && isKept({error: error.toJSON()})) await keepRefusal(services, claim, error);
		throw error;
	}
	if ('answer' in outcome) {
		if (outcome.unchanged) await refund();
		return conclude(services, request, outcome);
	}
	const {job} = outcome;
	try {
		const answer = await conclude(services, request, outcome);
		if (answer.status === 202) refundLater(job);
		return answer;
	} catch (error) {
		if (error instanceof AppError && error.code === 'still_running') refundLater(job);
		else await refund();
		throw error;
	}
}

/** A job that ends in a refusal counts for nothing, also where nobody waits for its answer any more. */
async function refundRefused(services: Services, job: OperationState, refund: () => Promise<void>): Promise<void> {
	try {
		const ended = await services.dispatcher.waitFor(job.id, REFUND_WATCH_MS);
		if (ended?.state === 'failed') await refund();
	} catch (error) {
		services.log.warn({operationId: job.id, error}, 'a refused job stays counted');
	}
}

/** `POST /tours/{id}/steps` with the identifiers that were called. */
function filled(route: string, input: Record<string, unknown>): string {
	return route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
}

/** Runs the handler in a transaction that also holds what a repetition of the call will find. */
async function effect(
	services: Services,
	operation: Operation,
	input: Record<string, unknown>,
	call: Call,
	claim: IdempotencyClaim | null,
): Promise<Exclude<HandlerOutcome, {events: unknown}>> {
	return tx(services.database, async db => {
		if (claim) await remember(db, claim.hash, {fingerprint: claim.fingerprint, operationId: null, outcome: null});
		const handled = await operation.handler(input, {...call, db});
		if ('events' in handled) throw new Error(`${operation.name}: only a GET answers with events.`);
		if (claim) {
			await complete(db, claim.hash, {
				operationId: 'job' in handled ? handled.job.id : null,
				outcome: 'job' in handled ? null : {answer: handled.answer},
			});
		}
		return handled;
	});
}

/** The answer of a call whose effect is committed; brings the job to its queue and waits for it where one does the work. */
async function conclude(
	services: Services,
	request: Request,
	outcome: Exclude<HandlerOutcome, {events: unknown}>,
): Promise<Extract<Answer, {status: number}>> {
	if ('answer' in outcome) return {...outcome.answer, json: outcome.json, headers: {}};
	if (request.respondAsync) {
		await services.dispatcher.enqueue(outcome.job);
		return accepted(outcome.job);
	}
	const job = await services.dispatcher.run(outcome.job, LIMITS.waitMs);
	if (job?.outcome && isEnded(job)) return {...unwrap(job.outcome), headers: {}};
	throw stillRunning(outcome.job.id);
}

function accepted(job: OperationState): Extract<Answer, {status: number}> {
	return {
		status: 202,
		body: {job: presentJob(job)},
		headers: {Location: `/v1/jobs/${job.id}`, 'Preference-Applied': 'respond-async'},
	};
}

/** The outcome of the first call with this key, or null where the key is free. */
async function replayed(services: Services, request: Request, claim: IdempotencyClaim): Promise<Answer | null> {
	const remembered = await findRemembered(services.database.manager, claim.hash);
	if (!remembered) return null;
	refuseOtherBody(remembered, claim);
	const headers = {'Idempotent-Replayed': 'true'};
	let outcome = remembered.outcome;
	if (remembered.operationId) {
		const job = await services.dispatcher.waitFor(remembered.operationId, request.respondAsync ? 0 : LIMITS.waitMs);
		outcome = job && isEnded(job) ? job.outcome : null;
		if (outcome && !isKept(outcome)) {
			await forget(services.database.manager, claim.hash, remembered.operationId);
			return null;
		}
		if (job && request.respondAsync) {
			const {headers: more, ...answer} = accepted(job);
			return {...answer, headers: {...more, ...headers}};
		}
	}
	if (!outcome) throw stillRunning(remembered.operationId);
	try {
		return {...unwrap(outcome), headers};
	} catch (error) {
		if (error instanceof AppError) Object.assign(error.headers, headers);
		throw error;
	}
}

async function keepRefusal(services: Services, claim: IdempotencyClaim, error: AppError): Promise<void> {
	const outcome: Outcome = {error: error.toJSON()};
	try {
		await tx(services.database, db => remember(db, claim.hash, {fingerprint: claim.fingerprint, operationId: null, outcome}));
	} catch (problem) {
		// Kept already, by a call that ran at the same time.
		if (!isDuplicate(problem)) throw problem;
	}
}

function unwrap(outcome: Outcome): StoredAnswer {
	if ('error' in outcome) throw AppError.restore(outcome.error);
	return outcome.answer;
}

function stillRunning(operationId: string | null): AppError {
	return new AppError('still_running', {
		retryAfter: STILL_RUNNING_RETRY_S,
		headers: operationId ? {Location: `/v1/jobs/${operationId}`} : {},
	});
}

function withinDeadline<T>(run: Promise<T>): Promise<T> {
	// Plain timers: an AbortController a call costs a twentieth of a GET.
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new AppError('unavailable', {retryAfter: STILL_RUNNING_RETRY_S})), DEADLINE_MS);
		run.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

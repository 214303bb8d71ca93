import {LIMITS} from '../shared/contract/limits.ts';
import {AppError} from '../shared/errors.ts';
import type {Services} from '../shared/services.ts';
import type {Credential} from '../shared/store/credentials.ts';
import {isDuplicate, tx} from '../shared/store/database.ts';
import {complete, remember} from '../shared/store/idempotency.ts';
import type {OperationState} from '../shared/store/operations.ts';
import {type Answer, conclude, type Preference, type StatusAnswer} from './answer.ts';
import {challengeHeader} from './auth/resources.ts';
import {type IdempotencyClaim, idempotencyClaim, isKept} from './idempotency.ts';
import {type Join, joinClaim, joined, leave, mark} from './join.ts';
import type {Call, CommittedOutcome, Operation} from './operation.ts';
import {parse} from './parse.ts';
import {asRefusal} from './refusal.ts';
import {keepRefusal, replayed} from './replay.ts';
import type {Throttle} from './throttle.ts';
import {openUsageLog} from './usage-log.ts';

/** A call as REST, MCP and the editor's session hand it over. */
export type Request = {
	credential: Credential;
	/** Where the call comes from, as `clientAddress` answers it; only its hash is kept. */
	address: string;
	/** Reads the input: path, query and body in one object. Called only once credential, plan, permission and rate were found good. */
	input: () => Promise<Record<string, unknown>>;
	idempotencyKey?: string;
	/** Instead of an idempotency key: joins the job of an earlier call, and repeats nothing that was told. */
	join?: Join;
	ifMatch?: number | null;
	respondAsync?: boolean;
	/** How long to wait for a job, milliseconds; `LIMITS.waitMs` where it is not said. */
	waitMs?: number;
	/** What `admit` answered, where the call was admitted before. */
	admitted?: Record<string, string>;
};

export type Perform = {
	(operation: Operation, request: Request): Promise<Answer>;
	/** The first half alone, for whoever must know of a refusal before the call begins: plan, permission and rate. Answers the RateLimit headers. */
	admit(operation: Operation, credential: Credential, address: string): Promise<Record<string, string>>;
};

/** A job that takes longer than this is counted whatever comes of it. */
const REFUND_WATCH_MS = 10 * 60_000;
/** No call hangs for longer after it has waited for its job, whatever hangs behind it. */
const DEADLINE_MS = 4000;
const RETRY_S = 5;

/**
 * The one way in: authorize, throttle, parse, handle. The only place that checks a plan, a permission or a limit.
 * Every refusal is thrown as an `AppError`, with the headers that belong to it.
 */
export function openPerform(services: Services, throttle: Throttle): Perform {
	const uses = openUsageLog(services);
	const admit: Perform['admit'] = async (operation, credential, address) => {
		try {
			authorize(operation, credential, services.config.baseUrl);
			return await throttle.call(credential);
		} catch (error) {
			uses.note(credential, operation.name, asRefusal(error).status, address);
			throw error;
		}
	};
	const perform = async (operation: Operation, request: Request) => {
		const headers = request.admitted ?? (await admit(operation, request.credential, request.address));
		try {
			const input = await request.input();
			parse(operation, input);
			const answer = await withinDeadline(handle(services, throttle, operation, request, input), request.waitMs);
			uses.note(request.credential, operation.name, 'status' in answer ? answer.status : 200, request.address);
			return {...answer, headers: {...headers, ...answer.headers}};
		} catch (error) {
			uses.note(request.credential, operation.name, asRefusal(error).status, request.address);
			if (error instanceof AppError) Object.assign(error.headers, headers);
			throw error;
		}
	};
	return Object.assign(perform, {admit});
}

/** Throws where the account's plan opens nothing but its own pages. */
export function requirePlan({account}: Credential): void {
	if (account.plan !== 'pro') throw new AppError('plan_required');
}

function authorize(operation: Operation, credential: Credential, baseUrl: string): void {
	if (!operation.account) requirePlan(credential);
	const {scopes} = credential;
	const missing = operation.scopes.filter(scope => !scopes.includes(scope));
	if (missing.length === 0) return;
	const message = `The credential lacks the permission ${missing.join(' and ')}.`;
	const challenge = {error: 'insufficient_scope', description: message, scope: operation.scopes};
	throw new AppError('missing_permission', {message, headers: {'WWW-Authenticate': challengeHeader(baseUrl, 'v1', challenge)}});
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
		address: request.address,
		ifMatch: request.ifMatch ?? null,
	};
	const preference: Preference = {respondAsync: request.respondAsync, waitMs: request.waitMs, lateStatus: operation.provider ? 503 : 429};
	if (operation.route.startsWith('GET ')) {
		const outcome = await operation.handler(input, call);
		if ('events' in outcome) return {...outcome, headers: {}};
		return conclude(services, outcome, preference);
	}
	const {join} = request;
	const key = operation.idempotent ? request.idempotencyKey : undefined;
	const where = {accountId, route: filled(operation.route, input), input};
	const claim = join ? joinClaim(join, where) : key === undefined ? null : idempotencyClaim(key, where);
	const earlier = async (): Promise<StatusAnswer | null> => {
		if (!claim) return null;
		return join ? joined(services, claim, join, preference) : replayed(services, claim, preference);
	};
	const replay = await earlier();
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
	let outcome: CommittedOutcome;
	try {
		outcome = await effect(services, operation, input, call, claim, join);
	} catch (error) {
		await refund();
		if (!claim) throw error;
		if (isDuplicate(error)) {
			const first = await earlier();
			if (first) return first;
			throw new AppError('still_running', {status: preference.lateStatus, retryAfter: 1});
		}
		if (!join && error instanceof AppError && isKept({error: error.toJSON()})) await keepRefusal(services, claim, error);
		throw error;
	}
	if ('answer' in outcome) {
		if (outcome.unchanged) await refund();
		return conclude(services, outcome, preference);
	}
	const {job} = outcome;
	try {
		const answer = await conclude(services, outcome, preference);
		if (answer.status === 202) refundLater(job);
		if (claim && join) await leave(services, claim, job.id);
		return answer;
	} catch (error) {
		if (error instanceof AppError && error.code === 'still_running') refundLater(job);
		else {
			await refund();
			if (claim && join) await leave(services, claim, job.id);
		}
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
	join: Join | undefined,
): Promise<CommittedOutcome> {
	return tx(services.database, async db => {
		if (claim && !join) await remember(db, claim.hash, {fingerprint: claim.fingerprint, operationId: null, outcome: null});
		const handled = await operation.handler(input, {...call, db});
		if ('events' in handled) throw new Error(`${operation.name}: only a GET answers with events.`);
		if (claim && join) await mark(db, claim, handled);
		else if (claim) {
			await complete(db, claim.hash, {
				operationId: 'job' in handled ? handled.job.id : null,
				outcome: 'job' in handled ? null : {answer: handled.answer},
			});
		}
		return handled;
	});
}

function withinDeadline<T>(run: Promise<T>, waitMs: number = LIMITS.waitMs): Promise<T> {
	// Plain timers: an AbortController a call costs a twentieth of a GET.
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new AppError('unavailable', {retryAfter: RETRY_S})), waitMs + DEADLINE_MS);
		run.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

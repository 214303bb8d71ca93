import {AppError} from '../shared/errors.ts';
import type {Services} from '../shared/services.ts';
import type {Credential} from '../shared/store/credentials.ts';
import {isDuplicate, tx} from '../shared/store/database.ts';
import {complete, remember} from '../shared/store/idempotency.ts';
import type {OperationState} from '../shared/store/operations.ts';
import {type Answer, conclude} from './answer.ts';
import {type IdempotencyClaim, idempotencyClaim, isKept} from './idempotency.ts';
import type {Call, CommittedOutcome, Operation} from './operation.ts';
import {parse} from './parse.ts';
import {keepRefusal, replayed} from './replay.ts';
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

export type Perform = (operation: Operation, request: Request) => Promise<Answer>;

/** A job that takes longer than this is counted whatever comes of it. */
const REFUND_WATCH_MS = 10 * 60_000;
/** No call hangs for longer, whatever hangs behind it. */
const DEADLINE_MS = 29_000;
const RETRY_S = 5;

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
	if (operation.route.startsWith('GET ')) {
		const outcome = await operation.handler(input, call);
		if ('events' in outcome) return {...outcome, headers: {}};
		return conclude(services, outcome, request);
	}
	const key = operation.idempotent ? request.idempotencyKey : undefined;
	const claim = key === undefined ? null : idempotencyClaim(key, {accountId, route: filled(operation.route, input), input});
	const replay = claim && (await replayed(services, claim, request));
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
		outcome = await effect(services, operation, input, call, claim);
	} catch (error) {
		await refund();
		if (!claim) throw error;
		if (isDuplicate(error)) {
			const first = await replayed(services, claim, request);
			if (first) return first;
			throw new AppError('still_running', {retryAfter: 1});
		}
		if (error instanceof AppError && isKept({error: error.toJSON()})) await keepRefusal(services, claim, error);
		throw error;
	}
	if ('answer' in outcome) {
		if (outcome.unchanged) await refund();
		return conclude(services, outcome, request);
	}
	const {job} = outcome;
	try {
		const answer = await conclude(services, outcome, request);
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
): Promise<CommittedOutcome> {
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

function withinDeadline<T>(run: Promise<T>): Promise<T> {
	// Plain timers: an AbortController a call costs a twentieth of a GET.
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new AppError('unavailable', {retryAfter: RETRY_S})), DEADLINE_MS);
		run.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

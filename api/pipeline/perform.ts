import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {requirePlan, requireScopes} from '../auth/bearer.ts';
import {toAppError} from '../http/error-response.ts';
import {openQuickCallGate} from '../http/limits/quick-call-gate.ts';
import {openTurns} from './account-turns.ts';
import type {BegunCall, CallContext, Input, Perform} from './context.ts';
import {actorOf, type Operation, type OperationResponse} from './operation.ts';
import {explained, requireDeclared} from './operation-errors.ts';
import type {RateLimits} from './rate-limits.ts';
import {deliver, effect, read, recall, spend} from './run-operation.ts';
import {openUsageLog} from './usage-log.ts';
import {parse, withoutNulls} from './validate.ts';

/** Milliseconds beyond the longest wait for a job, twice `waitMs`, after which a call fails even if a server hangs. */
const DEADLINE_MS = 4000;
const RETRY_S = 5;

/**
 * Performs operations; every transport calls it: it has a call admitted, makes its context and has it performed. Routes that are no
 * operations, such as uploads, check and count for themselves.
 * Every error is thrown as an `AppError`, with the headers that belong to it.
 */
export function openPerform(services: Services, rateLimits: RateLimits, gate = openQuickCallGate()): Perform {
	const usageLog = openUsageLog(services);
	const noted = async <T>(action: string, credential: Credential, ip: string, work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			usageLog.note(credential, action, toAppError(error).status, ip);
			throw error;
		}
	};
	const count: Perform['count'] = (action, credential, ip) => noted(action, credential, ip, () => rateLimits.call(credential));
	const admit: Perform['admit'] = (operation, credential, ip) =>
		noted(operation.name, credential, ip, () =>
			rateLimits.call(credential, () => {
				if (!operation.account) requirePlan(credential);
				requireScopes(operation.scopes, credential, services.config.baseUrl);
			}),
		);
	const perform = async (call: CallContext, input: Input | Promise<Input>) => {
		const {operation, credential, ip, admitted} = call;
		try {
			const response = await run(call, input);
			usageLog.note(credential, operation.name, 'status' in response ? response.status : 200, ip);
			return {...response, headers: {...admitted, ...response.headers}};
		} catch (error) {
			usageLog.note(credential, operation.name, toAppError(error).status, ip);
			if (!(error instanceof AppError)) throw error;
			if (!services.config.production) requireDeclared(operation, error);
			const hinted = await explained(error, call);
			Object.assign(hinted.headers, admitted);
			throw hinted;
		}
	};
	const contextOf: Perform['contextOf'] = (operation, begun) => newContext(operation, begun, {services, rateLimits});
	return Object.assign(perform, {admit, contextOf, count, turnOf: openTurns(gate)});
}

/** The steps of an admitted call, in their order. */
async function run(call: CallContext, input: Input | Promise<Input>): Promise<OperationResponse> {
	const given = await input;
	// The turn begins here unless reading the body has begun it.
	await call.turn.begin();
	await call.turn.pause();
	validate(call, given);
	await call.turn.pause();
	return withinDeadline(call.operation.route.startsWith('GET ') ? read(call) : change(call), call.waitMs);
}

/** The steps of a valid call that changes something, in their order. */
async function change(call: CallContext): Promise<OperationResponse> {
	const earlier = await recall(call);
	if (earlier) return earlier;
	await spend(call);
	return deliver(call, await effect(call));
}

function newContext(operation: Operation, begun: BegunCall, opened: Pick<CallContext, 'services' | 'rateLimits'>): CallContext {
	return {
		ifMatch: null,
		waitMs: LIMITS.waitMs,
		...begun,
		...opened,
		operation,
		input: {},
		repetition: null,
		spent: [],
		db: opened.services.database.manager,
		accountId: begun.credential.account.id,
		actor: actorOf(begun.credential),
		pause: begun.turn.pause,
	};
}

function validate(call: CallContext, given: Input): void {
	const {operation} = call;
	call.input = operation.nullIsAbsent ? (withoutNulls(operation.input, given) as Input) : given;
	parse(operation, call.input);
}

function withinDeadline<T>(run: Promise<T>, waitMs: number): Promise<T> {
	// Plain timers: an AbortController a call costs a twentieth of a GET.
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new AppError('unavailable', {retryAfter: RETRY_S})),
			Math.min(2 * waitMs, LIMITS.mcpWaitMs) + DEADLINE_MS,
		);
		run.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {toAppError} from '../http/error-response.ts';
import {openBreath} from '../http/limits/breath.ts';
import {openTurns, type Turn} from './account-turns.ts';
import {authorize} from './authorize.ts';
import {byIdempotencyKey} from './by-idempotency-key.ts';
import {byRunningJob} from './by-running-job.ts';
import {runChange} from './change.ts';
import {requireDeclared} from './errors-of.ts';
import {explained} from './not-found.ts';
import {actorOf, type Call, type Operation} from './operation.ts';
import type {Throttle} from './rate-limits.ts';
import {NOT_REPEATABLE, type Repetition} from './repetition.ts';
import type {Perform, PerformRequest} from './request.ts';
import {conclude, type OperationResponse, type Preference} from './response.ts';
import {openUsageLog} from './usage-log.ts';
import {parse, withoutNulls} from './validate.ts';

/** No call hangs for longer after it has waited for its job, at most twice `waitMs`, whatever hangs behind it. */
const DEADLINE_MS = 4000;
const RETRY_S = 5;

/**
 * The one way in: authorize, count the call, validate, handle, log. The only place that checks a plan, a permission or a limit.
 * Every error is thrown as an `AppError`, with the headers that belong to it.
 */
export function openPerform(services: Services, rateLimits: Throttle, breath = openBreath()): Perform {
	const uses = openUsageLog(services);
	const turnOf = openTurns(breath);
	const noted = async <T>(action: string, credential: Credential, ip: string, run: () => Promise<T>): Promise<T> => {
		try {
			return await run();
		} catch (error) {
			uses.note(credential, action, toAppError(error).status, ip);
			throw error;
		}
	};
	const count: Perform['count'] = (action, credential, ip) => noted(action, credential, ip, () => rateLimits.call(credential));
	const admit: Perform['admit'] = (operation, credential, ip) =>
		noted(operation.name, credential, ip, async () => {
			authorize(operation, credential, services.config.baseUrl);
			return rateLimits.call(credential);
		});
	const perform = async (operation: Operation, request: PerformRequest) => {
		const headers = request.admitted ?? (await admit(operation, request.credential, request.ip));
		let input: Record<string, unknown> = {};
		const turn = request.turn ?? turnOf(operation, request.credential.account.id, request.brings);
		try {
			const given = await request.input(turn.begin);
			// Without a body, or with one that was parsed before, it begins here.
			await turn.begin();
			await turn.pause();
			input = inputOf(operation, given);
			parse(operation, input);
			await turn.pause();
			const response = await withinDeadline(handle({services, rateLimits, operation, request, input, turn}), request.waitMs);
			uses.note(request.credential, operation.name, 'status' in response ? response.status : 200, request.ip);
			return {...response, headers: {...headers, ...response.headers}};
		} catch (error) {
			uses.note(request.credential, operation.name, toAppError(error).status, request.ip);
			if (!(error instanceof AppError)) throw error;
			if (!services.config.production) requireDeclared(operation, error);
			const asker = {db: services.database.manager, accountId: request.credential.account.id};
			const hinted = await explained(error, operation, input, asker);
			Object.assign(hinted.headers, headers);
			throw hinted;
		} finally {
			if (!request.turn) turn.end();
		}
	};
	return Object.assign(perform, {admit, count, turnOf});
}

function inputOf({input, nullIsAbsent}: Operation, given: Record<string, unknown>): Record<string, unknown> {
	return nullIsAbsent ? (withoutNulls(input, given) as Record<string, unknown>) : given;
}

type Handled = {
	services: Services;
	rateLimits: Throttle;
	operation: Operation;
	request: PerformRequest;
	input: Record<string, unknown>;
	turn: Turn;
};

/** Reads at once; changes by `runChange`. */
async function handle({services, rateLimits, operation, request, input, turn}: Handled): Promise<OperationResponse> {
	const call: Call = {
		services,
		db: services.database.manager,
		credential: request.credential,
		accountId: request.credential.account.id,
		actor: actorOf(request.credential),
		ip: request.ip,
		ifMatch: request.ifMatch ?? null,
		images: request.images,
		pause: () => turn.pause(),
	};
	const preference: Preference = {
		respondAsync: request.respondAsync,
		waitMs: request.waitMs,
		lateStatus: operation.provider ? 503 : 429,
		onWait() {
			turn.end();
			// They are stored by now, by this call or by the one that it repeats.
			request.images?.clear();
		},
	};
	if (operation.route.startsWith('GET ')) {
		const outcome = await operation.handler(input, call);
		if ('events' in outcome) return {...outcome, headers: {}};
		return conclude(services, outcome, preference);
	}
	const repetition = repetitionOf(services, operation, request, input, preference);
	return runChange({services, rateLimits, operation, input, call, repetition, preference, onJob: request.onJob});
}

function repetitionOf(
	services: Services,
	operation: Operation,
	{credential, runningJob, idempotencyKey}: PerformRequest,
	input: Record<string, unknown>,
	preference: Preference,
): Repetition {
	// `POST /tours/{id}/steps` with the identifiers that were called.
	const route = operation.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
	const content = {accountId: credential.account.id, route, input};
	if (runningJob) return byRunningJob(services, runningJob, content, preference);
	if (operation.idempotent && idempotencyKey !== undefined) return byIdempotencyKey(services, idempotencyKey, content, preference);
	return NOT_REPEATABLE;
}

function withinDeadline<T>(run: Promise<T>, waitMs: number = LIMITS.waitMs): Promise<T> {
	// Plain timers: an AbortController a call costs a twentieth of a GET.
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new AppError('unavailable', {retryAfter: RETRY_S})),
			Math.min(2 * waitMs, LIMITS.mcpWaitMs) + DEADLINE_MS,
		);
		run.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {toAppError} from '../http/error-response.ts';
import {openBreath} from '../http/limits/breath.ts';
import {openTurns} from './account-turns.ts';
import {authorize} from './authorize.ts';
import {requireDeclared} from './errors-of.ts';
import {explained} from './not-found.ts';
import {actorOf, type Operation} from './operation.ts';
import type {Throttle} from './rate-limits.ts';
import type {CallContext, Perform, PerformRequest} from './request.ts';
import {runOperation} from './run-operation.ts';
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
		const {credential, ip} = request;
		const turn = request.turn ?? turnOf(operation, credential.account.id, request.brings);
		const context = contextOf({services, rateLimits, operation, request, turn});
		try {
			const given = await request.input(turn.begin);
			// Without a body, or with one that was parsed before, it begins here.
			await turn.begin();
			await turn.pause();
			context.input = inputOf(operation, given);
			parse(operation, context.input);
			await turn.pause();
			const response = await withinDeadline(runOperation(context), request.waitMs);
			uses.note(credential, operation.name, 'status' in response ? response.status : 200, ip);
			return {...response, headers: {...headers, ...response.headers}};
		} catch (error) {
			uses.note(credential, operation.name, toAppError(error).status, ip);
			if (!(error instanceof AppError)) throw error;
			if (!services.config.production) requireDeclared(operation, error);
			const hinted = await explained(error, context);
			Object.assign(hinted.headers, headers);
			throw hinted;
		} finally {
			if (!request.turn) turn.end();
		}
	};
	return Object.assign(perform, {admit, count, turnOf});
}

function contextOf(known: Pick<CallContext, 'services' | 'rateLimits' | 'operation' | 'request' | 'turn'>): CallContext {
	const {services, request, turn} = known;
	const {credential, ip, ifMatch = null, images} = request;
	return {
		...known,
		...{credential, ip, ifMatch, images, input: {}},
		db: services.database.manager,
		accountId: credential.account.id,
		actor: actorOf(credential),
		pause: () => turn.pause(),
	};
}

function inputOf({input, nullIsAbsent}: Operation, given: Record<string, unknown>): Record<string, unknown> {
	return nullIsAbsent ? (withoutNulls(input, given) as Record<string, unknown>) : given;
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

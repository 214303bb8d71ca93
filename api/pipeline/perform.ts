import type {Fault} from '../../shared/contract/error.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, ERRORS, type ErrorCode} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {findStepOwner} from '../../shared/store/tour-list.ts';
import {readTourVersion} from '../../shared/store/tours.ts';
import {toAppError} from '../http/error-response.ts';
import {openBreath} from '../http/limits/breath.ts';
import {openTurns, takesTurns} from './account-turns.ts';
import {actorOf, type Counted, methodAndPath, type Operation} from './operation.ts';
import type {RateLimits} from './rate-limits.ts';
import {authorize, type CallContext, type Perform, type PerformRequest} from './request.ts';
import {runOperation} from './run-operation.ts';
import {openUsageLog} from './usage-log.ts';
import {parse, withoutNulls} from './validate.ts';

/** No call hangs for longer after it has waited for its job, at most twice `waitMs`, whatever hangs behind it. */
const DEADLINE_MS = 4000;
const RETRY_S = 5;

type Asker = Pick<CallContext, 'db' | 'accountId'>;

/** Characters of a wrong name that a fault quotes. */
const SHOWN = 60;

const NO_MEDIA: Fault = {
	field: 'mediaId',
	message: 'This account has no image with this mediaId.',
	hint: 'Upload the image first and pass the mediaId that the upload answers.',
};
const NO_EXPORT: Fault = {
	field: 'id',
	message: 'This account has no export with this id, or it has expired: exports last 7 days, and end with their tour.',
	hint: 'GET /v1/tours/{id}/exports lists those of a tour; POST there makes another.',
};
const NO_JOB: Fault = {
	field: 'id',
	message: 'This account has no job with this id.',
	hint: 'The answer 202 names the job, and Location its URL.',
};

const COMMON: ErrorCode[] = [
	'invalid_request',
	'invalid_credential',
	'missing_permission',
	'not_found',
	'method_not_allowed',
	'rate_limited',
	'internal_error',
	'unavailable',
];
const OF_A_BODY: ErrorCode[] = ['malformed_json', 'unsupported_media_type', 'body_too_large', 'too_many_at_once', 'request_timeout'];
const OF_A_LIMIT: Record<Counted, ErrorCode> = {change: 'changes_limited', publish: 'publishes_limited'};

/**
 * The one way in of operations: authorize, count the call, validate, handle, log. Routes that are none, such as uploads, check and count for
 * themselves.
 * Every error is thrown as an `AppError`, with the headers that belong to it.
 */
export function openPerform(services: Services, rateLimits: RateLimits, breath = openBreath()): Perform {
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
		credential,
		ip,
		ifMatch,
		images,
		input: {},
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

/**
 * Returns the 404 with the field whose thing is missing, and a way to find the right name. Does not tell if another account has that thing.
 */
async function explained(error: AppError, context: CallContext): Promise<AppError> {
	if (error.code !== 'not_found' || error.errors) return error;
	const faults = await faultsOf(context).catch(() => []);
	if (faults.length === 0) return error;
	return new AppError(error.code, {...error.toJSON(), errors: faults, headers: error.headers, cause: error});
}

async function faultsOf(context: CallContext): Promise<Fault[]> {
	const {id, tourId, stepId, mediaId} = context.input;
	const {route} = context.operation;
	if (typeof mediaId === 'string' && id === undefined) return [NO_MEDIA];
	if (route.includes('/jobs/')) return [NO_JOB];
	if (route.includes(' /exports/')) return [NO_EXPORT];
	const field = typeof id === 'string' ? 'id' : 'tourId';
	const tour = typeof id === 'string' ? id : tourId;
	if (typeof tour !== 'string') return [];
	if (!(await hasTour(tour, context))) return [noTour(field)];
	return typeof stepId === 'string' ? [await noStep(stepId, tour, context)] : [];
}

async function hasTour(id: string, {db, accountId}: Asker): Promise<boolean> {
	try {
		await readTourVersion(db, accountId, id);
		return true;
	} catch (error) {
		if (error instanceof AppError && error.code === 'not_found') return false;
		throw error;
	}
}

function noTour(field: string): Fault {
	return {field, message: 'This account has no tour with this id.', hint: 'list_tours (GET /v1/tours) lists its tours with their ids.'};
}

async function noStep(stepId: string, tour: string, {db, accountId}: Asker): Promise<Fault> {
	const owner = await findStepOwner(db, accountId, stepId);
	const hint = 'get_tour (GET /v1/tours/{id}) lists the steps of a tour with their ids.';
	if (!owner || owner === tour) return {field: 'stepId', message: 'The tour has no step with this id.', hint};
	return {
		field: 'stepId',
		message: `This is a step of the tour ${owner.slice(0, SHOWN)}.`,
		hint: `Send id ${owner}, or a step of the tour that id names. ${hint}`,
	};
}

/** Every error that an operation may return, with its status: what its declaration implies, and what it names. */
export function errorsOf(operation: Operation): Map<ErrorCode, number> {
	const {method} = methodAndPath(operation);
	const codes: ErrorCode[] = [
		...COMMON,
		...(operation.account ? [] : (['plan_required'] as const)),
		...(method === 'GET' || method === 'DELETE' ? [] : OF_A_BODY),
		...(takesTurns(operation) ? (['too_many_at_once'] as const) : []),
		...(operation.counts ?? []).map(counted => OF_A_LIMIT[counted]),
		...(operation.async || operation.idempotent ? (['still_running'] as const) : []),
		...(operation.idempotent ? (['idempotency_key_reused'] as const) : []),
		...operation.errors,
	];
	return new Map(codes.map(code => [code, statusOf(code, operation)]));
}

/** Throws where an error is none that its operation declares: the description cannot lie. Used outside production. */
export function requireDeclared(operation: Operation, error: AppError): void {
	const status = errorsOf(operation).get(error.code);
	if (status === error.status) return;
	throw new Error(`${operation.name} threw ${error.code} (${error.status}), which it does not declare.`, {cause: error});
}

function statusOf(code: ErrorCode, {image, provider}: Operation): number {
	if (provider && code === 'still_running') return 503;
	const [status, , {inStep = status} = {}] = ERRORS[code] as readonly [number, string, {inStep?: number}?];
	return image === 'media' ? status : inStep;
}

import type {Fault} from '../../shared/contract/error.ts';
import {AppError, ERRORS, type ErrorCode} from '../../shared/errors.ts';
import {findTourId} from '../../shared/store/documents/documents.ts';
import {findStepOwner} from '../../shared/store/tour-list.ts';
import {requireTour} from '../../shared/store/tours.ts';
import {takesTurns} from './account-turns.ts';
import type {CallContext} from './context.ts';
import {type Counted, methodAndPath, type Operation} from './operation.ts';

type Asker = Pick<CallContext, 'db' | 'accountId'>;

/** Characters of a wrong name that a fault quotes. */
const SHOWN = 60;

type Words = Pick<Fault, 'message' | 'hint'>;

/** The words for a name in a path that belongs to nothing, by its parameter, or for `id` by the segment before it. Tours and steps are looked up. */
const MISSING: Record<string, Words> = {
	mediaId: {
		message: 'This account has no image with this mediaId.',
		hint: 'Upload the image first and pass the mediaId that the upload answers.',
	},
	exports: {
		message: 'This account has no export with this id, or it has expired: exports last 7 days, and end with their tour.',
		hint: 'GET /v1/tours/{id}/exports lists those of a tour; POST there makes another.',
	},
	jobs: {message: 'This account has no job with this id.', hint: 'The answer 202 names the job, and Location its URL.'},
	voices: {message: 'There is no voice with this UUID.', hint: 'list_voices (GET /v1/voices) lists all.'},
	bin: {message: 'This account has no tour with this id.', hint: 'GET /v1/bin lists the tours in the bin.'},
	leads: {message: 'This account has no lead with this id.', hint: 'GET /app/v1/leads lists the leads.'},
	keyId: {message: 'This account has no key with this id.', hint: 'GET /app/v1/account/keys lists the keys.'},
	appId: {message: 'This account has no connected app with this id.', hint: 'GET /app/v1/account/apps lists the apps.'},
	sessionId: {message: 'This account has no session with this id.', hint: 'GET /app/v1/account/sessions lists the sessions.'},
	exportId: {message: 'There is no copy of this account with this id.', hint: 'GET /app/v1/account/exports lists the copies.'},
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
 * Returns the 404 with the field whose thing is missing, and a way to find the right name. Does not tell if another account has that thing.
 */
export async function explained(error: AppError, context: CallContext): Promise<AppError> {
	if (error.code !== 'not_found' || error.errors) return error;
	const faults = await faultsOf(context).catch(() => []);
	if (faults.length === 0) return error;
	return new AppError(error.code, {...error.toJSON(), errors: faults, headers: error.headers, cause: error});
}

async function faultsOf(context: CallContext): Promise<Fault[]> {
	const {input, operation} = context;
	const {path, parameters} = methodAndPath(operation);
	// A tool has no path: its arguments have the same names.
	const field = parameters[0] ?? ['id', 'tourId', 'mediaId', 'key'].find(name => input[name] !== undefined);
	const given = input[field ?? ''];
	if (field === undefined || typeof given !== 'string') return [];
	const words = MISSING[field === 'id' ? path.split('/')[1]! : field];
	if (words) return [{field, ...words}];
	const {stepId} = input;
	// Where tour and step are there it is something else that is missing, and the error says what.
	if (!(await isThere(given, context))) return [await noTour(field, given, context)];
	if (typeof stepId !== 'string' || (await isThere(given, context, stepId))) return [];
	return [await noStep(stepId, given, context)];
}

/** Tells whether the account has this tour, by its id or key, and with this step. */
async function isThere(tour: string, {db, accountId}: Asker, stepId?: string): Promise<boolean> {
	try {
		const id = await findTourId(db, accountId, tour);
		if (id !== null) await requireTour(db, accountId, id, stepId);
		return id !== null;
	} catch (error) {
		if (error instanceof AppError && error.code === 'not_found') return false;
		throw error;
	}
}

async function noTour(field: string, given: string, {db, accountId}: Asker): Promise<Fault> {
	const owner = await findStepOwner(db, accountId, given);
	if (owner) return {field, message: 'This is the id of a step.', hint: `Send it as stepId, and ${owner} as the tour's id.`};
	return {
		field,
		message: `This account has no tour with this ${field === 'key' ? 'id or key' : 'id'}.`,
		hint: 'list_tours (GET /v1/tours) lists its tours with their ids.',
	};
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
		...(operation.pastLimits ? [] : (operation.counts ?? [])).map(counted => OF_A_LIMIT[counted]),
		...(operation.async || operation.idempotent ? (['still_running'] as const) : []),
		...(operation.idempotent ? (['idempotency_key_reused'] as const) : []),
		...operation.errors,
	];
	return new Map(codes.map(code => [code, statusOf(code, operation)]));
}

/** Throws if the operation does not declare the error, so that the description stays true. Used outside production. */
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

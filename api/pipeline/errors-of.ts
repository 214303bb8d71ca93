import {type AppError, ERRORS, type ErrorCode} from '../../shared/errors.ts';
import {takesTurns} from './account-turns.ts';
import {type Counted, methodAndPath, type Operation} from './operation.ts';

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

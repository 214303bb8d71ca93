import {readFileSync} from 'node:fs';
import {STATUS_CODES} from 'node:http';
import {ErrorBody} from '../../shared/contract/error.ts';
import {Job} from '../../shared/contract/job.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {AppError, ERRORS, type ErrorCode} from '../../shared/errors.ts';
import {methodAndPath, type Operation} from '../pipeline/operation.ts';
import {errorsOf} from '../pipeline/operation-errors.ts';
import {STORED_ERRORS} from '../pipeline/repetition.ts';
import {successBody} from '../pipeline/validate.ts';
import {type Components, pascalCase} from './components.ts';

/** An operation's input and output in a real run. */
export type Example = {
	/** Values by the parameters' names, in the path or the query. */
	parameters?: Record<string, string | number>;
	/** A body of JSON. */
	request?: unknown;
	/** The body of each success by its status; events are text. */
	responses: Record<string, unknown>;
};
type Examples = Record<string, Example | undefined>;

/** The address of the service in the examples. */
export const EXAMPLE_BASE = 'https://tours.example';
export const EXAMPLES_FILE = new URL('openapi-examples.json', import.meta.url);

const text = (description: string, example: string) => ({description, schema: {type: 'string'}, example});

export const HEADERS = {
	RateLimitPolicy: text('How many calls there are in how many seconds.', '"calls";q=60;w=60'),
	RateLimit: text('How many calls are left, and in how many seconds there is one more.', '"calls";r=59;t=60'),
	RequestId: text('Name it when you report a problem: the log has it.', 'req_4f9a1c0e8b2d47f6a3c5e7d9b1f20468'),
	RetryAfter: {
		description: 'Seconds after which to try again; absent on a 503 where no time is known or waiting does not help.',
		schema: {type: 'integer'},
		example: 30,
	},
	Allow: text('The methods that the path has.', 'HEAD, GET, POST'),
	ETag: text('The version of the tour, for If-Match and If-None-Match.', '"v12"'),
	IdempotentReplayed: text('true on the answer of an earlier call with this Idempotency-Key; else absent.', 'true'),
	PreferenceApplied: text('The preference that was followed.', 'respond-async'),
	Location: text('URL of the job; beside an error only with still_running.', '/v1/jobs/job_01kah000000000000000000001'),
	WWWAuthenticate: text(
		'Who gives out credentials (RFC 9728), and which permissions are needed; on a 403 only with missing_permission.',
		'Bearer realm="roteiro", scope="tours:read", resource_metadata="https://tours.example/.well-known/oauth-protected-resource/v1"',
	),
};

const headers = (names: Record<string, string>) =>
	Object.fromEntries(Object.entries(names).map(([header, name]) => [header, {$ref: `#/components/headers/${name}`}]));
/** Headers of some errors, by their status. */
const OF_ERRORS: Partial<Record<number, Record<string, string>>> = {
	401: {'WWW-Authenticate': 'WWWAuthenticate'},
	403: {'WWW-Authenticate': 'WWWAuthenticate'},
	405: {Allow: 'Allow'},
	429: {'Retry-After': 'RetryAfter', Location: 'Location'},
	503: {'Retry-After': 'RetryAfter', Location: 'Location'},
};
const REQUEST_ID = {'X-Request-Id': 'RequestId'} as const;
const ALWAYS = {'RateLimit-Policy': 'RateLimitPolicy', RateLimit: 'RateLimit', ...REQUEST_ID} as const;
/** Statuses of calls that no key or app is known to have made. */
const UNCOUNTED: readonly number[] = [401, 405];

const REPLAYED = {'Idempotent-Replayed': 'IdempotentReplayed'} as const;

/** Headers of an operation's successes beside those of every response. */
function headersOfSuccess({versioned, idempotent}: Operation): Record<string, string> {
	return {...ALWAYS, ...(versioned && {ETag: 'ETag'}), ...(idempotent && REPLAYED)};
}

type Shared = Record<string, {description: string}>;

/** The successes of an operation and its errors, which refer to `shared`; a description of its own lists the identifiers that it has. */
export function describeResponses(
	operation: Operation,
	{components, shared, example}: {components: Components; shared: Shared; example?: Example},
) {
	const shapes = Object.entries(operation.success).map(([status, {body}]) => [status, JSON.stringify(body)] as const);
	const isOne = new Set(shapes.map(([, shape]) => shape)).size === 1;
	const successes = Object.entries(operation.success).map(([status, {description, body}]) => {
		const name = pascalCase(`${operation.name}_response${isOne ? '' : status}`);
		const schema = operation.stream ? {type: 'string'} : components.ofResponse(successBody(body), name);
		const value = example?.responses[status];
		const content = {schema, ...exampleOf(value)};
		const type = operation.stream ? 'text/event-stream' : 'application/json';
		return [status, {description, headers: headers(headersOfSuccess(operation)), content: {[type]: content}}];
	});
	const errors = [...errorsByStatus(operation)].map(([status, codes]) => {
		const name = nameOf(status);
		const description = inWords(codes);
		return [status, {$ref: `#/components/responses/${name}`, ...(description !== shared[name]!.description && {description})}];
	});
	const accepted = {202: {$ref: '#/components/responses/Accepted'}};
	const unchanged = {304: {$ref: '#/components/responses/NotModified'}};
	return {
		...Object.fromEntries(successes),
		...(operation.async && accepted),
		...(takesIfNoneMatch(operation) && unchanged),
		...Object.fromEntries(errors),
	};
}

/** True for a GET whose response has an ETag. */
export function takesIfNoneMatch(operation: Operation): boolean {
	return operation.versioned === true && methodAndPath(operation).method === 'GET';
}

/** The responses that operations share: one for each error status, described as most of them have it, and the 202. */
export function sharedResponses(operations: readonly Operation[], components: Components, examples: Examples) {
	const byStatus = Map.groupBy(
		operations.flatMap(operation => [...errorsByStatus(operation)]),
		([status]) => status,
	);
	const errors = [...byStatus]
		.sort(([one], [other]) => one - other)
		.map(([status, found]) => {
			const description = mostFrequent(found.map(([, codes]) => inWords(codes)));
			const [code] = found[0]![1];
			const schema = components.ofResponse(ErrorBody, 'Error');
			return [
				nameOf(status),
				{
					description,
					headers: headers({
						...(UNCOUNTED.includes(status) ? REQUEST_ID : ALWAYS),
						...OF_ERRORS[status],
						...(STORED_ERRORS.has(status) && REPLAYED),
					}),
					content: {'application/json': {schema, ...exampleOf(new AppError(code!).body, code)}},
				},
			];
		});
	const accepted = {
		description: 'Accepted: the job continues in the background; its URL is in Location.',
		headers: headers({...ALWAYS, ...REPLAYED, 'Preference-Applied': 'PreferenceApplied', Location: 'Location'}),
		content: {
			'application/json': {
				schema: components.ofResponse(successBody(Closed({job: Job})), 'AcceptedResponse'),
				...exampleOf(Object.values(examples).find(example => example?.responses[202])?.responses[202]),
			},
		},
	};
	const notModified = {
		description: 'The tour still is at the version that If-None-Match names; there is no body.',
		headers: headers({...ALWAYS, ETag: 'ETag'}),
	};
	return {...Object.fromEntries(errors), Accepted: accepted, NotModified: notModified} as Shared;
}

function errorsByStatus(operation: Operation): Map<number, ErrorCode[]> {
	const byStatus = Map.groupBy(errorsOf(operation), ([, status]) => status);
	return new Map([...byStatus].map(([status, found]) => [status, found.map(([code]) => code)]));
}

function inWords(codes: ErrorCode[]): string {
	return codes.map(code => `${code}: ${ERRORS[code][1]}`).join(' ');
}

function mostFrequent(texts: string[]): string {
	const uses = [...Map.groupBy(texts, one => one)].sort(([, one], [, other]) => other.length - one.length);
	return uses[0]![0];
}

/** `NotFound` for 404. */
function nameOf(status: number): string {
	return STATUS_CODES[status]!.replaceAll(' ', '');
}

/** Returns the examples that `npm run openapi` has recorded, as if this service had returned them. */
export function readExamples(baseUrl: string): Examples {
	return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8').replaceAll(EXAMPLE_BASE, baseUrl));
}

/**
 * Returns the example of a body as a named one: generators of types copy a single `example` into a comment of a line for
 * each value. Nothing where there is no example.
 */
export function exampleOf(value: unknown, name = 'recorded'): {examples?: Record<string, {value: unknown}>} {
	return value === undefined ? {} : {examples: {[name]: {value}}};
}

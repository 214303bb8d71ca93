import type {TSchema} from 'typebox';
import {ErrorBody} from '../../shared/contract/error.ts';
import {IMAGE_TYPES} from '../../shared/contract/image.ts';
import {Job} from '../../shared/contract/job.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Closed, OrNull} from '../../shared/contract/schema.ts';
import {SCOPES} from '../../shared/contract/scopes.ts';
import {ERRORS} from '../../shared/errors.ts';
import {VERSION} from '../../shared/version.ts';
import {errorsOf} from '../pipeline/errors-of.ts';
import {methodAndPath, type Operation, TAGS} from '../pipeline/operation.ts';
import {successBody, takesNull} from '../pipeline/validate.ts';

/** The OpenAPI 3.1 description, out of the same declarations that serve the calls. */
export function openapiDocument(operations: readonly Operation[], baseUrl: string) {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const operation of operations) {
		const {method, path} = methodAndPath(operation);
		paths[`/v1${path}`] = {...paths[`/v1${path}`], [method.toLowerCase()]: describe(operation)};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Roteiro',
			version: VERSION,
			description: 'Interactive step-by-step tours from screenshots: create, edit, style, publish to a permanent link.',
			license: {name: 'MIT', identifier: 'MIT'},
		},
		servers: [{url: baseUrl}],
		security: [{bearer: []}],
		tags: TAGS.filter(tag => operations.some(operation => operation.tag === tag)).map(name => ({name})),
		paths,
		components: {
			securitySchemes: {
				bearer: {
					type: 'http',
					scheme: 'bearer',
					description: `A personal API key, or the access token of an app that somebody has let in (OAuth 2.1: ${baseUrl}/.well-known/oauth-authorization-server). Permissions: ${Object.entries(
						SCOPES,
					)
						.map(([name, grants]) => `${name} (${grants})`)
						.join('; ')}.`,
				},
			},
			schemas: {Error: ErrorBody},
		},
	};
}

function describe(operation: Operation) {
	const {method, parameters} = methodAndPath(operation);
	const inBody = method !== 'GET' && method !== 'DELETE';
	const properties = Object.entries(operation.input.properties as Record<string, TSchema>);
	const required = (operation.input.required ?? []) as string[];
	const taken = ([name, schema]: [string, TSchema]): [string, TSchema] => [
		name,
		operation.nullIsAbsent && !required.includes(name) && !takesNull(schema) ? OrNull(schema) : schema,
	];
	const rest = properties.filter(([name]) => !parameters.includes(name)).map(taken);
	return {
		operationId: operation.name,
		tags: [operation.tag],
		summary: operation.summary,
		...(operation.description && {description: operation.description}),
		'x-scopes': operation.scopes,
		parameters: [
			...parameters.map(name => ({name, in: 'path', required: true, schema: operation.input.properties[name]})),
			...(inBody ? [] : rest.map(([name, schema]) => ({name, in: 'query', required: required.includes(name), schema}))),
			...headerParameters(operation),
		],
		...(inBody && rest.length > 0 && {requestBody: requestBody(rest, required, operation)}),
		responses: {...successes(operation), ...errors(operation)},
	};
}

function headerParameters(operation: Operation) {
	const text = (name: string, description: string, schema: object = {type: 'string'}) => ({
		name,
		in: 'header',
		required: false,
		description,
		schema,
	});
	return [
		...(operation.idempotent
			? [
					text('Idempotency-Key', 'Repeating the call with the same key within 24 hours gets the same answer.', {
						type: 'string',
						minLength: LIMITS.idempotencyKeyMin,
						maxLength: LIMITS.idempotencyKeyMax,
					}),
				]
			: []),
		...(operation.errors.includes('version_mismatch')
			? [text('If-Match', 'Change the tour only where it still is at this version: its ETag, `"v1"` with the quotes.')]
			: []),
		...(operation.async ? [text('Prefer', 'respond-async: answer 202 at once, with the job that does the work.')] : []),
	];
}

function requestBody(properties: Array<[string, TSchema]>, required: string[], {image, file}: Operation) {
	if (file) {
		const [[, {description}]] = properties as [[string, {description: string}]];
		return {required: true, content: {[file.type]: {schema: {type: 'string', contentMediaType: file.type, description}}}};
	}
	const names = properties.map(([name]) => name).filter(name => required.includes(name));
	const schema = {
		type: 'object',
		properties: Object.fromEntries(properties),
		...(names.length > 0 && {required: names}),
		additionalProperties: false,
	};
	// The bytes of an image themselves.
	const raw = image === 'media' ? IMAGE_TYPES.map(type => [type, {schema: {type: 'string', contentMediaType: type}}]) : [];
	return {required: names.length > 0, content: {'application/json': {schema}, ...Object.fromEntries(raw)}};
}

function successes(operation: Operation) {
	const described = Object.entries(operation.success).map(([status, {description, body}]) => [
		status,
		{
			description,
			headers: rateHeaders,
			content: operation.stream ? {'text/event-stream': {schema: {type: 'string'}}} : {'application/json': {schema: successBody(body)}},
		},
	]);
	const accepted = {
		description: 'Accepted: the job continues in the background; its URL is in Location.',
		headers: {...rateHeaders, Location: {schema: {type: 'string'}}},
		content: {'application/json': {schema: successBody(Closed({job: Job}))}},
	};
	return {...Object.fromEntries(described), ...(operation.async && {202: accepted})};
}

const rateHeaders = {
	'RateLimit-Policy': {schema: {type: 'string'}},
	RateLimit: {schema: {type: 'string'}},
	'X-Request-Id': {schema: {type: 'string'}},
};

function errors(operation: Operation) {
	const byStatus = Map.groupBy(errorsOf(operation), ([, status]) => status);
	return Object.fromEntries(
		[...byStatus].map(([status, found]) => [
			String(status),
			{
				description: found.map(([code]) => `${code}: ${ERRORS[code][1]}`).join(' '),
				...((status === 429 || status === 503) && {headers: {'Retry-After': {description: 'Seconds.', schema: {type: 'integer'}}}}),
				content: {'application/json': {schema: {$ref: '#/components/schemas/Error'}}},
			},
		]),
	);
}

import type {TSchema} from 'typebox';
import {VERSION} from '../../shared/config/version.ts';
import {SCOPES} from '../../shared/contract/access.ts';
import {IMAGE_TYPES} from '../../shared/contract/image.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {OrNull} from '../../shared/contract/schema.ts';
import {ERRORS} from '../../shared/errors.ts';
import {makesByPut, methodAndPath, type Operation, TAGS} from '../pipeline/operation.ts';
import {takesNull} from '../pipeline/validate.ts';
import {type Components, openComponents, pascalCase} from './components.ts';
import {describeResponses, type Example, exampleOf, HEADERS, readExamples, sharedResponses, takesIfNoneMatch} from './openapi-responses.ts';

const SUMMARY = 'Interactive step-by-step tours from screenshots: create, edit, style, publish to a permanent link.';

/** The OpenAPI 3.1 description, out of the same declarations that serve the calls. */
export function openapiDocument(operations: readonly Operation[], baseUrl: string) {
	const components = openComponents();
	const examples = readExamples(baseUrl);
	// Before all responses, so that what a request and a response share is described as a request has it.
	const requests = operations.map(operation => describeRequestBody(operation, components, examples[operation.name]));
	const shared = sharedResponses(operations, components, examples);
	const paths: Record<string, Record<string, unknown>> = {};
	for (const [index, operation] of operations.entries()) {
		const {method, path} = methodAndPath(operation);
		const {name, tag, summary, description, scopes} = operation;
		const example = examples[name];
		const described = {
			operationId: name,
			tags: [tag],
			summary,
			// Linters want one of each operation.
			description: description ?? `${summary}.`,
			'x-scopes': scopes,
			parameters: describeParameters(operation, components, example),
			...(requests[index] && {requestBody: requests[index]}),
			responses: describeResponses(operation, {components, shared, example}),
		};
		paths[`/v1${path}`] = {...paths[`/v1${path}`], [method.toLowerCase()]: described};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Roteiro',
			summary: SUMMARY,
			version: VERSION,
			description: openapiGuide(baseUrl),
			contact: {name: 'Operator of this service', url: baseUrl},
			license: {name: 'MIT', identifier: 'MIT'},
		},
		externalDocs: {description: 'The reference for people', url: `${baseUrl}/docs`},
		servers: [{url: baseUrl, description: 'This service'}],
		security: [{bearer: []}],
		tags: Object.entries(TAGS)
			.filter(([name]) => operations.some(operation => operation.tag === name))
			.map(([name, description]) => ({name, description})),
		paths,
		components: {
			securitySchemes: {bearer: bearer(baseUrl)},
			schemas: components.all(),
			responses: shared,
			headers: HEADERS,
		},
	};
}

function bearer(baseUrl: string) {
	const permissions = Object.entries(SCOPES).map(([name, grants]) => `${name} (${grants})`);
	return {
		type: 'http',
		scheme: 'bearer',
		description: `A personal API key, or the access token of an app that somebody has let in (OAuth 2.1: ${baseUrl}/.well-known/oauth-authorization-server). Permissions: ${permissions.join('; ')}.`,
	};
}

/** The parameters of an operation: path, query, headers. */
function describeParameters(operation: Operation, components: Components, example?: Example) {
	const {method, parameters} = methodAndPath(operation);
	const properties = operation.input.properties as Record<string, TSchema>;
	const required = (operation.input.required ?? []) as string[];
	const inQuery = method === 'GET' || method === 'DELETE' ? Object.keys(properties).filter(name => !parameters.includes(name)) : [];
	const parameter = (name: string, place: 'path' | 'query') => {
		const {description, ...schema} = properties[name] as TSchema & {description?: string};
		const value = example?.parameters?.[name];
		return {
			name,
			in: place,
			required: place === 'path' || required.includes(name),
			description,
			schema: components.ofRequest(schema, pascalCase(`${operation.name}_${name}`)),
			...(value !== undefined && {example: value}),
		};
	};
	return [
		...parameters.map(name => parameter(name, 'path')),
		...inQuery.map(name => parameter(name, 'query')),
		...headerParameters(operation),
	];
}

function headerParameters(operation: Operation) {
	const {idempotent, errors, async: isAsync} = operation;
	const header = (name: string, description: string, schema: object, example: string) => ({
		name,
		in: 'header',
		required: false,
		description,
		schema: {type: 'string', ...schema},
		example,
	});
	const {idempotencyKeyMin: minLength, idempotencyKeyMax: maxLength} = LIMITS;
	const repeated = 'Repeating the call with the same key within 24 hours gets the same answer.';
	const matched = 'Change the tour only where it still is at this version: its ETag, `"v1"` with the quotes.';
	const known = 'The ETag of the version that you have: 304 without a body where the tour still is at it.';
	const unknown = '`*`: only make a new tour, and answer 412 where there is one of this name.';
	const preferred = 'respond-async: answer 202 at once, with the job that does the work.';
	return [
		...(idempotent ? [header('Idempotency-Key', repeated, {minLength, maxLength}, 'a4e1c9d2-first-try')] : []),
		...(errors.includes('version_mismatch') ? [header('If-Match', matched, {}, '"v1"')] : []),
		...(takesIfNoneMatch(operation) ? [header('If-None-Match', known, {}, '"v1"')] : []),
		...(makesByPut(operation) ? [header('If-None-Match', unknown, {}, '*')] : []),
		...(isAsync ? [header('Prefer', preferred, {}, 'respond-async')] : []),
	];
}

/** The body that an operation takes; null where it takes none. */
function describeRequestBody(operation: Operation, components: Components, example?: Example) {
	const {method, parameters} = methodAndPath(operation);
	const all = Object.entries(operation.input.properties as Record<string, TSchema>);
	const properties = all.filter(([name]) => !parameters.includes(name));
	if (method === 'GET' || method === 'DELETE' || properties.length === 0) return null;
	if (operation.file) {
		const [[, {description}]] = properties as [[string, {description: string}]];
		return {required: true, description, content: {[operation.file.type]: bytesOf(operation.file.type)}};
	}
	const required = ((operation.input.required ?? []) as string[]).filter(name => !parameters.includes(name));
	const taken = ([name, schema]: [string, TSchema]): [string, TSchema] => [
		name,
		operation.nullIsAbsent && !required.includes(name) && !takesNull(schema) ? OrNull(schema) : schema,
	];
	const schema = {
		type: 'object',
		properties: Object.fromEntries(properties.map(taken)),
		...(required.length > 0 && {required}),
		additionalProperties: false,
	};
	const json = {
		schema: components.ofRequest(schema, pascalCase(`${operation.name}_request`)),
		...exampleOf(example?.request),
	};
	const images = operation.image === 'media' ? IMAGE_TYPES.map(type => [type, bytesOf(type)]) : [];
	return {required: required.length > 0, content: {'application/json': json, ...Object.fromEntries(images)}};
}

/** A body that is a file itself. Generators make a file of `format: binary`, JSON Schema says it by the media type. */
function bytesOf(type: string) {
	return {schema: {type: 'string', format: 'binary', contentMediaType: type}};
}

/** Returns the description of the OpenAPI document in Markdown: everything that all operations share. */
function openapiGuide(baseUrl: string): string {
	return `${SUMMARY} Every operation with its fields is at [${baseUrl}/docs](${baseUrl}/docs).

## Authentication

Every call carries \`Authorization: Bearer <token>\`: a personal API key, made at [${baseUrl}/settings/keys](${baseUrl}/settings/keys), or the access token of an app that a person signed in to
(OAuth 2.1 with PKCE, described at \`${baseUrl}/.well-known/oauth-authorization-server\`). \`x-scopes\` names the permissions that an operation needs.

## Requests and responses

Bodies are JSON in UTF-8. A success is \`{"ok": true, …}\`. Absent values are \`null\`, times ISO 8601 in UTC, durations milliseconds, sizes bytes, coordinates fractions of the image from its top-left corner.
Requests take no unknown properties. Responses may get new properties, and lists of identifiers new values: ignore what you do not know.

## Paging

Lists return \`nextCursor\`: send it as \`cursor\` to get the next page; it is \`null\` on the last one. \`limit\` is 1 to ${LIMITS.pageSizeMax}, by default ${LIMITS.pageSizeDefault}.

## Repeating and changing at the same time

An \`Idempotency-Key\` of ${LIMITS.idempotencyKeyMin} to ${LIMITS.idempotencyKeyMax} characters makes a POST safe to repeat for 24 hours. A tour's \`ETag\` (\`"v12"\`) names its version; with \`If-Match\` a change is refused with 412 if the tour has changed since.

## Limits

\`RateLimit-Policy\` and \`RateLimit\` tell how many calls a minute there are and how many are left; \`GET /v1/me\` lists all limits and quotas of the account. A 429 tells in \`Retry-After\` after how many seconds to try again, a 503 where that may help.
A JSON body has at most ${LIMITS.bodyBytes / 1024 / 1024} MB (${LIMITS.imageBodyBytes / 1024 / 1024} MB with an image as base64, ${LIMITS.documentBodyBytes / 1024 / 1024} MB for a whole tour), an image ${LIMITS.imageBytes / 1024 / 1024} MB, a published tour ${LIMITS.tourBytes / 1024 / 1024} MB and ${LIMITS.stepsPerTour} steps.

## Work that takes longer

A call waits for its work, up to ${LIMITS.waitMs / 1000} seconds. With \`Prefer: respond-async\` it answers 202 with a job at once; \`GET /v1/jobs/{id}\` has the result later, and the status \`queued\`, \`running\`, \`succeeded\` or \`failed\`.

## Errors

An error is \`{"ok": false, "error", "message", "errors"}\`. \`error\` is the identifier to program against; \`message\` is for people and may change. \`errors\` lists each problem with its field, what is wrong and what would be right.
These are all identifiers; new ones may come, and then the HTTP status tells what to do.

${errorTable()}`;
}

/** All error identifiers as a table in Markdown. */
export function errorTable(): string {
	const rows = Object.entries(ERRORS).map(([code, [status, message]]) => `| ${status} | \`${code}\` | ${message} |\n`);
	return `| status | error | meaning |\n|---|---|---|\n${rows.join('')}`;
}

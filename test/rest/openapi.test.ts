import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import test from 'ava';
import {openapiDocument} from '../../api/docs/openapi.ts';
import {withoutReferences} from '../../api/docs/reference.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {OPENAPI_FILE, openapiText} from '../../docs/write-openapi.ts';
import {ERRORS} from '../../shared/errors.ts';

/** Every endpoint: one that is renamed or removed breaks programs. */
const ENDPOINTS = [
	'get /v1/me',
	'get /v1/tours',
	'post /v1/tours',
	'get /v1/tours/{id}',
	'patch /v1/tours/{id}',
	'delete /v1/tours/{id}',
	'post /v1/tours/{id}/changes',
	'get /v1/tours/{id}/events',
	'put /v1/documents/{key}',
	'get /v1/documents/{key}',
	'post /v1/tours/import',
	'post /v1/tours/{id}/duplicate',
	'post /v1/tours/{id}/restore',
	'get /v1/bin',
	'get /v1/tours/{id}/versions',
	'post /v1/tours/{id}/versions',
	'get /v1/tours/{id}/versions/{number}',
	'get /v1/tours/{id}/versions/{number}/diff',
	'post /v1/tours/{id}/versions/{number}/restore',
	'post /v1/tours/{id}/steps',
	'patch /v1/tours/{id}/steps/{stepId}',
	'delete /v1/tours/{id}/steps/{stepId}',
	'put /v1/tours/{id}/steps/{stepId}/camera',
	'put /v1/tours/{id}/steps/{stepId}/actions',
	'put /v1/tours/{id}/steps/order',
	'put /v1/tours/{id}/chapters',
	'get /v1/tours/{id}/flow',
	'post /v1/tours/{id}/steps/{stepId}/target',
	'post /v1/tours/{id}/steps/{stepId}/redact',
	'get /v1/tours/{id}/steps/{stepId}/picture',
	'put /v1/tours/{id}/theme',
	'put /v1/tours/{id}/lead-capture',
	'put /v1/tours/{id}/end-cta',
	'put /v1/tours/{id}/narration-settings',
	'post /v1/tours/{id}/publish',
	'delete /v1/tours/{id}/publish',
	'get /v1/tours/{id}/unpublished',
	'post /v1/tours/{id}/exports',
	'get /v1/tours/{id}/exports',
	'get /v1/exports/{id}',
	'delete /v1/exports/{id}',
	'post /v1/tours/{id}/steps/{stepId}/generate-text',
	'post /v1/tours/{id}/steps/{stepId}/narration',
	'delete /v1/tours/{id}/steps/{stepId}/narration',
	'get /v1/tours/{id}/analytics',
	'get /v1/analytics',
	'get /v1/voices',
	'post /v1/voices/{id}/samples',
	'post /v1/media',
	'post /v1/media/upload-url',
	'post /v1/media/batch',
	'get /v1/media/{mediaId}',
	'post /v1/media/{mediaId}/elements',
	'get /v1/jobs/{id}',
	'get /v1/jobs/{id}/events',
];
const IDEMPOTENT = [
	'create_tour',
	'change_tour',
	'import_tour',
	'duplicate_tour',
	'restore_version',
	'add_step',
	'redact_step',
	'publish',
	'generate_step_text',
	'generate_narration',
	'upload_media',
];

const document = JSON.parse(JSON.stringify(openapiDocument(PUBLIC_OPERATIONS, 'http://127.0.0.1:8080')));
const whole = withoutReferences(document.paths, document) as Record<string, Record<string, Described>>;
type Described = {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	parameters: Array<{name: string; in: string}>;
	requestBody?: {content: Record<string, {schema: object}>};
	responses: Record<string, {description: string; content: Record<string, {schema: object}>}>;
};
const described = Object.entries(whole).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({where: `${method} ${path}`, operation})),
);

test('the description names every endpoint, and no other', t => {
	t.is(document.openapi, '3.1.0');
	t.is(document.info.version, '1.0.0');
	t.deepEqual(
		described.map(({where}) => where),
		ENDPOINTS,
	);
});

test('docs/openapi.json is what the declarations say now', t => {
	t.true(readFileSync(OPENAPI_FILE, 'utf8') === openapiText(), 'npm run openapi rewrites it.');
});

test('every operation is described once, with its success and the errors that all share', t => {
	t.is(new Set(described.map(({operation}) => operation.operationId)).size, PUBLIC_OPERATIONS.length);
	for (const {where, operation} of described) {
		t.truthy(operation.summary, where);
		for (const status of ['400', '401', '402', '403', '404', '405', '429', '500', '503'])
			t.truthy(operation.responses[status], `${where} ${status}`);
		t.truthy(operation.responses['200'] ?? operation.responses['201'], where);
	}
});

test('every path parameter of a route is declared, and every parameter and property is described', t => {
	for (const operation of PUBLIC_OPERATIONS) {
		const properties = operation.input.properties as Record<string, {description?: string}>;
		for (const name of methodAndPath(operation).parameters) t.true(Object.hasOwn(properties, name), `${operation.name}: ${name}`);
		for (const [name, schema] of Object.entries(properties)) t.truthy(schema.description, `${operation.name}: ${name}`);
	}
});

test('the Idempotency-Key is offered by the calls that must not be done twice, and by no others', t => {
	const taking = described.filter(({operation}) => operation.parameters.some(parameter => parameter.name === 'Idempotency-Key'));
	t.deepEqual(
		taking.map(({operation}) => operation.operationId),
		IDEMPOTENT,
	);
});

test('no request is described by alternatives at its root', t => {
	for (const {where, operation} of described) {
		const schema = operation.requestBody?.content['application/json']?.schema ?? {};
		for (const word of ['oneOf', 'anyOf', 'allOf']) t.false(Object.hasOwn(schema, word), `${where} ${word}`);
	}
});

test('every schema in the description is a valid JSON Schema 2020-12', t => {
	const ajv = new Ajv2020({strict: false});
	for (const [name, schema] of Object.entries(document.components.schemas)) t.true(ajv.validateSchema(schema as object) as boolean, name);
	for (const {where, operation} of described) {
		const schemas = [operation.requestBody, ...Object.values(operation.responses)].flatMap(part => Object.values(part?.content ?? {}));
		for (const {schema} of schemas) t.true(ajv.validateSchema(schema) as boolean, where);
	}
});

/** All objects inside, with the place of each. */
function inside(value: unknown, place = '#'): Array<[place: string, part: Record<string, unknown>]> {
	if (typeof value !== 'object' || value === null) return [];
	const parts = Object.entries(value).flatMap(([name, part]) => (name === 'examples' ? [] : inside(part, `${place}/${name}`)));
	return [[place, value as Record<string, unknown>], ...parts];
}

test('tours, steps, documents, exports, jobs, links and errors are named, and every object is referred to by its name', t => {
	const names = Object.keys(document.components.schemas);
	for (const name of ['Tour', 'Step', 'Document', 'Export', 'Job', 'Link', 'Error']) t.true(names.includes(name), name);
	const inline = inside(document)
		.filter(([place, {properties, type}]) => properties !== undefined && type === 'object' && !/^#\/components\/schemas\/\w+$/.test(place))
		.map(([place]) => place);
	t.deepEqual(inline, [], 'An object has no name: give it a title.');
});

test('every reference names something, and everything that is named is used', t => {
	const used = new Set(inside(document).flatMap(([, {$ref}]) => (typeof $ref === 'string' ? [$ref] : [])));
	const named = ['schemas', 'responses', 'headers'].flatMap(kind =>
		Object.keys(document.components[kind]).map(name => `#/components/${kind}/${name}`),
	);
	t.deepEqual([...used].sort(), named.sort());
});

test('what only responses have may get more properties, and no format is known to this service alone', t => {
	for (const name of ['Tour', 'Step', 'Export', 'Job', 'Link', 'Error'])
		t.is(document.components.schemas[name].additionalProperties, undefined, name);
	t.false(document.components.schemas.Document.additionalProperties);
	const formats = new Set(inside(document).flatMap(([, {format}]) => (typeof format === 'string' ? [format] : [])));
	t.deepEqual([...formats].sort(), ['binary', 'date', 'date-time']);
});

test('the headers of limits and retries mean what they mean', t => {
	const {RateLimit, RetryAfter} = document.components.headers;
	t.regex(RateLimit.description, /there is one more/);
	t.regex(RetryAfter.description, /absent on a 503/);
});

test('each success declares the headers that it may bring: ETag, Idempotent-Replayed, and Preference-Applied of a 202', t => {
	for (const {name, ...operation} of PUBLIC_OPERATIONS as readonly Operation[]) {
		const {responses} = described.find(one => one.operation.operationId === name)!.operation;
		for (const status of Object.keys(operation.success)) {
			const declared = Object.keys((responses[status] as unknown as {headers: object}).headers);
			t.is(declared.includes('ETag'), operation.versioned === true, name);
			t.is(declared.includes('Idempotent-Replayed'), operation.idempotent === true, name);
		}
		t.is(Object.hasOwn(responses, '304'), operation.versioned === true && operation.route.startsWith('GET '), name);
	}
	const {Accepted, NotFound, BadRequest} = document.components.responses;
	for (const header of ['Preference-Applied', 'Location', 'Idempotent-Replayed']) t.true(Object.hasOwn(Accepted.headers, header), header);
	t.true(Object.hasOwn(NotFound.headers, 'Idempotent-Replayed'), 'A 404 is kept for a repetition.');
	t.false(Object.hasOwn(BadRequest.headers, 'Idempotent-Replayed'));
});

test('each error declares the headers that it may bring: a challenge, a time to wait, and the job that still runs', t => {
	const declared = Object.fromEntries(
		Object.entries(document.components.responses as Record<string, {headers: object}>).map(([name, {headers}]) => [
			name,
			Object.keys(headers),
		]),
	);
	for (const [header, names] of Object.entries({
		'WWW-Authenticate': ['Unauthorized', 'Forbidden'],
		'Retry-After': ['TooManyRequests', 'ServiceUnavailable'],
		Location: ['Accepted', 'TooManyRequests', 'ServiceUnavailable'],
	})) {
		const having = Object.keys(declared).filter(name => declared[name]!.includes(header));
		t.deepEqual(having.toSorted(), names.toSorted(), header);
	}
});

test('what linters ask for is there: licence, contact, server, a description of each tag, and all error identifiers', t => {
	t.truthy(document.info.license.identifier);
	t.truthy(document.info.contact.url);
	t.truthy(document.servers[0].description);
	const tags = new Set(described.flatMap(({operation}) => operation.tags));
	t.deepEqual(new Set(document.tags.map(({name}: {name: string}) => name)), tags);
	for (const {name, description} of document.tags) t.truthy(description, name);
	for (const {where, operation} of described) t.truthy(operation.description, where);
	for (const [code, [status]] of Object.entries(ERRORS)) t.true(document.info.description.includes(`| ${status} | \`${code}\` |`), code);
});

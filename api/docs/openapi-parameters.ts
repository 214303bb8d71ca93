import type {TSchema} from 'typebox';
import {IMAGE_TYPES} from '../../shared/contract/image.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {OrNull} from '../../shared/contract/schema.ts';
import {methodAndPath, type Operation} from '../pipeline/operation.ts';
import {takesNull} from '../pipeline/validate.ts';
import {type Components, pascalCase} from './components.ts';
import {type Example, exampleOf} from './openapi-examples.ts';

/** The parameters of an operation: path, query, headers. */
export function describeParameters(operation: Operation, components: Components, example?: Example) {
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

function headerParameters({idempotent, errors, async: isAsync}: Operation) {
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
	const preferred = 'respond-async: answer 202 at once, with the job that does the work.';
	return [
		...(idempotent ? [header('Idempotency-Key', repeated, {minLength, maxLength}, 'a4e1c9d2-first-try')] : []),
		...(errors.includes('version_mismatch') ? [header('If-Match', matched, {}, '"v1"')] : []),
		...(isAsync ? [header('Prefer', preferred, {}, 'respond-async')] : []),
	];
}

/** The body that an operation takes; null where it takes none. */
export function describeRequestBody(operation: Operation, components: Components, example?: Example) {
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

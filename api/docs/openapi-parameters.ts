import type {TSchema} from 'typebox';
import {LIMITS} from '../../shared/contract/limits.ts';
import {methodAndPath, type Operation} from '../pipeline/operation.ts';
import {type Components, pascalCase} from './components.ts';
import type {Example} from './openapi-examples.ts';

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

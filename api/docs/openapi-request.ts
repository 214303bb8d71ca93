import type {TSchema} from 'typebox';
import {IMAGE_TYPES} from '../../shared/contract/image.ts';
import {OrNull} from '../../shared/contract/schema.ts';
import {methodAndPath, type Operation} from '../pipeline/operation.ts';
import {takesNull} from '../pipeline/validate.ts';
import {type Components, pascalCase} from './components.ts';
import {type Example, exampleOf} from './openapi-examples.ts';

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

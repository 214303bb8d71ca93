import {type TObject, type TProperties, Type} from 'typebox';
import {successBody} from '../../pipeline/validate.ts';
import type {Tool} from './define-tool.ts';

/** What is read of a JSON Schema of ours. */
type Schema = Record<string, unknown> & {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
};

/** Formats that every reader of JSON Schema knows; what is particular about ours stands in the description. */
const KNOWN_FORMATS = ['date', 'date-time'];

/** What a tool says that could not wait for its job. */
const processing = {
	status: Type.Optional(Type.Literal('processing')),
	message: Type.Optional(Type.String({description: 'What to do next.'})),
};

/**
 * The tool as `tools/list` shows it. A model reads all of them before its first word: arguments are described once where two tools
 * share them, and of a response its members, for the response itself is read as well.
 */
export function describeTool(tool: Tool) {
	const {name, title, hints} = tool;
	return {
		name,
		description: descriptionOf(tool),
		inputSchema: inputSchema(tool),
		...(!tool.picture && {outputSchema: outputSchema(tool)}),
		annotations: {
			title,
			readOnlyHint: hints.readOnly,
			destructiveHint: hints.destructive,
			idempotentHint: hints.idempotent,
			openWorldHint: hints.openWorld,
		},
	};
}

function descriptionOf({operation, use}: Tool): string {
	const {summary, description = '', scopes} = operation;
	return [`${summary}.`, description, use, `Permission: ${scopes.join(' and ')}.`].filter(Boolean).join(' ');
}

/** What the operation takes, without what another tool of the list says already. */
function inputSchema({operation, like = {}}: Tool): Schema {
	const {type, properties, required} = operation.input as unknown as Schema;
	const shown = Object.entries(properties!).map(([name, schema]) => [name, like[name] ? shared(schema, like[name]) : brief(schema)]);
	return {type, properties: Object.fromEntries(shown), ...(required !== undefined && {required}), additionalProperties: false};
}

/** Of an argument that another tool describes: its type, its choices, the names in it. */
function shared(schema: Schema, description: string): Schema {
	const {type, enum: values, properties, required} = schema;
	const names = Object.entries(properties ?? {}).map(([name, inner]) => [name, {type: inner.type}]);
	return {
		type,
		...(values !== undefined && {enum: values}),
		...(names.length > 0 && {properties: Object.fromEntries(names)}),
		...(required !== undefined && {required}),
		description,
	};
}

/** Without what only a machine makes use of: it is judged all the same. */
function brief(schema: Schema): Schema {
	const {additionalProperties: _closed, patternProperties: _values, propertyNames: _names, maxProperties: _most, ...rest} = schema;
	if (typeof rest.format === 'string' && !KNOWN_FORMATS.includes(rest.format)) delete rest.format;
	if (rest.pattern !== undefined || schema.format !== undefined) delete rest.maxLength;
	if (rest.minLength === 1) delete rest.minLength;
	if (rest.properties) rest.properties = Object.fromEntries(Object.entries(rest.properties).map(([name, inner]) => [name, brief(inner)]));
	if (rest.items) rest.items = brief(rest.items);
	if (rest.anyOf) rest.anyOf = rest.anyOf.map(brief);
	return rest;
}

/** One object without a choice at its root: where a tool has several responses, each of their properties is optional. */
function outputSchema({operation, long}: Tool): Schema {
	const bodies = Object.values(operation.success).map(({body}) => body);
	const properties = Object.assign({}, ...bodies.map(({properties}) => properties), long && processing) as TProperties;
	const {properties: shown, required} = successBody(Type.Object(properties)) as unknown as Schema & {required: string[]};
	const single = bodies.length === 1 && !long;
	const always = single ? (successBody(bodies[0] as TObject).required as string[]) : required.filter(name => name === 'ok');
	return {
		type: 'object',
		properties: Object.fromEntries(Object.entries(shown!).map(([name, schema]) => [name, outline(schema)])),
		required: always,
	};
}

/** A member of a response as far as it must be known to be found. */
function outline({type, const: value, anyOf}: Schema): Schema {
	if (value !== undefined) return {const: value};
	return {type: anyOf ? anyOf.flatMap(part => part.type ?? []) : type};
}

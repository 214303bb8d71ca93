import {AppError} from '../../../shared/errors.ts';
import {parseJson} from '../../http/body.ts';
import type {Tool} from './define-tool.ts';
import {describeTool, type Schema} from './describe-tool.ts';
import {findTool} from './index.ts';

const schemas = new Map<string, Schema>();

/**
 * The arguments of a tool with values in place of their JSON as a text: many clients send objects, lists, numbers and
 * truth values so. No arguments are an empty object, also where a client writes `null` or an empty list.
 */
export function unquoted(name: unknown, given: unknown): unknown {
	const tool = findTool(name);
	if (!tool) return given;
	if (given === null || (Array.isArray(given) && given.length === 0)) return {};
	const schema = schemas.get(tool.name) ?? schemaOf(tool);
	schemas.set(tool.name, schema);
	return byType(given, schema);
}

/** Returns the tool's schema without its literals: a confirmation is `true` itself, and no text. */
function schemaOf(tool: Tool): Schema {
	const {properties, ...schema} = describeTool(tool).inputSchema;
	const literal = (name: string) => Object.hasOwn(tool.operation.input.properties[name]!, 'const');
	return {...schema, properties: Object.fromEntries(Object.entries(properties!).filter(([name]) => !literal(name)))};
}

function byType(given: unknown, schema: Schema): unknown {
	const value = typeof given === 'string' && schema.type !== 'string' ? parsed(given, schema) : given;
	if (Array.isArray(value)) return schema.items ? value.map(item => byType(item, schema.items!)) : value;
	if (typeof value !== 'object' || value === null || !schema.properties) return value;
	const {properties} = schema;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, Object.hasOwn(properties, name) ? byType(inner, properties[name]!) : inner]),
	);
}

/** Returns what the text says if that is of the schema's type, else the text, which is then refused in words. */
function parsed(text: string, {type}: Schema): unknown {
	try {
		const value = parseJson(Buffer.from(text));
		const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		return kind === type || (kind === 'number' && type === 'integer') ? value : text;
	} catch (error) {
		if (error instanceof AppError) return text;
		throw error;
	}
}

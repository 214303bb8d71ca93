import {successBody} from '../../pipeline/validate.ts';
import type {Tool} from './define-tool.ts';

/** What is read of a JSON Schema of ours. */
type Schema = Record<string, unknown> & {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	enum?: unknown[];
};

/** Models are asked by programs that refuse every tool because of one property of another name. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/** So many choices are said again where another tool has said them. */
const FEW = 5;
/** Depth at which an item of a list begins: what it holds, and what that holds, is shown. */
const IN_LISTS = -2;
/** Names of a record that are shown for all of them, since an object without properties is refused as well. */
const RECORD_NAMES = ['pt', 'en', 'es'];
/** What a model reads, and every client takes; the rest only a machine makes use of: it is judged all the same, and an error says it. */
const SHOWN = new Set(['type', 'enum', 'description', 'properties', 'required', 'items']);

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
		...((!tool.picture || tool.structured) && {outputSchema: outputSchema(tool)}),
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
	const {properties, required} = operation.input as unknown as Schema;
	const shown = Object.entries(properties!).map(([name, schema]) => [
		name,
		like[name] === undefined ? plain(schema) : {...namesOnly(schema), ...(like[name] && {description: like[name]})},
	]);
	return {type: 'object', properties: Object.fromEntries(shown), ...(required !== undefined && {required}), additionalProperties: false};
}

/**
 * Of an argument that another tool describes: its type, its few choices, the names in it, and those in the objects that it holds; of lists everything, for
 * nothing else says what is in them.
 */
function namesOnly(schema: Schema, depth = 0): Schema {
	const {type, enum: values, properties, required, items} = plain(schema);
	const members = Object.entries(properties ?? {}).filter(([, inner]) => depth < 1 || !inner.properties);
	return {
		type,
		...(values && values.length <= FEW && {enum: values}),
		...(properties && {properties: Object.fromEntries(members.map(([name, inner]) => [name, namesOnly(inner, depth + 1)]))}),
		...(required && {required}),
		...(items && {items: namesOnly(items, IN_LISTS)}),
	};
}

/**
 * The schema as the strictest client takes it: one type and no `null`, no choice between schemas, enums of words alone, lists that name their items,
 * objects that name a property, none of the keywords that some refuse ([decision 79](../../../docs/decisions/0079-schemas-that-every-client-takes.md)).
 */
function plain(schema: Schema): Schema {
	const {type, anyOf, const: value, properties, items, patternProperties} = schema;
	const [first] = anyOf ?? [];
	if (first) return {...plain(first), ...(schema.description !== undefined && {description: schema.description})};
	const shown: Schema = Object.fromEntries(Object.entries(schema).filter(([keyword]) => SHOWN.has(keyword)));
	if (Array.isArray(type)) shown.type = type.find(one => one !== 'null');
	if (typeof value === 'string') shown.enum = [value];
	if (shown.enum) shown.enum = shown.enum.filter(one => typeof one === 'string');
	if (shown.enum?.length === 0) delete shown.enum;
	if (patternProperties) {
		const [one] = Object.values(patternProperties as Record<string, Schema>);
		shown.properties = Object.fromEntries(RECORD_NAMES.map(name => [name, {type: one?.type ?? 'string'}]));
	}
	if (properties) {
		const named = Object.entries(properties).filter(([name]) => PROPERTY_NAME.test(name));
		shown.properties = Object.fromEntries(named.map(([name, inner]) => [name, plain(inner)]));
	}
	if (shown.type === 'array') shown.items = items ? plain(items) : {type: 'string'};
	return shown;
}

/** One object without a choice at its root: those of its members that every response has, and that are of one type. */
function outputSchema({operation, long, brief}: Tool): Schema {
	const bodies = Object.values(operation.success).map(({body}) => successBody(body) as unknown as Schema);
	const {properties, required} = bodies[0]!;
	const always = bodies.length === 1 && !long && !brief ? required! : ['ok'];
	const typed = always.flatMap(name => {
		const member = outline(properties![name]!);
		return member ? [[name, member] as const] : [];
	});
	return {type: 'object', properties: Object.fromEntries(typed), required: typed.map(([name]) => name)};
}

/** A member of a response as far as it must be known to be found; null for one that has several types. */
function outline({type, const: value, items}: Schema): Schema | null {
	const shown = value === undefined ? type : typeof value;
	if (typeof shown !== 'string') return null;
	return {type: shown, ...(shown === 'array' && {items: {type: typeof items?.type === 'string' ? items.type : 'object'}})};
}

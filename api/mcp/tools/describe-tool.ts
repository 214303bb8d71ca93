import {PAGE_LANGUAGES, primaryLanguage} from '../../../shared/contract/page-language.ts';
import {successBody} from '../../pipeline/validate.ts';
import type {Tool} from './define-tool.ts';

/** The parts of our JSON Schemas that are read. */
export type Schema = Record<string, unknown> & {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	enum?: unknown[];
};

/** Some programs refuse every tool if one property has another kind of name. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/** A list of at most this many choices is repeated if another tool describes it. */
const FEW = 5;
/** The depth of a list's items: their properties, and the properties within these, are shown. */
const IN_LISTS = -2;
/** Names that represent all names of a record, because clients refuse an object without properties. */
const RECORD_NAMES = PAGE_LANGUAGES.map(primaryLanguage);
/** Keywords that a model reads and that every client accepts. The service checks the others too, and its errors name them. */
const SHOWN = new Set(['type', 'enum', 'description', 'properties', 'required', 'items']);

/**
 * Returns the tools as `tools/list` shows them. A model reads all of them before its first word: a text that an earlier argument of
 * the same name has is left out.
 */
export function describeTools(tools: readonly Tool[]) {
	const told = new Set<string>();
	return tools.map(tool => {
		const shown = describeTool(tool);
		return {...shown, inputSchema: toldOnce(shown.inputSchema, told)};
	});
}

/** Returns the tool by itself. Of a response it shows the members, for the response itself is read as well. */
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

/** Returns the schema without those texts of its properties that `told` has by their names, and adds the others to it. */
function toldOnce(schema: Schema, told: Set<string>): Schema {
	const {properties, items} = schema;
	const shown = Object.entries(properties ?? {}).map(([name, {description, ...rest}]) => {
		const text = `${name}: ${description}`;
		const isNew = description !== undefined && !told.has(text);
		told.add(text);
		return [name, toldOnce({...rest, ...(isNew && {description})}, told)];
	});
	return {...schema, ...(properties && {properties: Object.fromEntries(shown)}), ...(items && {items: toldOnce(items, told)})};
}

/** Returns the operation's input schema, of what another tool describes (`like`) the short form. */
function inputSchema({operation, like = {}}: Tool): Schema {
	const {properties, required} = operation.input as unknown as Schema;
	const shown = Object.entries(properties!).map(([name, schema]) => [
		name,
		like[name] === undefined ? plain(schema) : {...namesOnly(schema), ...(like[name] && {description: like[name]})},
	]);
	return {type: 'object', properties: Object.fromEntries(shown), ...(required !== undefined && {required}), additionalProperties: false};
}

/**
 * Returns the short form of an argument that another tool describes: type, few choices, names, and names one level
 * deeper. Lists keep everything, because only this schema describes their items; lists within them keep names.
 */
function namesOnly(schema: Schema, depth = 0): Schema {
	const {type, enum: values, properties, items} = plain(schema);
	const members = Object.entries(properties ?? {}).filter(([, inner]) => depth < 1 || !inner.properties);
	return {
		type,
		...(values && values.length <= FEW && {enum: values}),
		...(properties && {properties: Object.fromEntries(members.map(([name, inner]) => [name, namesOnly(inner, depth + 1)]))}),
		...(items && {items: namesOnly(items, depth < 0 ? 0 : IN_LISTS)}),
	};
}

/**
 * Returns the schema in the form that the strictest client accepts: one type, no `null`, no choice between schemas,
 * enums of strings only, items for each list, at least one property for each object, and none of the keywords that some
 * clients refuse ([decision 79](../../../docs/decisions/0079-schemas-that-every-client-takes.md)).
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

/** Returns one object without a choice at its root: the members that every response has, each of one type. */
function outputSchema({operation, long, brief}: Tool): Schema {
	const bodies = Object.values(operation.success).map(({body}) => successBody(body) as unknown as Schema);
	const {properties, required} = bodies[0]!;
	const always = bodies.length === 1 && !long && !brief ? required! : ['ok'];
	const typed = always.flatMap(name => {
		const member = outline(properties![name]!);
		return member ? [[name, member] as const] : [];
	});
	return {type: 'object', properties: Object.fromEntries(typed)};
}

/** Returns a member's type, and the type of its items; null if it has several types. */
function outline({type, const: value, items}: Schema): Schema | null {
	const shown = value === undefined ? type : typeof value;
	if (typeof shown !== 'string') return null;
	return {type: shown, ...(shown === 'array' && {items: {type: typeof items?.type === 'string' ? items.type : 'object'}})};
}

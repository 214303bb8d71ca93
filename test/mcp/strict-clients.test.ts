import test from 'ava';
import {describeTool} from '../../api/mcp/tools/describe-tool.ts';
import {TOOLS} from '../../api/mcp/tools/index.ts';

/**
 * Checks every tool against the strictest reported rules of clients and models: VS Code (lists have items), Gemini (one
 * type, enums of strings, no foreign keyword, no object without properties), OpenAI and Claude (names, no choice at the
 * root), Cursor (names of 60 letters with the server's), Kimi and Muse (depth). These clients refuse all tools because
 * of one.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema.
type Schema = any;

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const KEYWORDS = ['type', 'enum', 'description', 'properties', 'required', 'items', 'minimum', 'maximum'];
const TOOL_NAME = /^[a-z][a-z_]{0,39}$/;
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const DEPTH = 9;

/** Returns the reasons for which a client would refuse the schema. */
function refusals(schema: Schema, path: string, depth = 0): string[] {
	const said: string[] = [];
	const refuse = (what: string) => said.push(`${path}: ${what}`);
	if (depth > DEPTH) refuse('is too deep');
	if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${path}: is no schema`];
	for (const keyword of Object.keys(schema)) {
		if (!KEYWORDS.includes(keyword) && !(depth === 0 && keyword === 'additionalProperties')) refuse(`has the keyword ${keyword}`);
	}
	if (!TYPES.includes(schema.type)) refuse(`is of the type ${JSON.stringify(schema.type)}`);
	if (schema.type === 'array' && (typeof schema.items !== 'object' || Array.isArray(schema.items))) refuse('is a list without items');
	if (schema.type !== 'array' && 'items' in schema) refuse('has items and is no list');
	if (schema.type === 'object' && depth > 0 && Object.keys(schema.properties ?? {}).length === 0) refuse('is an object without properties');
	if (schema.type !== 'object' && 'properties' in schema) refuse('has properties and is no object');
	if ('enum' in schema) {
		if (schema.type !== 'string') refuse('is an enum of what are no words');
		if (!Array.isArray(schema.enum) || schema.enum.length === 0 || schema.enum.length > 100) refuse('is an enum of too few or too many');
		if (schema.enum.some((value: unknown) => typeof value !== 'string' || value === ''))
			refuse('is an enum with something else than words');
		if (new Set(schema.enum).size !== schema.enum.length) refuse('is an enum with one word twice');
	}
	for (const name of schema.required ?? []) if (!Object.hasOwn(schema.properties ?? {}, name)) refuse(`requires ${name}, which it has not`);
	if ('description' in schema && (typeof schema.description !== 'string' || schema.description.length > 1000))
		refuse('is described too long');
	for (const [name, inner] of Object.entries(schema.properties ?? {})) {
		if (!PROPERTY_NAME.test(name)) refuse(`has a property of the name ${name}`);
		said.push(...refusals(inner, `${path}.${name}`, depth + 1));
	}
	if (schema.items) said.push(...refusals(schema.items, `${path}[]`, depth + 1));
	return said;
}

for (const tool of TOOLS) {
	const {name, description, inputSchema, outputSchema} = describeTool(tool) as {outputSchema?: Schema} & ReturnType<typeof describeTool>;

	test(`${name}: the strictest client takes it`, t => {
		t.regex(name, TOOL_NAME);
		t.true(description.length > 0 && description.length <= 1024);
		t.true(JSON.stringify(inputSchema).length < 15_000);
		t.deepEqual(refusals(inputSchema, name), []);
		// A list shows only its items' type, an object only its own.
		for (const [member, schema] of Object.entries<Schema>(outputSchema?.properties ?? {})) {
			t.true(TYPES.includes(schema.type), `${name} answers ${member}`);
			if (schema.type === 'array') t.true(TYPES.includes(schema.items.type), `${name} answers ${member}`);
		}
	});
}

test('the rules see what they are for', t => {
	const faulty: Schema[] = [
		{type: 'array'},
		{type: 'array', items: [{type: 'string'}]},
		{type: ['string', 'null']},
		{type: 'string', enum: ['a', null]},
		{type: 'integer', enum: [1, 2]},
		{type: 'string', enum: ['']},
		{type: 'object'},
		{type: 'object', properties: {$schema: {type: 'string'}}},
		{type: 'object', properties: {a: {type: 'string'}}, required: ['b']},
		{anyOf: [{type: 'string'}]},
		{$ref: '#/$defs/x'},
		{type: 'boolean', const: true},
		{type: 'string', format: 'uri'},
		{type: 'string', pattern: '^a'},
		{type: 'string', default: 'a'},
		{type: 'object', properties: {a: {type: 'string'}}, additionalProperties: false},
		{},
	];
	for (const schema of faulty) t.true(refusals({type: 'object', properties: {a: schema}}, 'x').length > 0, JSON.stringify(schema));
});

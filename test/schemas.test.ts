import {Ajv2020} from 'ajv/dist/2020.js';
import test from 'ava';
import {TOOLS} from '../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../api/operations/owner/index.ts';
import {LIMITS, NOT_BLANK} from '../shared/contract/limits.ts';
import {ReceivedReport, Report} from '../shared/contract/visitors/report.ts';
import {JOBS} from '../shared/queue/jobs.ts';

/** Tests the promises of every input's schema, including new ones, so that no input can keep a process busy. */

type Schema = Record<string, unknown> & {type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]};

const INPUTS: Array<[name: string, schema: Schema]> = [
	...[...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS].map(({name, input}) => named(name, input)),
	...TOOLS.map(({name, operation}) => named(`tool ${name}`, operation.input)),
	...JOBS.map(({name, input}) => named(`job ${name}`, input)),
	named('report', Report),
	named('received report', ReceivedReport),
];

function named(name: string, schema: object): [name: string, schema: Schema] {
	return [name, schema as Schema];
}

/** The schemas inside, with the place of each. */
function inside(schema: Schema, place: string): Array<[Schema, string]> {
	const named = Object.entries({...schema.properties, ...(schema.patternProperties as Record<string, Schema>)});
	const single = ['items', 'propertyNames', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];
	const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
	return [
		...named.map(([name, inner]) => [inner, `${place}.${name}`] as [Schema, string]),
		...single.flatMap(name => (typeof schema[name] === 'object' ? [[schema[name], `${place} ${name}`] as [Schema, string]] : [])),
		...listed.flatMap(name => ((schema[name] as Schema[]) ?? []).map(inner => [inner, `${place} ${name}`] as [Schema, string])),
	];
}

function wrongs(schema: Schema, place: string): string[] {
	const {type} = schema;
	const has = (...names: string[]) => names.some(name => schema[name] !== undefined);
	const found = [
		has('enum') && !type && 'a choice without a type',
		has('uniqueItems', 'contains') && !(type === 'array' && has('maxItems')) && 'uniqueItems or contains without type and maxItems',
		has('pattern', 'format') &&
			schema.pattern !== NOT_BLANK &&
			!(type === 'string' && has('maxLength')) &&
			'a pattern or format without type and maxLength',
		type === 'array' && !has('maxItems') && 'an array without maxItems',
		type === 'array' && !(schema.items?.type ?? schema.items?.anyOf) && 'an array whose items have no type',
		type === 'object' && schema.additionalProperties !== false && !has('maxProperties') && 'an open object without maxProperties',
		has('patternProperties') && !has('maxProperties') && 'a record without maxProperties',
	];
	return [
		...found.filter(wrong => wrong !== false).map(wrong => `${place}: ${wrong}`),
		...inside(schema, place).flatMap(([inner, where]) => wrongs(inner, where)),
	];
}

/** How many values and names the largest input has that a schema takes: as the pass over a body counts them. */
function mostValues(schema: Schema): number {
	if (schema.anyOf) return Math.max(...schema.anyOf.map(mostValues));
	if (schema.type === 'array') return 1 + (schema.maxItems as number) * mostValues(schema.items!);
	const named = Object.values(schema.properties ?? {}).reduce((sum, inner) => sum + mostValues(inner), 0);
	const records = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>).map(mostValues);
	return 1 + named + ((schema.maxProperties as number) ?? 0) * Math.max(0, ...records);
}

function deepest(schema: Schema): number {
	return 1 + Math.max(0, ...inside(schema, '').map(([inner]) => deepest(inner)));
}

test('no schema of an input lets a check grow beyond what the input may hold', t => {
	t.deepEqual(
		INPUTS.flatMap(([name, schema]) => wrongs(schema, name)),
		[],
	);
});

test('every schema of an input or an answer is one by the schema of schemas', t => {
	const ajv = new Ajv2020({allErrors: true});
	const answers = [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS].flatMap(({name, success}) =>
		Object.entries(success).map(([status, {body}]) => [`${name} ${status}`, body] as const),
	);
	for (const [name, schema] of [...INPUTS, ...answers]) t.true(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
	t.false(ajv.validateSchema({type: 'objekt'}));
});

test('the schema that froze the service is found', t => {
	const schema = {
		type: 'object',
		additionalProperties: false,
		properties: {scopes: {type: 'array', items: {enum: ['a']}, uniqueItems: true}},
	};
	t.is(wrongs(schema as unknown as Schema, '').length, 4);
});

test('a body may hold as many values, as deep, as any operation can need, and the envelope of an agent around them', t => {
	for (const [name, schema] of INPUTS.filter(([name]) => !name.startsWith('job '))) {
		// Every field, button and hotspot of 500 steps in one document is refused in words: reading them would keep others waiting.
		// Nor is a change one of a step and of the settings at once: a hundred that set all of a step come to half of what this counts.
		const large = {put_tour: 1.5, change_tour: 2};
		const most = (Object.entries(large).find(([operation]) => name.endsWith(operation))?.[1] ?? 0.5) * LIMITS.jsonValues;
		t.true(mostValues(schema) < most, `${name}: ${mostValues(schema)}`);
		t.true(deepest(schema) < LIMITS.jsonDepth / 2, `${name}: ${deepest(schema)}`);
	}
});

test('what is called by a name cannot be called by blanks', t => {
	const names = INPUTS.flatMap(([place, schema]) => [[schema, place] as [Schema, string], ...everything(schema, place)]).filter(
		([{type, pattern, minLength}, place]) => place.endsWith('.name') && type === 'string' && (pattern ?? minLength) !== undefined,
	);
	t.true(names.length >= 10);
	t.deepEqual(
		names.filter(([{pattern}]) => pattern !== NOT_BLANK).map(([, place]) => place),
		[],
	);
	const seen = new RegExp(NOT_BLANK, 'u');
	for (const blank of [' ', '\t\n', '\u00a0', '\u200b', '\u3000', '\ufeff', '\u2060\u00ad', '\u3164', '\u2800', ' \u200d '])
		t.false(seen.test(blank), escape(blank));
	for (const name of ['a', ' a', '0', '·', '名', '🚀', '\u200bé', '-']) t.true(seen.test(name), name);
});

function everything(schema: Schema, place: string): Array<[Schema, string]> {
	return inside(schema, place).flatMap(([inner, where]) => [[inner, where] as [Schema, string], ...everything(inner, where)]);
}

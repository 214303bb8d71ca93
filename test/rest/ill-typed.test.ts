import test from 'ava';
import type {TSchema} from 'typebox';

import {TOOLS} from '../../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import type {Operation} from '../../api/pipeline/operation.ts';
import {parse, withoutNulls} from '../../api/pipeline/validate.ts';
import {AppError} from '../../shared/errors.ts';

/**
 * Checks that no input breaks a check, whatever the types of its parts: faults beyond the schema are looked for beside those of the schema, in
 * values that it refuses. Each fault says what would be right.
 */

type Schema = {type?: unknown; enum?: unknown[]; const?: unknown; anyOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema};
type Path = ReadonlyArray<string | number>;
type Input = Record<string, unknown>;

/** One value of each type, and lists and objects with the wrong values inside. */
const ILL_TYPED = [
	null,
	'x',
	'',
	0,
	-1,
	1.5,
	true,
	[],
	[null],
	['x'],
	[0],
	[[]],
	{},
	{x: 1},
	{to: 1},
	[{}],
	[{target: null}],
	[{step: 1, set: 'x'}],
];

const DEEPEST = 6;

for (const {name, operation} of [
	...[...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS].map(operation => ({name: operation.name, operation})),
	...TOOLS.map(({name, operation}) => ({name: `tool ${name}`, operation})),
]) {
	test(`${name}: values of other types are faults, each with what would be right`, t => {
		const said = new Set<string>();
		for (const input of inputsOf(operation)) for (const fault of wrongs(operation, input)) said.add(fault);
		t.deepEqual([...said], []);
	});
}

function* inputsOf({input}: Operation): Generator<Input> {
	const full = sample(input as Schema);
	for (const base of [{}, full])
		for (const path of pathsOf(input as Schema)) for (const value of ILL_TYPED) yield replaced(base, path, value) as Input;
}

/** Lists the faults of an input's refusal; none if the input is taken. */
function wrongs(operation: Operation, input: Input): string[] {
	try {
		parse(operation, (operation.nullIsAbsent ? withoutNulls(operation.input as TSchema, input) : input) as Input);
		return [];
	} catch (error) {
		if (!(error instanceof AppError)) return [`${JSON.stringify(input).slice(0, 200)}: ${error}`];
		return (error.errors ?? []).filter(({hint}) => !hint).map(({field, message}) => `${field}: ${message}`);
	}
}

function sample({enum: values, const: only, anyOf, type, properties = {}, items = {}}: Schema): unknown {
	if (values) return values[0];
	if (only !== undefined) return only;
	if (anyOf) return sample(anyOf[0]!);
	const [first] = [type].flat();
	if (first === 'array') return [sample(items)];
	if (first === 'object') return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sample(schema)]));
	return {integer: 1, number: 1, boolean: true}[String(first)] ?? 'abc';
}

/** The places of all values in an input, those in lists in the first item. */
function* pathsOf(schema: Schema, path: Path = []): Generator<Path> {
	if (path.length > DEEPEST) return;
	for (const {properties = {}, items} of schema.anyOf ?? [schema]) {
		const inner: Array<[string | number, Schema]> = [...Object.entries(properties), ...(items ? [[0, items] as [number, Schema]] : [])];
		for (const [name, found] of inner) {
			yield [...path, name];
			yield* pathsOf(found, [...path, name]);
		}
	}
}

function replaced(whole: unknown, [name, ...rest]: Path, value: unknown): unknown {
	if (name === undefined) return value;
	const within = (typeof whole === 'object' && whole !== null ? whole : {}) as Record<string | number, unknown>;
	const inner = replaced(within[name], rest, value);
	return typeof name === 'number' ? [inner] : {...within, [name]: inner};
}

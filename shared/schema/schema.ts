import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {TSchema} from 'typebox';
import type {Fault} from '../contract/error.ts';
import {LIMITS} from '../contract/limits.ts';
import {FORMATS, faultsFrom} from './faults.ts';

// All faults are collected at once; `verbose` adds each one's schema, which has its hint. A test checks that the schemas themselves are valid:
// the schema of schemas takes as long to compile as ten of ours.
export const VALIDATOR = {
	allErrors: true,
	verbose: true,
	strict: true,
	allowUnionTypes: true,
	meta: false,
	validateSchema: false,
	inlineRefs: false,
} as const;
const ajv = new Ajv2020(VALIDATOR);
addFormats.default(ajv, ['date-time', 'date']);
for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, {type: 'string', validate});
ajv.addVocabulary(['x-order']);

/**
 * Compiles a checker of one schema: it returns the faults, 100 at most; none if the value fits. `unnamed` properties
 * are left out of hints; `inFile`: the value is a file, which has these keys as well.
 */
export function compileSchema(schema: TSchema, unnamed: readonly string[] = [], inFile?: readonly string[]): (value: unknown) => Fault[] {
	const validate = ajv.compile(boundsFirst(schema, shared));
	return value => (validate(value) ? [] : faultsFrom(validate.errors ?? [], {unnamed, inFile}));
}

/** Least number of properties of an object that is compiled once and shared. Smaller ones are cheaper in place. */
const SHARED_FROM = 5;
const ids = new WeakMap<object, string>();
let count = 0;

/** Returns a reference to a large schema: tour and step, which most responses hold, are compiled once a process. */
function shared(schema: object): Record<string, unknown> {
	const {properties} = schema as {properties?: object};
	if (!properties || Object.keys(properties).length < SHARED_FROM) return boundsFirst(schema, shared);
	const id = ids.get(schema) ?? `shared-${++count}`;
	if (!ids.has(schema)) {
		ids.set(schema, id);
		ajv.addSchema(boundsFirst(schema, shared), id);
	}
	return {$ref: id};
}

type Schema = Record<string, unknown>;

/** Unknown properties that are reported one by one; what has more of them is refused as a whole. */
const UNKNOWN_REPORTED = 10 * LIMITS.faults;
/** Keywords that cost next to nothing to check, in any order. */
const BESIDE = ['type', 'description', 'enum', 'const', 'anyOf', '$id', 'title', 'default'];
const BOUNDS = ['maxLength', 'maxItems', 'maxProperties'];

/**
 * Reorders a schema so that sizes are checked first, and nothing else of a value that is too large.
 * Validators that collect all faults would go on through 100,000 items, or match patterns over megabytes.
 * `within`: converts the schemas inside.
 */
function boundsFirst(schema: object, within: (schema: object) => Schema = boundsFirst): Schema {
	const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inside(name, value, within)]));
	if (inner.additionalProperties === false && inner.maxProperties === undefined) {
		inner.maxProperties = Object.keys((inner.properties as object | undefined) ?? {}).length + UNKNOWN_REPORTED;
	}
	const bound = BOUNDS.find(name => inner[name] !== undefined);
	if (bound === undefined) return inner;
	const entries = Object.entries(inner);
	const costly = entries.filter(([name]) => name !== bound && !BESIDE.includes(name));
	if (costly.length === 0) return inner;
	const beside = entries.filter(([name]) => name === bound || BESIDE.includes(name));
	// The description is kept, since hints are made of it.
	const meaning = inner.description === undefined ? {} : {description: inner.description};
	const then: Schema = {...meaning, ...Object.fromEntries(costly)};
	return Object.fromEntries([...beside, ['if', {[bound]: inner[bound]}], ['then', then]]);
}

/** The schemas within a keyword. */
function inside(name: string, value: unknown, within: (schema: object) => Schema): unknown {
	switch (name) {
		case 'properties':
		case 'patternProperties':
			return Object.fromEntries(Object.entries(value as Record<string, object>).map(([key, schema]) => [key, within(schema)]));
		case 'anyOf':
			return (value as object[]).map(schema => within(schema));
		case 'items':
		case 'propertyNames':
		case 'additionalProperties':
			return typeof value === 'object' && value !== null ? within(value) : value;
		default:
			return value;
	}
}

import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {TSchema} from 'typebox';
import type {Fault} from '../contract/error.ts';
import {boundsFirst} from './bounds.ts';
import {faultsFrom} from './faults.ts';
import {FORMATS} from './formats.ts';

// Faults are collected all at once; `verbose` carries the schema of each, which has its hint. That the schemas are valid themselves is held by
// a test: the schema of schemas takes as long to compile as ten of ours.
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

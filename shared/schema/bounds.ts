import {LIMITS} from '../contract/limits.ts';

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
export function boundsFirst(schema: object, within: (schema: object) => Schema = boundsFirst): Schema {
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
	// The description goes along: the hints of faults are made of it.
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

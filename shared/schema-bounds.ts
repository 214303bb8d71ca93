import {LIMITS} from './contract/limits.ts';

type Schema = Record<string, unknown>;

/** Unknown properties that are reported one by one; what has more of them is refused as a whole. */
const UNKNOWN_TOLD = 10 * LIMITS.faults;
/** What stands beside a bound and costs next to nothing: it is judged whatever the bound says. */
const BESIDE = ['type', 'description', 'enum', 'const', 'anyOf', '$id', 'title', 'default'];
const BOUNDS = ['maxLength', 'maxItems', 'maxProperties'];

/**
 * The same schema, judged in another order: what a value has too much of is counted first, and where that is too much nothing else of the
 * value is looked at. A validator that collects all faults goes on otherwise, through 100,000 items or with a pattern over megabytes.
 */
export function boundsFirst(schema: object): Schema {
	const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inside(name, value)]));
	if (inner.additionalProperties === false && inner.maxProperties === undefined) {
		inner.maxProperties = Object.keys((inner.properties as object | undefined) ?? {}).length + UNKNOWN_TOLD;
	}
	const bound = BOUNDS.find(name => inner[name] !== undefined);
	if (bound === undefined) return inner;
	const entries = Object.entries(inner);
	const costly = entries.filter(([name]) => name !== bound && !BESIDE.includes(name));
	if (costly.length === 0) return inner;
	const beside = entries.filter(([name]) => name === bound || BESIDE.includes(name));
	// The description goes along: the hints of faults are made of it.
	const meaning = inner.description === undefined ? {} : {description: inner.description};
	const within: Schema = {...meaning, ...Object.fromEntries(costly)};
	return Object.fromEntries([...beside, ['if', {[bound]: inner[bound]}], ['then', within]]);
}

/** The schemas within a keyword. */
function inside(name: string, value: unknown): unknown {
	switch (name) {
		case 'properties':
		case 'patternProperties':
			return Object.fromEntries(Object.entries(value as Record<string, object>).map(([key, schema]) => [key, boundsFirst(schema)]));
		case 'anyOf':
			return (value as object[]).map(boundsFirst);
		case 'items':
		case 'propertyNames':
		case 'additionalProperties':
			return typeof value === 'object' && value !== null ? boundsFirst(value) : value;
		default:
			return value;
	}
}

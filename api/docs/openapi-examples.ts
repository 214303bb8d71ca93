import {readFileSync} from 'node:fs';

/** An operation's input and output in a real run. */
export type Example = {
	/** Values by the parameters' names, in the path or the query. */
	parameters?: Record<string, string | number>;
	/** A body of JSON. */
	request?: unknown;
	/** The body of each success by its status; events are text. */
	responses: Record<string, unknown>;
};
export type Examples = Record<string, Example | undefined>;

/** The address of the service in the examples. */
export const EXAMPLE_BASE = 'https://tours.example';
export const EXAMPLES_FILE = new URL('openapi-examples.json', import.meta.url);

/** Returns the examples that `npm run openapi` has recorded, as if this service had returned them. */
export function readExamples(baseUrl: string): Examples {
	return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8').replaceAll(EXAMPLE_BASE, baseUrl));
}

/**
 * Returns the example of a body as a named one: generators of types copy a single `example` into a comment of a line for
 * each value. Nothing where there is no example.
 */
export function exampleOf(value: unknown, name = 'recorded'): {examples?: Record<string, {value: unknown}>} {
	return value === undefined ? {} : {examples: {[name]: {value}}};
}

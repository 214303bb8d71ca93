/** Returns JSON with all keys sorted, so that equal values are equal texts, for hashing and comparing. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, part) => (isPlainObject(part) ? Object.fromEntries(Object.entries(part).sort(byKey)) : part));
}

/** True for a JSON object: no list and not `null`. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
	return a < b ? -1 : 1;
}

/** True if two JSON values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && canonicalJson(a) === canonicalJson(b);
}

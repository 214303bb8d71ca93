/** JSON with the keys of every object in order: the same value is always the same text, fit to be hashed and compared. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, part) => (isPlainObject(part) ? Object.fromEntries(Object.entries(part).sort(byKey)) : part));
}

/** True for an object of JSON, which is no list and not `null`. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
	return a < b ? -1 : 1;
}

/** True where two JSON values are the same. */
export function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && canonicalJson(a) === canonicalJson(b);
}

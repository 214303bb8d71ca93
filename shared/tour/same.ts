/** JSON with the keys of every object in order, so that the same value is the same text, whichever database has stored it. */
export function textOf(value: unknown): string {
	return JSON.stringify(value, (_key, part) =>
		part && typeof part === 'object' && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

/** True where two JSON values are the same. */
export function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && textOf(a) === textOf(b);
}

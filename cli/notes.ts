type Warning = {field: string; message: string; hint?: string | undefined};

/**
 * Returns the service's warnings about a tour as lines: equal ones make one line, at the first place. `placeOf`: how a field is named there.
 */
export function notesOf(warnings: readonly Warning[], placeOf: (field: string) => string = field => field): string[] {
	const places = new Map<string, string[]>();
	for (const {field, message, hint} of warnings) {
		const words = [message, hint].filter(Boolean).join(' ');
		places.set(words, [...(places.get(words) ?? []), placeOf(field)]);
	}
	return [...places].map(
		([words, [first, ...others]]) => `${first}${others.length > 0 ? ` and ${others.length} more` : ''}: note: ${words}`,
	);
}

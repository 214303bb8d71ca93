/** Members that hold values of their own, each compared by itself. */
const NESTED = new Set(['colors', 'fields', 'voices']);

/** Returns the values of a tour's settings by their names, such as `theme.colors.accent`. */
export function settingLeaves(values: object): Map<string, unknown> {
	const leaves = new Map<string, unknown>();
	for (const [part, members] of Object.entries(values)) {
		// A list is one value.
		if (Array.isArray(members)) leaves.set(part, members);
		for (const [name, value] of Array.isArray(members) ? [] : entriesOf(members)) {
			if (!NESTED.has(name)) leaves.set(`${part}.${name}`, value);
			else for (const [key, leaf] of entriesOf(value)) leaves.set(`${part}.${name}.${key}`, leaf);
		}
	}
	return leaves;
}

/** Returns the settings with these values. */
export function settingsFrom(leaves: Iterable<readonly [string, unknown]>): Record<string, Record<string, unknown>> {
	const settings: Record<string, Record<string, unknown>> = {};
	for (const [name, value] of leaves) {
		const [part, member, key] = name.split('.') as [string, string | undefined, string | undefined];
		// A list is one value.
		if (member === undefined) settings[part] = value as Record<string, unknown>;
		else {
			settings[part] ??= {};
			settings[part][member] = key === undefined ? value : {...(settings[part][member] as object), [key]: value};
		}
	}
	return settings;
}

function entriesOf(value: unknown): Array<[string, unknown]> {
	return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The keywords of an operation's schema. */
export type Schema = {
	type?: string;
	const?: unknown;
	enum?: unknown[];
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	minItems?: number;
	minimum?: number;
	maxLength?: number;
	pattern?: string;
	format?: string;
};

/** Returns valid bodies for the schema, each with `word` in one of its texts. */
export function bodiesWith(schema: Schema, word: string): unknown[] {
	if (schema.anyOf) return schema.anyOf.flatMap(inner => bodiesWith(inner, word));
	if (schema.type === 'object')
		return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
			const rest = sample(schema) as object;
			return bodiesWith(inner, word).map(value => ({...rest, [name]: value}));
		});
	if (schema.type === 'array') return schema.items ? bodiesWith(schema.items, word).map(value => [value]) : [];
	return schema.type === 'string' && schema.const === undefined && !schema.enum ? [word] : [];
}

/** Returns the smallest valid value for the schema, except that a text may not match its pattern. */
function sample(schema: Schema): unknown {
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (schema.anyOf) return sample(schema.anyOf[0]!);
	switch (schema.type) {
		case 'object':
			return Object.fromEntries((schema.required ?? []).map(name => [name, sample(schema.properties![name]!)]));
		case 'array':
			return Array.from({length: schema.minItems ?? 0}, () => sample(schema.items!));
		case 'integer':
			return schema.minimum ?? 1;
		case 'number':
			return Math.max(schema.minimum ?? 0, 0.25);
		case 'boolean':
			return true;
		case 'string':
			return sampleText(schema);
		default:
			return null;
	}
}

function sampleText({format, pattern = ''}: Schema): string {
	if (format === 'uri' || pattern.includes('https')) return 'https://example.org/';
	if (format === 'date') return '2026-01-01';
	if (pattern.includes('64')) return 'a'.repeat(64);
	if (pattern.startsWith('^#')) return '#336699';
	return 'en';
}

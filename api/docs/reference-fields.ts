import {escapeHtml} from '../../shared/html.ts';

/** The parts of a JSON Schema that are read; each occurs in the descriptions of our operations. */
export type Schema = {
	type?: string | string[];
	description?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	patternProperties?: Record<string, Schema>;
	required?: string[];
	format?: string;
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
};

/** The properties of an object as nested lists: name, type, limits, meaning. `asked`: whether to tell the required from the optional. */
export function fieldList(schema: Schema, {asked}: {asked: boolean}): string {
	const fields = Object.entries(schema.properties ?? {}).map(([name, property]) =>
		field(name, property, {required: asked && (schema.required ?? []).includes(name), asked}),
	);
	return `<ul class="fields">${fields.join('')}</ul>`;
}

/** One property, with those of the object that it holds below it. */
export function field(name: string, schema: Schema, {required, asked}: {required: boolean; asked: boolean}): string {
	const inner = objectIn(schema);
	const demand = required ? '<strong>required</strong>' : '';
	const meaning = schema.description ?? (inner === schema ? undefined : inner?.description);
	const words = [escapeHtml(typeOf(schema)), ...limitsOf(schema)].join(', ');
	return (
		`<li><p class="name"><code>${escapeHtml(name)}</code> <span>${words}</span>${demand}</p>` +
		`${valuesOf(schema)}${meaning ? `<p>${escapeHtml(meaning)}</p>` : ''}${inner ? fieldList(inner, {asked}) : ''}</li>`
	);
}

/** The type in words: `string`, `integer or null`, `object[]`, `"PUT"`. */
export function typeOf(schema: Schema): string {
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
	if (schema.enum) return [...new Set(schema.enum.map(value => (value === null ? 'null' : typeof value)))].join(' or ');
	if (schema.items) return `${typeOf(schema.items)}[]`;
	if (schema.patternProperties) return `map of ${Object.values(schema.patternProperties).map(typeOf).join(', ')}`;
	return [schema.type ?? 'any value'].flat().join(' or ');
}

function limitsOf(schema: Schema): string[] {
	const {minLength, maxLength, minimum, maximum, format, pattern} = valueIn(schema);
	return [
		range('characters', minLength, maxLength),
		range('', minimum, maximum),
		format ?? '',
		pattern ? `<code>${escapeHtml(pattern)}</code>` : '',
	].filter(Boolean);
}

function valuesOf(schema: Schema): string {
	const values = (valueIn(schema).enum ?? []).filter(value => value !== null);
	return values.length > 0 ? `<p class="values">${values.map(value => `<code>${escapeHtml(String(value))}</code>`).join(' ')}</p>` : '';
}

/** Returns the schema of a nullable value without its null, or of a list's items. */
function valueIn(schema: Schema): Schema {
	return schema.anyOf?.find(part => part.type !== 'null') ?? schema.items ?? schema;
}

function range(unit: string, min: number | undefined, max: number | undefined): string {
	const least = unit && min === 0 ? undefined : min;
	if (least === undefined) return max === undefined ? '' : `at most ${max} ${unit}`.trim();
	if (max !== undefined) return `${least} to ${max} ${unit}`.trim();
	return unit && least === 1 ? 'not empty' : `at least ${least} ${unit}`.trim();
}

/** The object with known properties that a value is, may be, or is a list of. */
function objectIn(schema: Schema): Schema | undefined {
	if (schema.properties) return schema;
	if (schema.items) return objectIn(schema.items);
	return schema.anyOf?.map(objectIn).find(Boolean);
}

export type Components = ReturnType<typeof openComponents>;

/** JSON Schema of ours, or a reference to one. */
type Schema = Record<string, unknown> & {
	title?: string;
	description?: string;
	type?: string | string[];
	properties?: Record<string, Schema>;
	anyOf?: Schema[];
};

/** Formats that only this service knows: the descriptions say the same in words. */
const OWN_FORMATS = ['https-url', 'language-tag'];

/**
 * Collects objects as named components, so that a generated client has one type for each. An object is named by its
 * `title`, else by its place: operation, then property.
 */
export function openComponents() {
	const schemas = new Map<string, Schema>();
	return {
		/** Returns the schema with references in place of its objects. They take no properties that they do not name. */
		ofRequest: (schema: object, name: string) => refer(schema as Schema, name, {schemas, isClosed: true}),
		/** Returns the same for a response. Objects that occur only in responses may have more properties later. */
		ofResponse: (schema: object, name: string) => refer(schema as Schema, name, {schemas, isClosed: false}),
		/** Returns all components by name, in alphabetical order. */
		all: () => Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
	};
}

type Collected = {schemas: Map<string, Schema>; isClosed: boolean};

function refer(schema: Schema, name: string, collected: Collected): Schema {
	const {title = name, description, type, ...rest} = schema;
	if (!schema.properties) return withoutObjects(schema, name, collected);
	const meaning = description === undefined ? {} : {description};
	const known = define(title, {type: 'object', ...meaning, ...withoutObjects(rest, title, collected)}, collected);
	const reference = {$ref: `#/components/schemas/${title}`};
	if (Array.isArray(type)) return {anyOf: [reference, {type: 'null'}], ...meaning};
	return description === known.description ? reference : {...reference, ...meaning};
}

/** Throws if the name has another schema already: each of the two needs a `title`. */
function define(name: string, {additionalProperties, ...schema}: Schema, {schemas, isClosed}: Collected): Schema {
	const known = schemas.get(name);
	if (!known) {
		const defined = {...schema, ...(isClosed && {additionalProperties})};
		schemas.set(name, defined);
		return defined;
	}
	if (shapeOf(known) !== shapeOf(schema)) throw new Error(`Two schemas have the name ${name}: give one of them another title.`);
	return known;
}

/** The schema without what may differ between two uses of it. */
function shapeOf({description: _description, additionalProperties: _closed, ...shape}: Schema): string {
	return JSON.stringify(shape);
}

function withoutObjects(schema: Schema, name: string, collected: Collected): Schema {
	const within = (inner: Schema, part: string) => refer(inner, `${name}${part}`, collected);
	const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
		switch (keyword) {
			case 'properties':
				return [keyword, Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, within(inner, pascalCase(key))]))];
			case 'patternProperties':
				// Every name fits our one pattern, and few generators know this keyword.
				return ['additionalProperties', within(Object.values(value as Record<string, Schema>)[0]!, 'Value')];
			case 'anyOf':
				return [keyword, (value as Schema[]).map(inner => within(inner, ''))];
			case 'items':
				return [keyword, within(value as Schema, 'Item')];
			case 'propertyNames':
				return [keyword, within(value as Schema, 'Name')];
			default:
				return [keyword, value];
		}
	});
	return Object.fromEntries(entries.filter(([keyword, value]) => keyword !== 'format' || !OWN_FORMATS.includes(value as string)));
}

/** `create_tour` as `CreateTour`, `image` as `Image`. */
export function pascalCase(name: string): string {
	return name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

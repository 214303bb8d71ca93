/** A backslash escapes the next character in only some `sql_mode`s; NUL cuts a statement short in some tools. */
const MODE_DEPENDENT = /[\\\0]/;

/**
 * Returns `sql` with each `?` replaced by its value, as a literal with one meaning in every `sql_mode`. Arrays become
 * lists (`IN (?)`), arrays of arrays rows (`VALUES ?`). The connection's character set must be utf8mb4. Throws
 * TypeError if the numbers of `?` and values differ, or if a value has no literal in SQL.
 */
export function formatSql(sql: string, values: readonly unknown[] = []): string {
	// A definition may have a `?` and no values.
	if (values.length === 0) return sql;
	const pieces = sql.split('?');
	if (pieces.length !== values.length + 1)
		throw new TypeError(`A statement has ${pieces.length - 1} places and got ${values.length} values.`);
	let text = pieces[0]!;
	for (const [index, value] of values.entries()) text += literal(value) + pieces[index + 1]!;
	return text;
}

function literal(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return textLiteral(value);
		case 'number':
			if (!Number.isFinite(value)) throw new TypeError(`${value} is no number of SQL.`);
			return String(value);
		case 'bigint':
		case 'boolean':
			return String(value);
		case 'undefined':
			return 'NULL';
		case 'object':
			return objectLiteral(value);
		default:
			throw new TypeError(`A ${typeof value} is no value of SQL.`);
	}
}

function textLiteral(value: string): string {
	// Without an introducer it would be a byte string, which compares and concatenates differently.
	if (MODE_DEPENDENT.test(value)) return `_utf8mb4 x'${Buffer.from(value).toString('hex')}'`;
	return `'${value.replaceAll("'", "''")}'`;
}

function objectLiteral(value: object | null): string {
	if (value === null) return 'NULL';
	if (Array.isArray(value)) return value.map(item => (Array.isArray(item) ? `(${objectLiteral(item)})` : literal(item))).join(', ');
	if (value instanceof Uint8Array) return `x'${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}'`;
	// Every connection uses UTC.
	if (value instanceof Date) return `'${value.toISOString().replace('T', ' ').replace('Z', '')}'`;
	throw new TypeError('An object is no value of SQL: write it as JSON.');
}

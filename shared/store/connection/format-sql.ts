/** In one `sql_mode` a backslash escapes what follows, in another it is a character; NUL ends what some tools show of a statement. */
const MODE_DEPENDENT = /[\\\0]/;

/**
 * Returns `sql` with each `?` replaced by its value as a literal that means the same in every `sql_mode`. Arrays become lists (`IN (?)`), arrays of
 * arrays rows (`VALUES ?`). The connection's character set must be utf8mb4. Throws TypeError where the numbers of `?` and of values differ, and
 * for a value that is no literal of SQL.
 */
export function formatSql(sql: string, values: readonly unknown[] = []): string {
	// A definition may hold a `?` and take no values.
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
	// Without an introducer it would be bytes, which compare and concatenate otherwise than text.
	if (MODE_DEPENDENT.test(value)) return `_utf8mb4 x'${Buffer.from(value).toString('hex')}'`;
	return `'${value.replaceAll("'", "''")}'`;
}

function objectLiteral(value: object | null): string {
	if (value === null) return 'NULL';
	if (Array.isArray(value)) return value.map(item => (Array.isArray(item) ? `(${objectLiteral(item)})` : literal(item))).join(', ');
	if (value instanceof Uint8Array) return `x'${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}'`;
	// Every connection is in UTC.
	if (value instanceof Date) return `'${value.toISOString().replace('T', ' ').replace('Z', '')}'`;
	throw new TypeError('An object is no value of SQL: write it as JSON.');
}

import {openConnection} from '../../shared/store/connection/connection.ts';

const LITERAL = /(?:_utf8mb4 )?(?:\bx)?'(?:[^']|'')*'|(?<![\w`])-?\d+(?:\.\d+)?|\b(?:NULL|true|false)\b/g;
const LIST = /\?(?:\s*,\s*\?)+/g;
/** Rows of values; the code's statements have one placeholder for all rows. */
const ROWS = /\bVALUES \(\?\)(?:\s*,\s*\(\?\))*/g;

/**
 * Returns a statement without its values: literals, placeholders and lists of them become one `?`. Quotes are read as
 * every `sql_mode` reads them if the statement has no backslash.
 */
export function shapeOf(statement: string): string {
	return statement.replace(LITERAL, '?').replace(/\s+/g, ' ').replace(LIST, '?').replace(ROWS, 'VALUES ?').trim();
}

/** Makes the server log every statement from now on. */
export async function beginLog(databaseUrl: string): Promise<void> {
	await administer(databaseUrl, "SET GLOBAL log_output = 'TABLE'", 'TRUNCATE mysql.general_log', 'SET GLOBAL general_log = 1');
}

/** Returns the statements that the server received since `beginLog`, as it parsed them. */
export async function endLog(databaseUrl: string): Promise<string[]> {
	await administer(databaseUrl, 'SET GLOBAL general_log = 0');
	const rows = await administer(databaseUrl, "SELECT argument FROM mysql.general_log WHERE command_type = 'Query'");
	return (rows as Array<{argument: Buffer | string}>).map(({argument}) => argument.toString());
}

/** Runs statements on a separate connection; returns the last one's rows. */
export async function administer(databaseUrl: string, ...statements: string[]): Promise<unknown> {
	const connection = openConnection(databaseUrl).promise();
	try {
		let found: unknown;
		for (const statement of statements) [found] = await connection.query(statement);
		return found;
	} finally {
		await connection.end();
	}
}

import type {Socket} from 'node:net';
import * as mysql from 'mysql2';
import type {DataSourceOptions} from 'typeorm';
import {readDatabaseUrl} from '../../config/addresses.ts';

/** Seconds that a connection without its own limit may be silent: a backup reads one table after the other. */
const SILENT_SECONDS = 3600;
/** Milliseconds: a process that is busy with large bodies notices late that it is connected. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Sets the server's variables on which the statements' meaning depends. `sql_mode` has modes that both servers know,
 * and none that changes quotes, backslashes, `||` or blanks. The collation is utf8mb4's default, which literals with an
 * introducer have (`formatSql`). Each server ignores the other's comment.
 */
const SESSION = `NAMES utf8mb4,
	sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
	time_zone = '+00:00', autocommit = 1, completion_type = 0, sql_auto_is_null = 0, sql_safe_updates = 0, sql_big_selects = 1,
	sql_select_limit = 18446744073709551615, foreign_key_checks = 1, unique_checks = 1, group_concat_max_len = 1048576,
	div_precision_increment = 4, default_storage_engine = InnoDB,
	wait_timeout = ${SILENT_SECONDS}
	/*M! , tx_isolation = 'READ-COMMITTED', tx_read_only = 0, max_sort_length = 1024, old_mode = '' */
	/*!80000 , transaction_isolation = 'READ-COMMITTED', transaction_read_only = 0 */`;

/** A connection of the driver, with the socket that its types omit. */
export type Connection = mysql.Connection & {stream: Socket};

/** A backslash escapes the next character in only some `sql_mode`s; NUL cuts a statement short in some tools. */
const MODE_DEPENDENT = /[\\\0]/;

/**
 * Returns options of a TypeORM data source whose connections all begin with the session's settings, and with `more`
 * (`name = value, …`). `onConnection` receives each connection.
 */
export function sourceOptions(databaseUrl: string, more = '', onConnection: (connection: Connection) => void = () => {}) {
	return {
		type: 'mariadb',
		...readDatabaseUrl(databaseUrl),
		charset: 'utf8mb4',
		timezone: 'Z',
		// No column has numbers beyond 2^53; looking for them in every tour's JSON takes the driver longer than parsing it.
		supportBigNumbers: false,
		driver: {
			...mysql,
			createPool(options: mysql.PoolOptions) {
				const pool = mysql.createPool({connectTimeout: CONNECT_TIMEOUT_MS, ...options, queryFormat: formatSql});
				return pool.on('connection', connection => {
					prepareSession(connection as Connection & mysql.PoolConnection, more);
					onConnection(connection as Connection & mysql.PoolConnection);
				});
			},
		},
	} as const satisfies DataSourceOptions;
}

/**
 * Opens one connection that begins with the session's settings, and with `more`. Its first statement fails if the
 * server refuses them, or is unreachable for `connectTimeout` ms.
 */
export function openConnection(databaseUrl: string, {more = '', connectTimeout = CONNECT_TIMEOUT_MS} = {}): Connection {
	const {username: user, ...options} = readDatabaseUrl(databaseUrl);
	const connection = mysql.createConnection({
		...options,
		user,
		connectTimeout,
		charset: 'utf8mb4',
		timezone: 'Z',
		queryFormat: formatSql,
	}) as Connection;
	prepareSession(connection, more);
	// The current or next statement receives the error.
	return connection.on('error', () => {});
}

/** Sends the settings before every other statement. If the server refuses them, no other statement is sent. */
function prepareSession(connection: Connection, more: string): void {
	connection.query(`SET ${SESSION}${more && `, ${more}`}`, error => error && connection.stream.destroy(refused(error)));
}

function refused(error: mysql.QueryError): Error {
	// A network error explains itself.
	if (!error.sqlState) return error;
	const message = `The database refuses settings that every statement relies on (${error.message}). Use MariaDB 10.6 or later, or MySQL 8.0.21 or later.`;
	// The driver marks the errors of a closed connection like this.
	return Object.assign(new Error(message, {cause: error}), {fatal: true});
}

/**
 * Returns `sql` with each `?` replaced by its value, as a literal with one meaning in every `sql_mode`. Arrays become
 * lists (`IN (?)`), arrays of arrays rows (`VALUES ?`). The connection's character set must be utf8mb4. Throws
 * TypeError if the numbers of `?` and values differ, or if a value has no literal in SQL.
 */
export function formatSql(sql: string, values: readonly unknown[] = []): string {
	// A statement that defines a table may contain a `?` and have no values.
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

import type {Connection, TypeCast} from 'mysql2';
import type {Config} from '../../config/config.ts';
import {openConnection} from '../connection/connection.ts';

/** Columns of a table in their order. `binary`: its values are bytes, written as base64. */
export type TableShape = {name: string; columns: Array<{name: string; binary: boolean}>};
/** The values of a row in the order of the columns: everything as text, so that no number is rounded and no time is shifted. */
export type Row = Array<string | null>;

/** Table of the migrations that ran. Migrations create it themselves, so it is in no backup. */
const MIGRATIONS_TABLE = 'migrations';
/** Table of current leases, which are in no backup. */
const LEASES = 'leases';
/** Table that exists during a restore, while the database holds half a backup. */
const RESTORE_MARK = 'restore_under_way';
const BINARY_TYPES = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob']);
/** Rows of one INSERT, and the characters of their values at most: servers take statements of 16 MiB and more. */
const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 2 * 1024 * 1024;
/** Seconds that the server waits for a slow reader, so that a slow disk does not end the snapshot. */
const READER_SECONDS = 3600;

export type BackupDatabase = {
	/** Begins a transaction that keeps seeing the present state of the database; `close` ends it. */
	snapshot(): Promise<void>;
	/** Names of the migrations that ran, oldest first; none where the database has no tables. */
	migrations(): Promise<string[]>;
	/** All tables but those of migrations, of leases and of a restore, by name. */
	tables(): Promise<TableShape[]>;
	rows(table: TableShape): AsyncIterable<Row>;
	/** Replaces all rows of the table by these; returns how many. */
	replaceRows(table: TableShape, rows: AsyncIterable<Row>): Promise<number>;
	/** True if a restore began and did not end. */
	isHalfRestored(): Promise<boolean>;
	/** True if all tables are empty. */
	isEmpty(): Promise<boolean>;
	/** Removes all tables, and marks that a restore is under way. */
	beginRestore(): Promise<void>;
	endRestore(): Promise<void>;
	close(): Promise<void>;
};

type Select = (sql: string, values?: unknown[]) => Promise<Array<Record<string, string>>>;

/** Opens a connection that reads and writes whole tables, whichever version of the schema they have. */
export async function openBackupDatabase({databaseUrl}: Pick<Config, 'databaseUrl'>): Promise<BackupDatabase> {
	const connection = openConnection(databaseUrl, {more: `net_write_timeout = ${READER_SECONDS}`});
	const ask = connection.promise();
	const select: Select = async (sql, values = []) => (await ask.query(sql, values))[0] as Array<Record<string, string>>;
	const run = async (sql: string) => void (await ask.query(sql));
	await run('SET SESSION foreign_key_checks = 0');
	const names = async () => (await select("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")).map(row => Object.values(row)[0]!);
	const tableNames = async () => (await names()).filter(name => ![MIGRATIONS_TABLE, LEASES, RESTORE_MARK].includes(name)).sort();

	return {
		async snapshot() {
			await run('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
			await run('START TRANSACTION WITH CONSISTENT SNAPSHOT');
		},
		async migrations() {
			if (!(await names()).includes(MIGRATIONS_TABLE)) return [];
			return (await select(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`)).map(({name}) => name!);
		},
		async tables() {
			const shapes = [];
			for (const name of await tableNames()) shapes.push({name, columns: await columnsOf(select, name)});
			return shapes;
		},
		rows: table => rowsOf(connection, table),
		async replaceRows(table, rows) {
			// Some migrations insert rows.
			await run(`DELETE FROM ${quoted(table.name)}`);
			return insertRows(values => ask.query(insertSql(table), [values]), table, rows);
		},
		isHalfRestored: async () => (await names()).includes(RESTORE_MARK),
		async isEmpty() {
			for (const name of await tableNames()) if ((await select(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)).length > 0) return false;
			return true;
		},
		async beginRestore() {
			await run(`CREATE TABLE IF NOT EXISTS ${RESTORE_MARK} (id INT PRIMARY KEY)`);
			for (const name of await names()) if (name !== RESTORE_MARK) await run(`DROP TABLE ${quoted(name)}`);
		},
		endRestore: () => run(`DROP TABLE ${RESTORE_MARK}`),
		close: () => ask.end(),
	};
}

async function columnsOf(select: Select, table: string): Promise<TableShape['columns']> {
	const rows = await select(
		`SELECT COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS
		WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND EXTRA NOT LIKE '%GENERATED%' ORDER BY ORDINAL_POSITION`,
		[table],
	);
	return rows.map(({name, type}) => ({name: name!, binary: BINARY_TYPES.has(type!.toLowerCase())}));
}

/** Streams a table's rows, so that no table needs to fit into memory. */
async function* rowsOf(connection: Connection, {name, columns}: TableShape): AsyncIterable<Row> {
	const binary = new Set(columns.filter(column => column.binary).map(column => column.name));
	const typeCast: TypeCast = field => (binary.has(field.name) ? (field.buffer()?.toString('base64') ?? null) : field.string());
	const sql = `SELECT ${columnList(columns)} FROM ${quoted(name)}`;
	yield* connection.query({sql, rowsAsArray: true, typeCast}).stream() as AsyncIterable<Row>;
}

async function insertRows(
	insert: (rows: unknown[][]) => Promise<unknown>,
	{columns}: TableShape,
	rows: AsyncIterable<Row>,
): Promise<number> {
	let inserted = 0;
	let characters = 0;
	let batch: unknown[][] = [];
	const flush = async () => {
		if (batch.length > 0) await insert(batch);
		inserted += batch.length;
		characters = 0;
		batch = [];
	};
	for await (const row of rows) {
		batch.push(row.map((value, index) => (value !== null && columns[index]!.binary ? Buffer.from(value, 'base64') : value)));
		characters += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
		if (batch.length === ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
	}
	await flush();
	return inserted;
}

function insertSql({name, columns}: TableShape): string {
	return `INSERT INTO ${quoted(name)} (${columnList(columns)}) VALUES ?`;
}

function columnList(columns: TableShape['columns']): string {
	return columns.map(({name}) => quoted(name)).join(', ');
}

function quoted(name: string): string {
	return `\`${name.replaceAll('`', '``')}\``;
}

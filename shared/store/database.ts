import {setTimeout as sleep} from 'node:timers/promises';
import {DataSource, type EntityManager, type QueryRunner} from 'typeorm';
import type {Config} from '../config/config.ts';
import {metrics} from '../metrics/metrics.ts';
import {noteInSpan, traced} from '../tracing/tracing.ts';
import {type Connection, sourceOptions} from './connection/connection.ts';
import {requireDatabase, sayNotConnected} from './connection/probe.ts';
import {ENTITIES} from './entities/entities.ts';

/** The connection of a store function: a transaction, or the database itself. */
export type Db = EntityManager;

/** The end of a list's page: the time and the id of its last row. */
export type Cursor = {at: Date; id: string};

/** Returns the condition of rows after the cursor in a list with the newest first, of all rows without one. Its first half is a range of an index. */
export function earlier(time: string, id: string, after: Cursor | null): {sql: string; values: unknown[]} {
	if (!after) return {sql: 'TRUE', values: []};
	return {sql: `(${time} <= ? AND (${time} < ? OR ${id} < ?))`, values: [after.at, after.at, after.id]};
}

/** Seconds that a statement may wait for a row that another transaction has locked. */
const LOCK_WAIT_SECONDS = 10;
/** Seconds of silence after which the server closes a connection: its process must have died before closing it. */
const SILENT_SECONDS = 30;
/** Seconds that a transaction may be silent, which limits how long a frozen machine keeps rows locked. MySQL has only the other limit. */
const IDLE_TRANSACTION_SECONDS = 10;
const BOUNDS = `innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}, wait_timeout = ${SILENT_SECONDS}
	/*M! , idle_transaction_timeout = ${IDLE_TRANSACTION_SECONDS} */`;
/** Milliseconds of silence after which a connection is given up, because a hanging server never times out. */
const SILENCE_TIMEOUT_MS = 20_000;
const DEADLOCK_ATTEMPTS = 8;
/** Deadlock, lock wait timeout, record changed since last read: the transaction was rolled back and may be run again. */
const RETRIED = new Set([1213, 1205, 1020]);

/** Connects, or throws if the server does not respond or is unsuitable. Only `infra/migrate.ts` updates the schema. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'databasePool'>): Promise<DataSource> {
	const database = new DataSource({
		...sourceOptions(config.databaseUrl, BOUNDS, leaveWhenSilent),
		dateStrings: ['DATE'],
		entities: ENTITIES,
		synchronize: false,
		// The driver's own traces cost 5 to 7 % of the CPU; errors name the caller without them, since every call is awaited.
		trace: false,
		extra: {connectionLimit: config.databasePool},
	});
	repeatStatements(database);
	await database.initialize().catch(sayNotConnected);
	try {
		await requireDatabase(database);
	} catch (error) {
		await database.destroy();
		throw error;
	}
	return database;
}

function leaveWhenSilent(connection: Connection): void {
	// Destroys it with an error, so that a waiting statement fails; a plain close would leave it waiting.
	connection.stream.setTimeout(SILENCE_TIMEOUT_MS, () => connection.stream.destroy(silence()));
}

function silence(): Error {
	return Object.assign(new Error('The database has been silent for too long.'), {code: 'ETIMEDOUT'});
}

/** Milliseconds for which a process may use again what it has read, where transactions that change it outlast readers. */
export const HELD_MS = 10;
/** Milliseconds by which a timer may end early. */
const TIMER_MS = 2;

const outlasting = new WeakSet<Db>();

/** Makes `tx` return only when no process uses what it has read before the commit of this transaction. */
export function outlastReaders(db: Db): void {
	if (!db.queryRunner?.isTransactionActive) throw new Error('Only a transaction can outlast readers.');
	outlasting.add(db);
}

/** Runs `work` in a transaction, and again if a deadlock ended it: `work` must have no effect beyond its `db`. */
export async function tx<T>(database: Pick<Db, 'transaction'>, work: (db: Db) => Promise<T>): Promise<T> {
	let outlasts = false;
	const once = async (db: Db) => {
		const result = await work(db);
		outlasts = outlasting.has(db);
		return result;
	};
	const result = await traced('transaction', {}, () => repeatedly(() => database.transaction(once)), {kind: 'client'});
	if (outlasts) await sleep(HELD_MS + TIMER_MS);
	return result;
}

/**
 * Makes raw statements outside transactions (claims, renewals) repeat like transactions: each is one of its own. A node of Galera ends one by a
 * deadlock if another node was first, although nothing waited for it.
 */
export function repeatStatements(database: DataSource): void {
	const once = database.query.bind(database);
	database.query = (query: string, parameters?: unknown[], runner?: QueryRunner) =>
		runner ? once(query, parameters, runner) : repeatedly(() => once(query, parameters));
}

async function repeatedly<T>(attemptOnce: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await attemptOnce();
		} catch (error) {
			if (!RETRIED.has(errno(error)) || attempt >= DEADLOCK_ATTEMPTS) throw error;
			noteInSpan({'roteiro.attempts': attempt + 1});
			metrics.databaseRetries.inc({errno: errno(error)});
			await sleep(Math.random() * 10 * attempt);
		}
	}
}

/** True if a unique key refused a row. */
export function isDuplicate(error: unknown): boolean {
	return errno(error) === 1062;
}

/** Returns the first row of a raw statement, or null. */
export async function queryOne<Row>(db: Db, sql: string, parameters: unknown[]): Promise<Row | null> {
	const rows: Row[] = await db.query(sql, parameters);
	return rows[0] ?? null;
}

/** True if a raw statement finds a row. */
export async function exists(db: Db, sql: string, parameters: unknown[]): Promise<boolean> {
	return (await queryOne(db, sql, parameters)) !== null;
}

/** Returns the rows of a raw statement with one column. */
export async function queryColumn(db: Db, sql: string, parameters: unknown[]): Promise<string[]> {
	const rows: Array<Record<string, string>> = await db.query(sql, parameters);
	return rows.map(row => Object.values(row)[0]!);
}

/** Returns those of the values that a raw statement finds: they are its first parameter, and its one column. */
export async function findAmong(db: Db, values: readonly string[], sql: string, ...others: unknown[]): Promise<Set<string>> {
	return new Set(values.length > 0 ? await queryColumn(db, sql, [values, ...others]) : []);
}

/** Returns how many rows a raw UPDATE or DELETE changed. */
export async function affected(db: Db, sql: string, parameters: unknown[]): Promise<number> {
	const result: {affectedRows: number} = await db.query(sql, parameters);
	return result.affectedRows;
}

/** Rows that one statement deletes: few, since others write to the same table. */
const DELETE_BATCH = 5000;

/** Deletes batch by batch and returns how many rows; `sql` ends with `LIMIT ?`. */
export async function deleteInBatches(db: Db, sql: string, parameters: unknown[], size = DELETE_BATCH): Promise<number> {
	for (let deleted = 0; ; ) {
		const batch = await affected(db, sql, [...parameters, size]);
		deleted += batch;
		if (batch < size) return deleted;
	}
}

function errno(error: unknown): number {
	const found = error as {errno?: number; driverError?: {errno?: number}};
	return found?.driverError?.errno ?? found?.errno ?? 0;
}

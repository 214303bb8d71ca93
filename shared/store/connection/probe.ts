import type {DataSource} from 'typeorm';
import type {Log} from '../../log.ts';
import {outageOf} from '../../outage.ts';
import {type Connection, openConnection} from './connection.ts';

/** The oldest servers with the JSON, CHECK and SKIP LOCKED that the statements use. */
const OLDEST = {MariaDB: [10, 6, 0], MySQL: [8, 0, 21]} as const;
/** Bytes of the largest statement: a restored batch of rows, its text in hexadecimal digits. */
const PACKET_MIN = 16 * 1024 * 1024;

type Settings = {version: string; packet: string | number; binlog: number; binlogFormat: string; flush: string | number};

/** Throws if the server cannot run the statements, or would fail later; the message tells the operator the change to make. */
export async function requireDatabase(database: Pick<DataSource, 'query'>): Promise<void> {
	const {version, packet, binlog, binlogFormat} = await readSettings(database);
	const server = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
	const oldest = OLDEST[server];
	if (isOlder(version, oldest)) throw new Error(`The database is ${server} ${version}: ${server} ${oldest.join('.')} or later is needed.`);
	if (Number(packet) < PACKET_MIN)
		throw new Error(`The database must run with max_allowed_packet ${PACKET_MIN} or more, not ${packet}: large tours could not be saved.`);
	if (Number(binlog) === 1 && binlogFormat === 'STATEMENT')
		throw new Error('The database must run with binlog_format ROW or MIXED, not STATEMENT: it refuses writes under READ COMMITTED.');
}

/** Warns if a power cut may lose committed data. Some clusters accept that on purpose. */
export async function warnOfNonDurableDatabase(database: Pick<DataSource, 'query'>, log: Log): Promise<void> {
	const {flush} = await readSettings(database);
	if (Number(flush) !== 1)
		log.warn({setting: 'innodb_flush_log_at_trx_commit', found: Number(flush)}, 'a power cut of the database may lose acknowledged writes');
}

/** Codes of a server that does not let this user in, or not into this database. */
const REFUSED = new Set(['ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_BAD_DB_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR']);

/** Throws an error in words where a connection was refused or nobody was there; any other error stays as it is. */
export function sayNotConnected(error: Error & {code?: string; syscall?: string}): never {
	// Both attempts of a name with two addresses fail in one error without a message.
	const why = error.message || error.code;
	if (REFUSED.has(error.code ?? ''))
		throw new Error(`DATABASE_URL names a database that does not let this service in: ${why}. Correct user, password or name there.`, {
			cause: error,
		});
	if (outageOf(error) !== 'connection' && error.syscall !== 'getaddrinfo') throw error;
	throw new Error(`DATABASE_URL names a database that cannot be reached: ${why}. Start it, or correct host and port.`, {cause: error});
}

async function readSettings(database: Pick<DataSource, 'query'>): Promise<Settings> {
	const [settings] = await database.query(
		`SELECT @@version AS version, @@max_allowed_packet AS packet, @@log_bin AS binlog, @@binlog_format AS binlogFormat,
			@@innodb_flush_log_at_trx_commit AS flush`,
	);
	return settings;
}

function isOlder(version: string, oldest: readonly number[]): boolean {
	const found = version.split(/[.-]/, 3).map(Number);
	for (const [index, least] of oldest.entries()) {
		if (found[index] !== least) return (found[index] ?? 0) < least;
	}
	return false;
}

/**
 * Checks if the server responds, on a connection of its own, opened by the first check: those of the pool may all be busy,
 * which tells nothing about the server. Callers choose how long they wait; after `limitMs` a silent connection is given up.
 */
export function openProbe(databaseUrl: string, limitMs: number) {
	let kept: Connection | null = null;

	async function ask(): Promise<void> {
		kept ??= openConnection(databaseUrl, {connectTimeout: limitMs});
		const connection = kept;
		try {
			await connection.promise().query({sql: 'SELECT 1', timeout: limitMs});
		} catch (error) {
			connection.destroy();
			if (kept === connection) kept = null;
			throw error;
		}
	}

	return {
		/** Throws if the server does not respond. If a connection from an earlier check fails, as one closed while idle does, tries a new one. */
		async look(): Promise<void> {
			const rested = kept;
			try {
				await ask();
			} catch (error) {
				if (!rested) throw error;
				await ask();
			}
		},
		close(): void {
			kept?.destroy();
			kept = null;
		},
	};
}

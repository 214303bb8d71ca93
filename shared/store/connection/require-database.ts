import type {DataSource} from 'typeorm';
import type {Log} from '../../log.ts';

/** The oldest servers whose JSON, CHECK and SKIP LOCKED the statements know. */
const OLDEST = {MariaDB: [10, 6, 0], MySQL: [8, 0, 21]} as const;
/** Bytes of the largest statement: a batch of rows that a restore writes, its text as hexadecimal digits. */
const PACKET_MIN = 16 * 1024 * 1024;

type Settings = {version: string; packet: string | number; binlog: number; binlogFormat: string; flush: string | number};

/** Throws where this server cannot carry out the statements, or would fail some of them later; says in words what to change. */
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

/** Warns where the server may lose what it has acknowledged, in a power cut. Some clusters are run so on purpose. */
export async function warnOfForgetfulDatabase(database: Pick<DataSource, 'query'>, log: Log): Promise<void> {
	const {flush} = await readSettings(database);
	if (Number(flush) !== 1)
		log.warn({setting: 'innodb_flush_log_at_trx_commit', found: Number(flush)}, 'a power cut of the database may lose acknowledged writes');
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

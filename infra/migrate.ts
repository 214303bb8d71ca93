import {createHash} from 'node:crypto';
import {DataSource, type QueryRunner} from 'typeorm';
import {type Config, readConfig} from '../shared/config.ts';
import {connectionOptions, sourceOptions} from '../shared/store/connection/connection.ts';
import {requireDatabase} from '../shared/store/connection/require-database.ts';
import {repeatStatements} from '../shared/store/database.ts';
import {LEASES_TABLE, withLease} from '../shared/store/leases.ts';
import {FirstEdition1764000000000} from './migrations/0001-first-edition.ts';
import {Narration1764100000000} from './migrations/0002-narration.ts';
import {Access1764200000000} from './migrations/0003-access.ts';
import {PublicSide1764300000000} from './migrations/0004-public-side.ts';
import {Uses1764400000000} from './migrations/0005-uses.ts';
import {RefusedUses1764500000000} from './migrations/0006-refused-uses.ts';
import {Jobs1764600000000} from './migrations/0007-jobs.ts';
import {Detail1764700000000} from './migrations/0008-detail.ts';
import {Versions1764800000000} from './migrations/0009-versions.ts';
import {Elements1765100000000} from './migrations/0011-elements.ts';
import {TourList1765300000000} from './migrations/0013-tour-list.ts';
import {Owners1765400000000} from './migrations/0014-owners.ts';
import {Marks1765500000000} from './migrations/0015-marks.ts';
import {Redactions1765600000000} from './migrations/0016-redactions.ts';
import {Leaving1765700000000} from './migrations/0017-leaving.ts';
import {TourExports1765800000000} from './migrations/0018-tour-exports.ts';
import {Leases1765900000000} from './migrations/0019-leases.ts';
import {Visits1766000000000} from './migrations/0020-visits.ts';
import {Administrators1766100000000} from './migrations/0021-administrators.ts';
import {Originals1766200000000} from './migrations/0022-originals.ts';
import {LinksByAccount1766300000000} from './migrations/bounded-reads/0023-links-by-account.ts';
import {ListsAndSearch1766500000000} from './migrations/bounded-reads/0024-lists-and-search.ts';
import {AccountDays1766600000000} from './migrations/bounded-reads/0025-account-days.ts';
import {Stock1766700000000} from './migrations/bounded-reads/0026-stock.ts';
import {KeptSecret1766800000000} from './migrations/kept-secret/0027-kept-secret.ts';

/** All migrations, oldest first. */
const MIGRATIONS = [
	FirstEdition1764000000000,
	Narration1764100000000,
	Access1764200000000,
	PublicSide1764300000000,
	Uses1764400000000,
	RefusedUses1764500000000,
	Jobs1764600000000,
	Detail1764700000000,
	Versions1764800000000,
	Elements1765100000000,
	TourList1765300000000,
	Owners1765400000000,
	Marks1765500000000,
	Redactions1765600000000,
	Leaving1765700000000,
	TourExports1765800000000,
	Leases1765900000000,
	Visits1766000000000,
	Administrators1766100000000,
	Originals1766200000000,
	LinksByAccount1766300000000,
	ListsAndSearch1766500000000,
	AccountDays1766600000000,
	Stock1766700000000,
	KeptSecret1766800000000,
];

export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({name}) => name);

/** Longer than any migration that there is takes, on a large database. */
const WAIT_SECONDS = 120;
/** Galera may refuse what holds on one node alone. */
const NOT_SUPPORTED = 1235;

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Processes that start together take turns, on whichever node of
 * a cluster; the turn of one that is killed ends a few seconds later. Throws where another is not done within `waitSeconds`. `only`: no others
 * than these.
 */
export async function migrate(
	config: Pick<Config, 'databaseUrl'>,
	{waitSeconds = WAIT_SECONDS, only}: {waitSeconds?: number; only?: readonly string[]} = {},
): Promise<string[]> {
	const migrations = MIGRATIONS.filter(({name}) => !only || only.includes(name));
	// One migrates, one holds the lock of the edition before, one renews the lease.
	const database = new DataSource({...sourceOptions(config.databaseUrl), migrations, extra: {connectionLimit: 3}});
	repeatStatements(database);
	await database.initialize();
	const holder = database.createQueryRunner();
	try {
		await requireDatabase(database);
		await keepOutEditionBefore(holder, migrationLock(connectionOptions(config.databaseUrl).database), waitSeconds);
		await database.query(LEASES_TABLE);
		const done = await withLease(database, 'migrate', ({lost}) => migrateWhile(lost, database), {waitMs: 1000 * waitSeconds});
		if (!done) throw stillAtWork(waitSeconds);
		return done;
	} finally {
		await holder.release();
		// Also gives the lock back.
		if (database.isInitialized) await database.destroy();
	}
}

/** A process that was frozen for longer than its lease must not go on beside the next: it ends with the statement under way. */
async function migrateWhile(lost: AbortSignal, database: DataSource): Promise<string[]> {
	lost.addEventListener('abort', () => database.destroy().catch(() => {}));
	const done = await database.runMigrations({transaction: 'none'});
	lost.throwIfAborted();
	return done.map(migration => migration.name);
}

/** Names of locks are the server's, 64 characters at most: each of its databases has its own. */
export function migrationLock(database: string): string {
	return `roteiro-migrate-${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;
}

/**
 * The edition before knows no lease. GET_LOCK returns 1 to whoever gets the lock, 0 after the time limit, and NULL where the server cannot say.
 * It goes with the connection, and holds on one node alone.
 */
async function keepOutEditionBefore(holder: QueryRunner, lock: string, waitSeconds: number): Promise<void> {
	try {
		const [{taken}] = await holder.query('SELECT GET_LOCK(?, ?) AS taken', [lock, waitSeconds]);
		if (Number(taken) !== 1) throw stillAtWork(waitSeconds);
	} catch (error) {
		if ((error as {errno?: number}).errno !== NOT_SUPPORTED) throw error;
	}
}

function stillAtWork(waitSeconds: number): Error {
	return new Error(
		`Another process has been bringing the schema of this database up to date for more than ${waitSeconds} s, and this one has given up waiting. Start again when that one is done.`,
	);
}

if (import.meta.main) {
	const done = await migrate(readConfig());
	console.log(done.length > 0 ? `migrated: ${done.join(', ')}` : 'the schema is up to date');
}

import {DataSource, type MigrationInterface} from 'typeorm';
import {type Config, readConfig} from '../shared/config/config.ts';
import {openKeys, openSecrets} from '../shared/config/secret.ts';
import {orSayWhy} from '../shared/start-and-stop.ts';
import {sourceOptions} from '../shared/store/connection/connection.ts';
import {requireDatabase, sayNotConnected} from '../shared/store/connection/probe.ts';
import {openDatabase, repeatStatements} from '../shared/store/database.ts';
import {LEASES_TABLE, withLease} from '../shared/store/leases.ts';
import {requireKnownSecret} from '../shared/store/visitors/kept-secret.ts';
import {Schema1767000000000} from './migrations/0001-schema.ts';

export type Migration = new () => MigrationInterface;

/** All migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = [Schema1767000000000];

/** Seconds that no present migration takes, even on a large database. */
const WAIT_SECONDS = 120;

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Processes that start together take turns, on any node of a
 * cluster; the turn of one that is killed ends a few seconds later. Throws if another is not done within `waitSeconds`.
 */
export async function migrate(
	config: Pick<Config, 'databaseUrl'>,
	{waitSeconds = WAIT_SECONDS, migrations = MIGRATIONS}: {waitSeconds?: number; migrations?: readonly Migration[]} = {},
): Promise<string[]> {
	// One connection migrates, one renews the lease.
	const database = new DataSource({...sourceOptions(config.databaseUrl), migrations: [...migrations], extra: {connectionLimit: 2}});
	repeatStatements(database);
	await database.initialize().catch(sayNotConnected);
	try {
		await requireDatabase(database);
		await database.query(LEASES_TABLE);
		const done = await withLease(database, 'migrate', ({lost}) => migrateWhile(lost, database), {waitMs: 1000 * waitSeconds});
		if (!done) throw stillAtWork(waitSeconds);
		return done;
	} finally {
		if (database.isInitialized) await database.destroy();
	}
}

/** Runs the migrations until the lease is lost: a process that was frozen ends with its statement, so as not to run beside the next. */
async function migrateWhile(lost: AbortSignal, database: DataSource): Promise<string[]> {
	lost.addEventListener('abort', () => database.destroy().catch(() => {}));
	const done = await database.runMigrations({transaction: 'none'});
	lost.throwIfAborted();
	return done.map(migration => migration.name);
}

function stillAtWork(waitSeconds: number): Error {
	return new Error(
		`Another process has been bringing the schema of this database up to date for more than ${waitSeconds} s, and this one has given up waiting. Start again when that one is done.`,
	);
}

/** Brings the schema up to date, and throws if the rows are another secret's: said once here, where the processes would be started again and again. */
export async function bringUpToDate(config: Config): Promise<void> {
	await migrate(config);
	const database = await openDatabase({databaseUrl: config.databaseUrl, databasePool: 1});
	try {
		await requireKnownSecret(database.manager, config, openKeys(openSecrets(config)));
	} finally {
		await database.destroy();
	}
}

if (import.meta.main) {
	const done = await orSayWhy(() => migrate(readConfig()));
	console.log(done.length > 0 ? `migrated: ${done.join(', ')}` : 'the schema is up to date');
}

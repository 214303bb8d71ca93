import {DataSource} from 'typeorm';
import {type Config, readConfig} from '../shared/config.ts';
import {connectionOptions} from '../shared/store/database.ts';
import {FirstEdition1764000000000} from './migrations/0001-first-edition.ts';
import {Narration1764100000000} from './migrations/0002-narration.ts';
import {Access1764200000000} from './migrations/0003-access.ts';
import {PublicSide1764300000000} from './migrations/0004-public-side.ts';

/** All migrations, oldest first. */
const MIGRATIONS = [FirstEdition1764000000000, Narration1764100000000, Access1764200000000, PublicSide1764300000000];

/** Brings the schema up to date and answers the names of the migrations that ran. Processes that start together take turns. */
export async function migrate(config: Pick<Config, 'databaseUrl'>): Promise<string[]> {
	const database = new DataSource({
		type: 'mariadb',
		...connectionOptions(config.databaseUrl),
		charset: 'utf8mb4',
		migrations: MIGRATIONS,
		extra: {connectionLimit: 2},
	});
	await database.initialize();
	const lock = database.createQueryRunner();
	try {
		await lock.query("SELECT GET_LOCK('roteiro-migrate', 120)");
		const done = await database.runMigrations({transaction: 'none'});
		return done.map(migration => migration.name);
	} finally {
		await lock.query("SELECT RELEASE_LOCK('roteiro-migrate')");
		await lock.release();
		await database.destroy();
	}
}

if (import.meta.main) {
	const done = await migrate(readConfig());
	console.log(done.length > 0 ? `migrated: ${done.join(', ')}` : 'the schema is up to date');
}

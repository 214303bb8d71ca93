import type {Config} from '../shared/config/config.ts';
import {openKeys, openSecrets} from '../shared/config/secret.ts';
import {openDatabase} from '../shared/store/database.ts';
import {requireKnownSecret} from '../shared/store/visitors/kept-secret.ts';
import {migrate} from './migrate.ts';

/** Brings the schema up to date, and throws where the rows are another secret's: said once here, where the processes would be started again and again. */
export async function bringUpToDate(config: Config, isTheirs: boolean): Promise<void> {
	try {
		await migrate(config);
	} catch (error) {
		if (!isTheirs) throw error;
		throw new Error(`The database that DATABASE_URL names cannot be used: ${(error as Error).message}`, {cause: error});
	}
	await requireSecret(config);
}

async function requireSecret(config: Config): Promise<void> {
	const database = await openDatabase({databaseUrl: config.databaseUrl, databasePool: 1});
	try {
		await requireKnownSecret(database.manager, config, openKeys(openSecrets(config)));
	} finally {
		await database.destroy();
	}
}

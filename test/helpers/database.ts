import {randomBytes} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createConnection} from 'mysql2/promise';
import type {DataSource} from 'typeorm';
import {migrate} from '../../infra/migrate.ts';
import {readDatabaseUrl} from '../../shared/config/addresses.ts';
import {type Config, readConfig} from '../../shared/config/config.ts';
import {openDatabase} from '../../shared/store/database.ts';

export type Servers = {databaseUrl: string; redisUrl: string};

export type Fresh = {
	/** Names the database, the Redis prefix and the data folder of this test file alone. */
	config: Config;
	/** The same as environment variables, for a process of its own. */
	env: Record<string, string>;
	database: DataSource;
	/** Closes the database, drops it and removes the data folder. */
	drop(): Promise<void>;
};

/** A migrated database, a Redis prefix and a data folder that nobody else uses. `settings` are environment variables (`{CALLS_PER_MINUTE: '5'}`). */
export async function freshDatabase(settings: Record<string, string> = {}, servers?: Servers): Promise<Fresh> {
	const server = servers?.databaseUrl ?? process.env.DATABASE_URL;
	const redis = servers?.redisUrl ?? process.env.REDIS_URL;
	if (!server || !redis) throw new Error('The tests need their own MariaDB and Redis: run npm test, or npm run test:ava -- FILE.');
	const name = `rt_test_${randomBytes(6).toString('hex')}`;
	await administer(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	const dataDir = await mkdtemp(join(process.env.DATA_DIR ?? tmpdir(), `${name}-`));
	const env = {DATABASE_URL: url.href, REDIS_URL: redis, REDIS_PREFIX: `{${name}}`, DATA_DIR: dataDir, ...settings};
	const config = readConfig({...process.env, ...env});
	await migrate(config);
	const database = await openDatabase(config);
	return {
		config,
		env,
		database,
		async drop() {
			if (database.isInitialized) await database.destroy();
			await administer(server, `DROP DATABASE ${name}`);
			await rm(dataDir, {recursive: true, force: true});
		},
	};
}

async function administer(server: string, statement: string): Promise<void> {
	const {socketPath, host, port, username, password} = {
		socketPath: undefined,
		host: undefined,
		port: undefined,
		...readDatabaseUrl(server),
	};
	const connection = await createConnection({...(socketPath ? {socketPath} : {host, port}), user: username, password});
	try {
		await connection.query(statement);
	} finally {
		await connection.end();
	}
}

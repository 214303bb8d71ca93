import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {connectionOptions} from '../shared/store/connection/connection.ts';
import {LEASES_TABLE} from '../shared/store/leases.ts';
import {type Fresh, freshDatabase} from '../test/helpers/database.ts';
import {migrate, migrationLock} from './migrate.ts';

/** A database in which nothing is yet. */
async function emptyDatabase(): Promise<Fresh> {
	const fresh = await freshDatabase();
	const name = nameOf(fresh);
	await fresh.database.query(`DROP DATABASE ${name}`);
	await fresh.database.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
	return fresh;
}
const nameOf = ({config}: Fresh) => connectionOptions(config.databaseUrl).database;

/** A process of the edition before that has its turn, and does not end. */
async function hungMigrator(fresh: Fresh) {
	const script = `
		import {createConnection} from 'mysql2/promise';
		import {connectionOptions} from './shared/store/connection/connection.ts';
		const {username, ...options} = connectionOptions(process.env.DATABASE_URL);
		const connection = await createConnection({...options, user: username});
		await connection.query('SELECT GET_LOCK(?, 0)', ['${migrationLock(nameOf(fresh))}']);
		console.log('taken');
		setInterval(() => {}, 1000);
	`;
	const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {...process.env, ...fresh.env},
	});
	await once(child.stdout!, 'data');
	return child;
}

test('two migrators at once: one does it, the other finds it done', async t => {
	const fresh = await emptyDatabase();
	t.teardown(() => fresh.drop());
	const [one, two] = await Promise.all([migrate(fresh.config), migrate(fresh.config)]);
	t.deepEqual([one, two].map(done => done.length > 0).toSorted(), [false, true]);
	t.deepEqual(await migrate(fresh.config), []);
});

test('where one of the edition before does not end, it gives up after the time limit and says so; where that one is killed, it goes on', async t => {
	const fresh = await emptyDatabase();
	const other = await hungMigrator(fresh);
	t.teardown(async () => {
		other.kill('SIGKILL');
		await fresh.drop();
	});
	const error = await t.throwsAsync(migrate(fresh.config, {waitSeconds: 1}));
	t.regex(error!.message, /^Another process .* more than 1 s/);
	t.deepEqual(await fresh.database.query(`SHOW TABLES FROM ${nameOf(fresh)}`), [], 'nothing was changed');

	const migration = migrate(fresh.config, {waitSeconds: 60});
	await sleep(300);
	other.kill('SIGKILL');
	t.true((await migration).length > 0);
});

test('on another node the lease alone keeps migrators apart: it is waited for, and taken over once it has run out', async t => {
	const fresh = await emptyDatabase();
	t.teardown(() => fresh.drop());
	const database = nameOf(fresh);
	await fresh.database.query(LEASES_TABLE.replace('leases', `${database}.leases`));
	await fresh.database.query(`INSERT INTO ${database}.leases VALUES ('migrate', 'sixteen bytes ok', UTC_TIMESTAMP(3) + INTERVAL 5 SECOND)`);
	const error = await t.throwsAsync(migrate(fresh.config, {waitSeconds: 1}));
	t.regex(error!.message, /^Another process .* more than 1 s/);
	t.deepEqual(
		await fresh.database.query(`SHOW TABLES FROM ${database} WHERE Tables_in_${database} <> 'leases'`),
		[],
		'nothing was changed',
	);
	t.true((await migrate(fresh.config, {waitSeconds: 60})).length > 0);
});

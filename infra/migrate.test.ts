import test from 'ava';
import {readDatabaseUrl} from '../shared/config/addresses.ts';
import {createAccount} from '../shared/store/access/accounts.ts';
import {LEASES_TABLE} from '../shared/store/leases.ts';
import {type Fresh, freshDatabase} from '../test/helpers/database.ts';
import {killAtEachStatement} from '../test/helpers/killed-migration.ts';
import {Shelves9000000000000} from '../test/helpers/shelves-migration.ts';
import {MIGRATIONS, migrate} from './migrate.ts';

/** A database in which nothing is yet. */
async function emptyDatabase(): Promise<Fresh> {
	const fresh = await freshDatabase();
	const name = nameOf(fresh);
	await fresh.database.query(`DROP DATABASE ${name}`);
	await fresh.database.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
	return fresh;
}
const nameOf = ({config}: Fresh) => readDatabaseUrl(config.databaseUrl).database;

test('two migrators at once: one does it, the other finds it done', async t => {
	const fresh = await emptyDatabase();
	t.teardown(() => fresh.drop());
	const [one, two] = await Promise.all([migrate(fresh.config), migrate(fresh.config)]);
	t.deepEqual([one, two].map(done => done.length > 0).toSorted(), [false, true]);
	t.deepEqual(await migrate(fresh.config), []);
});

test('a lease that another process holds is waited for up to the time limit, and taken over once it has run out', async t => {
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

for (const [at, {name}] of MIGRATIONS.entries()) {
	test(`${name}, killed at any statement, makes the same schema as without`, async t => {
		const [killed, whole] = [await emptyDatabase(), await freshDatabase()];
		t.teardown(() => Promise.all([killed.drop(), whole.drop()]));
		t.true((await killAtEachStatement(killed.config, MIGRATIONS.slice(0, at + 1))) > 0);
		await migrate(killed.config);
		t.deepEqual(await schemaOf(killed), await schemaOf(whole));
	});
}

test('a later migration, killed at any statement, keeps all rows and fills its own once', async t => {
	const fresh = await freshDatabase();
	t.teardown(() => fresh.drop());
	const {config, database} = fresh;
	for (const [email, plan] of Object.entries({'ana@example.com': 'free', 'bia@example.com': 'pro', 'caio@example.com': 'pro'} as const))
		await createAccount(database.manager, {email, name: 'Ana', plan});
	const migrations = [...MIGRATIONS, Shelves9000000000000];
	t.is(await killAtEachStatement(config, migrations), 4);
	t.deepEqual(await migrate(config, {migrations}), []);
	const shelves = 'SELECT a.email, s.plan FROM accounts a JOIN shelves s ON s.id = a.shelf ORDER BY a.email';
	t.deepEqual(await database.query(shelves), [
		{email: 'ana@example.com', plan: 'free'},
		{email: 'bia@example.com', plan: 'pro'},
		{email: 'caio@example.com', plan: 'pro'},
	]);
	t.is((await database.query('SELECT id FROM shelves')).length, 2);
});

async function schemaOf(fresh: Fresh): Promise<string[]> {
	const name = nameOf(fresh);
	const tables: Array<Record<string, string>> = await fresh.database.query(`SHOW TABLES FROM ${name}`);
	const schema = [];
	for (const row of tables) {
		const [table] = await fresh.database.query(`SHOW CREATE TABLE ${name}.${Object.values(row)[0]}`);
		schema.push(table['Create Table'].replace(/ AUTO_INCREMENT=\d+/, ''));
	}
	return schema;
}

import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {type Fresh, freshDatabase} from '../../test/helpers/database.ts';
import {openDatabase, tx} from './database.ts';
import {LostLease, withLease} from './leases.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

const held = <T>(name: string, work: () => Promise<T>, options = {}) => withLease(fresh.database, name, work, options);

test('one at a time works under a name, and one that fails lets the next one in', async t => {
	let atWork = 0;
	const work = async () => {
		t.is(++atWork, 1);
		await sleep(20);
		atWork--;
		return 'done';
	};
	const tries = await Promise.all(Array.from({length: 20}, () => held('one', work)));
	t.true(tries.includes('done'));
	const all = await Promise.all(Array.from({length: 5}, () => held('one', work, {waitMs: 60_000})));
	t.deepEqual([...new Set(all)], ['done'], 'those who wait get their turn');
	await t.throwsAsync(
		held('one', () => Promise.reject(new Error('no'))),
		{message: 'no'},
	);
	t.is(await held('one', () => held('one', async () => 'both')), null);
	t.is(await held('one', () => held('another', async () => 'both')), 'both');
});

test('it is renewed while the work goes on, by the clock of the database', async t => {
	const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
	const work = () => {
		begun.resolve();
		return ended.promise;
	};
	const long = held('long', work, {leaseMs: 1000});
	await begun.promise;
	for (let look = 0; look < 10; look++) {
		t.is(await held('long', async () => 'taken over'), null);
		await sleep(300);
	}
	ended.resolve('done');
	t.is(await long, 'done');
});

test('a holder that lost the lease is told, and commits nothing', async t => {
	const write = withLease(
		fresh.database,
		'frozen',
		async ({lost, require}) => {
			await fresh.database.query("UPDATE leases SET token = ? WHERE name = 'frozen'", [randomBytes(16)]);
			await t.throwsAsync(tx(fresh.database, require), {instanceOf: LostLease});
			if (!lost.aborted) await once(lost, 'abort');
			lost.throwIfAborted();
		},
		{leaseMs: 900},
	);
	await t.throwsAsync(write, {instanceOf: LostLease});
	t.is(await held('frozen', async () => 1, {waitMs: 10_000}), 1);
});

test('the lease of a process that was killed is taken over once it has run out, not before', async t => {
	const script = `
		import {readConfig} from './shared/config/config.ts';
		import {openDatabase} from './shared/store/database.ts';
		import {withLease} from './shared/store/leases.ts';
		const work = async () => { console.log('taken'); await new Promise(() => setInterval(() => {}, 1000)); };
		await withLease(await openDatabase(readConfig()), 'killed', work, {leaseMs: 3000});
	`;
	const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {...process.env, ...fresh.env},
	});
	await once(child.stdout!, 'data');
	child.kill('SIGKILL');
	t.is(await held('killed', async () => 1), null);
	t.is(await held('killed', async () => 1, {waitMs: 60_000}), 1);
});

test('a statement outside transactions that ends by a deadlock is repeated', async t => {
	const database = await openDatabase(fresh.config);
	t.teardown(() => database.destroy());
	// The error of a Galera node for the second writer, from MariaDB itself.
	await database.query('CREATE TABLE seconds (left_over INT NOT NULL)');
	await database.query('INSERT INTO seconds VALUES (2)');
	await database.query('CREATE TABLE tries (at DATETIME(3)) ENGINE=MyISAM');
	await database.query(`CREATE TRIGGER second BEFORE UPDATE ON seconds FOR EACH ROW BEGIN
		INSERT INTO tries VALUES (UTC_TIMESTAMP(3));
		IF (SELECT COUNT(*) FROM tries) < 3 THEN SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; END IF;
	END`);
	await database.manager.query('UPDATE seconds SET left_over = 0');
	t.is(Number((await database.query('SELECT COUNT(*) AS count FROM tries'))[0].count), 3);
});

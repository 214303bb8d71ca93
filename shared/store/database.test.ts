import type {Socket} from 'node:net';
import test from 'ava';
import {freshDatabase} from '../../test/helpers/database.ts';
import {outageOf} from '../outage.ts';
import {openDatabase, tx} from './database.ts';

test('who falls silent in the middle of a transaction holds its rows for seconds, not for hours, and gets an error when it comes back', async t => {
	t.timeout(100_000);
	const {config, database, drop} = await freshDatabase();
	const frozen = await openDatabase(config);
	t.teardown(async () => {
		await frozen.destroy();
		await drop();
	});
	await database.query("INSERT INTO quotas (account_id, kind, period, used, reserved) VALUES ('acc_x', 'ai', '2026-01', 0, 0)");
	const silent = frozen.createQueryRunner();
	// A process that is frozen gives up no connection by itself.
	((await silent.connect()) as {stream: Socket}).stream.setTimeout(0);
	await silent.startTransaction();
	await silent.query('UPDATE quotas SET used = used + 100');
	await tx(database, db => db.query('UPDATE quotas SET used = used + 1'));
	const [row] = await database.query('SELECT used FROM quotas');
	t.is(Number(row.used), 1, 'what it had written is gone with its connection');
	const error = await t.throwsAsync(silent.query('UPDATE quotas SET used = used + 100'));
	t.is(outageOf(error), 'connection');
	await silent.release();
});

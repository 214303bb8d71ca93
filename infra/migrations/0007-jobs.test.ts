import test from 'ava';
import {DataSource} from 'typeorm';
import {connectionOptions} from '../../shared/store/database.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {startService} from '../../test/helpers/service.ts';
import {migrate} from '../migrate.ts';
import {Jobs1764600000000} from './0007-jobs.ts';

test('a database of the previous edition gets the new names, also after a migration that was killed at any statement', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const {database} = service.services;
	const ana = await service.client();
	const input = {tourId: 'tour_x', slug: 'abc', snapshot: 'f00'};
	const job = await insertJob(database.manager, {accountId: ana.accountId, type: 'build-bundle', input});
	const stored = async () => JSON.parse(JSON.stringify((await database.query('SELECT * FROM jobs WHERE id = ?', [job.id]))[0]));
	const before = await stored();
	t.deepEqual(before.input, input);

	const plain = new DataSource({type: 'mariadb', ...connectionOptions(service.config.databaseUrl), charset: 'utf8mb4'});
	await plain.initialize();
	t.teardown(() => plain.destroy());
	const runner = plain.createQueryRunner();
	await new Jobs1764600000000().down(runner);
	const [{input: old}] = await runner.query('SELECT input FROM operations WHERE id = ?', [job.id]);
	t.deepEqual(JSON.parse(JSON.stringify(old)), {tourId: 'tour_x', snapshot: 'f00', address: 'abc'});
	await runner.query("DELETE FROM migrations WHERE name LIKE 'Jobs%'");
	// Each attempt is killed one statement later.
	for (let allowed = 0; ; allowed++) {
		let left = allowed;
		const mortal = Object.assign(Object.create(runner), {
			query(statement: string, parameters?: unknown[]) {
				if (/^(RENAME|ALTER|UPDATE)/.test(statement) && left-- <= 0) throw new Error('killed');
				return runner.query(statement, parameters);
			},
		});
		const done = await new Jobs1764600000000().up(mortal).then(
			() => true,
			() => false,
		);
		if (done) break;
		t.true(allowed < 20);
	}
	await runner.release();
	t.deepEqual(await migrate(service.config), ['Jobs1764600000000'], 'and once more, whole');
	t.deepEqual(await stored(), before);
});

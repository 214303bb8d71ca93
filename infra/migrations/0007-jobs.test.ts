import test from 'ava';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {killAtEachStatement} from '../../test/helpers/killed-migration.ts';
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

	await killAtEachStatement(service.config, new Jobs1764600000000(), {
		changing: /^(RENAME|ALTER|UPDATE)/,
		async between(runner) {
			const [{input: old}] = await runner.query('SELECT input FROM operations WHERE id = ?', [job.id]);
			t.deepEqual(JSON.parse(JSON.stringify(old)), {tourId: 'tour_x', snapshot: 'f00', address: 'abc'});
		},
	});
	t.deepEqual(await migrate(service.config), ['Jobs1764600000000'], 'and once more, whole');
	t.deepEqual(await stored(), before);
});

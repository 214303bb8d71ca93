import test from 'ava';
import {readDatabaseUrl} from '../../shared/config/addresses.ts';
import {openDatabase} from '../../shared/store/database.ts';
import {openBlackHole} from '../../test/helpers/black-hole.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {workerHealth} from './health.ts';

test('a worker whose database hangs says so within five seconds, again and again, and is ready once it responds', async t => {
	t.timeout(120_000);
	const {config, drop} = await freshDatabase();
	t.teardown(drop);
	const {socketPath, database: name} = {socketPath: '', ...readDatabaseUrl(config.databaseUrl)};
	const hole = await openBlackHole(socketPath);
	const databaseUrl = `mysql://root@127.0.0.1:${hole.port}/${name}`;
	const database = await openDatabase({databaseUrl, databasePool: 2});
	const closing: Array<() => Promise<void>> = [];
	t.teardown(async () => {
		for (const close of closing) await close();
		hole.close();
		await database.destroy().catch(() => {});
	});
	const health = workerHealth(
		{database, config: {...config, databaseUrl}, beforeClose: work => void closing.push(work)},
		['images'],
		() => false,
	);
	t.deepEqual(await health['/readyz'](), {ok: true, stuck: []});
	hole.swallow();
	for (let look = 0; look < 3; look++) {
		const begun = performance.now();
		t.deepEqual(await health['/readyz'](), {ok: false, database: 'does not answer'});
		t.true(performance.now() - begun < 5000, 'a health check of containers waits so long');
	}
	hole.heal();
	for (let look = 0; look < 60 && !(await health['/readyz']()).ok; look++) await new Promise(resolve => setTimeout(resolve, 500));
	t.deepEqual(await health['/readyz'](), {ok: true, stuck: []});
});

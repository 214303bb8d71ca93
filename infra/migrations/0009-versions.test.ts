import test from 'ava';
import {DataSource} from 'typeorm';
import {connectionOptions} from '../../shared/store/database.ts';
import {startService} from '../../test/helpers/service.ts';
import {migrate} from '../migrate.ts';
import {Versions1764800000000} from './0009-versions.ts';

test('a tour of the previous edition is kept, can be changed and has a version then, also after a migration that was killed at any statement', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Older'}})).body;
	const plain = new DataSource({type: 'mariadb', ...connectionOptions(service.config.databaseUrl), charset: 'utf8mb4'});
	await plain.initialize();
	t.teardown(() => plain.destroy());
	const runner = plain.createQueryRunner();
	await new Versions1764800000000().down(runner);
	await runner.query("DELETE FROM migrations WHERE name LIKE 'Versions%'");
	// Each attempt is killed one statement later.
	for (let allowed = 0; ; allowed++) {
		let left = allowed;
		const mortal = Object.assign(Object.create(runner), {
			query(statement: string, parameters?: unknown[]) {
				if (/^(CREATE|ALTER)/.test(statement) && left-- <= 0) throw new Error('killed');
				return runner.query(statement, parameters);
			},
		});
		const done = await new Versions1764800000000().up(mortal).then(
			() => true,
			() => false,
		);
		if (done) break;
		t.true(allowed < 20);
	}
	await runner.release();
	t.deepEqual(await migrate(service.config), ['Versions1764800000000'], 'and once more, whole');
	t.like((await ana('GET', `/v1/tours/${tour.id}`)).body.tour, tour);
	t.is((await ana('PATCH', `/v1/tours/${tour.id}`, {body: {name: 'Newer'}})).status, 200);
	const versions: Array<{number: number}> = await service.services.database.query('SELECT number FROM tour_versions');
	t.deepEqual(versions, [{number: 1}]);
});

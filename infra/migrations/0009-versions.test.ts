import test from 'ava';
import {killAtEachStatement} from '../../test/helpers/killed-migration.ts';
import {startService} from '../../test/helpers/service.ts';
import {migrate} from '../migrate.ts';
import {Versions1764800000000} from './0009-versions.ts';

test('a tour of the previous edition is kept, can be changed and has a version then, also after a migration that was killed at any statement', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Older'}})).body;
	await killAtEachStatement(service.config, new Versions1764800000000(), {changing: /^(CREATE|ALTER)/});
	t.deepEqual(await migrate(service.config), ['Versions1764800000000'], 'and once more, whole');
	t.like((await ana('GET', `/v1/tours/${tour.id}`)).body.tour, tour);
	t.is((await ana('PATCH', `/v1/tours/${tour.id}`, {body: {name: 'Newer'}})).status, 200);
	const versions: Array<{number: number}> = await service.services.database.query('SELECT number FROM tour_versions');
	t.deepEqual(versions, [{number: 1}]);
});

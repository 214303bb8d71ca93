import test from 'ava';
import {killAtEachStatement} from '../../test/helpers/killed-migration.ts';
import {startService} from '../../test/helpers/service.ts';
import {migrate} from '../migrate.ts';
import {TourExports1765800000000} from './0018-tour-exports.ts';

test('a tour of the previous edition is exported, also after a migration that was killed at any statement', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Older'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	await killAtEachStatement(service.config, new TourExports1765800000000(), {changing: /^CREATE/});
	t.deepEqual(await migrate(service.config), ['TourExports1765800000000'], 'and once more, whole');
	t.is((await ana('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'pdf'}})).status, 201);
});

import test from 'ava';
import {JOBS} from '../../shared/queue/jobs.ts';
import {startService} from '../../test/helpers/service.ts';
import {keepSchedules} from './schedules.ts';

test('what the edition before scheduled in a pool ends there; what runs by the clock is scheduled once', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const {queues} = service.services.dispatcher;
	await queues.get('images')!.upsertJobScheduler('sweep', {every: 3_600_000}, {name: 'sweep', data: {}});
	for (let round = 0; round < 2; round++) await keepSchedules(service.services, JOBS, ['images', 'background']);
	const keys = async (pool: 'images' | 'background') => (await queues.get(pool)!.getJobSchedulers()).map(({key}) => key);
	t.deepEqual(await keys('images'), []);
	t.deepEqual((await keys('background')).toSorted(), ['purge-accounts', 'sweep']);
});

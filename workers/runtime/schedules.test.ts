import test from 'ava';
import {JOBS} from '../../shared/queue/jobs.ts';
import {openBlackHole} from '../../test/helpers/black-hole.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {startService} from '../../test/helpers/service.ts';
import {keepSchedules, openSchedules} from './schedules.ts';

test('what a pool no longer runs by the clock ends there; what runs by the clock is scheduled once', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const {queues} = service.services.dispatcher;
	await queues.get('images')!.upsertJobScheduler('sweep', {every: 3_600_000}, {name: 'sweep', data: {}});
	for (let round = 0; round < 2; round++) await keepSchedules(service.services, JOBS, ['images', 'background']);
	const keys = async (pool: 'images' | 'background') => (await queues.get(pool)!.getJobSchedulers()).map(({key}) => key);
	t.deepEqual(await keys('images'), []);
	t.deepEqual((await keys('background')).toSorted(), ['purge-accounts', 'sweep']);
});

test('a worker that starts while Redis hangs has its schedules once Redis goes on', async t => {
	const way = await openBlackHole(process.env.REDIS_URL!.slice('unix:'.length));
	const servers = {databaseUrl: process.env.DATABASE_URL!, redisUrl: `redis://127.0.0.1:${way.port}`};
	const service = await startService({LOG_LEVEL: 'silent'}, {workers: false, servers});
	t.teardown(async () => {
		await service.stop();
		way.close();
	});
	way.swallow();
	const schedules = await openSchedules(service.services, JOBS, ['background']);
	t.teardown(() => schedules.close());
	way.heal();
	const keys = async () => (await service.services.dispatcher.queues.get('background')!.getJobSchedulers()).map(({key}) => key);
	const kept = await eventually('the schedules are kept', async () => {
		const found = await keys().catch(() => []);
		return found.length === 2 && found;
	});
	t.deepEqual(kept.toSorted(), ['purge-accounts', 'sweep']);
});

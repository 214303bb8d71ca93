import test from 'ava';
import {JOBS} from '../../shared/queue/jobs.ts';
import {openServices} from '../../shared/services/services.ts';
import {openBlackHole} from '../../test/helpers/black-hole.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {startService} from '../../test/helpers/service.ts';
import {claimKeys, keepSchedules, openSchedules} from './schedules.ts';

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

test('of two databases with one Redis and one prefix the second is told, and two processes of one database are not', async t => {
	const [one, other] = [await freshDatabase({LOG_LEVEL: 'silent'}), await freshDatabase({LOG_LEVEL: 'silent'})];
	const {redisPrefix} = one.config;
	const configs = [one.config, one.config, {...other.config, redisPrefix}];
	const opened = await Promise.all(configs.map(config => openServices(config, 'workers')));
	t.teardown(async () => {
		await Promise.all(opened.map(services => services.close()));
		await Promise.all([one.drop(), other.drop()]);
	});
	const said: [number, string][] = [];
	const heard = (index: number) => {
		const services = opened[index]!;
		const log = Object.create(services.log, {error: {value: (_: object, sentence: string) => said.push([index, sentence])}});
		return {...services, log};
	};
	const claim = (index: number) => claimKeys(heard(index));
	const {redis} = opened[0]!;
	const [key] = await claim(0).then(() => redis.keys(`*${redisPrefix.slice(1, -1)}:installation`));
	await redis.expire(key!, 20);
	await claim(1);
	t.true((await redis.ttl(key!)) > 100);
	t.deepEqual(said, []);
	await redis.expire(key!, 20);
	const schedules = await openSchedules(heard(2), JOBS, []);
	await schedules.close();
	t.is(said.length, 1);
	t.regex(said[0]![1], /^REDIS_PREFIX is .*DATABASE_URL.* Give each installation a REDIS_PREFIX of its own.*\.$/);
	t.true((await redis.ttl(key!)) <= 20, 'another one renews no claim');
	await redis.del(key!);
	await claim(2);
	await claim(1);
	t.deepEqual(
		said.slice(1).map(([index]) => index),
		[1],
	);
});

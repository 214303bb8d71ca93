import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {openLog} from '../../../shared/log.ts';
import {openProducerRedis, redisReady} from '../../../shared/services/redis.ts';
import {type Fresh, freshDatabase} from '../../../test/helpers/database.ts';
import {openMemoryLog, openSlidingLog} from './sliding-log.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase({LOG_LEVEL: 'silent'});
});
test.after.always(() => fresh?.drop());

/** A random whole number below `end`; the same again for the same seed. */
function random(seed: number): (end: number) => number {
	let state = seed;
	return end => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((state / 2_147_483_648) * end);
	};
}

/** A process of its own, as far as Redis is concerned. */
async function connect() {
	const redis = openProducerRedis(fresh.config.redisUrl, openLog(fresh.config, 'api'));
	await redisReady(redis);
	return redis;
}

test('at random times no span has more uses than are allowed, and none is refused that one would allow', t => {
	for (let seed = 1; seed <= 20; seed++) {
		const below = random(seed);
		const points = 1 + below(20);
		const span = 100 + below(1000);
		const log = openMemoryLog(points, span);
		const taken: number[] = [];
		for (let now = 0, turn = 0; turn < 2000; turn++) {
			now += below(5) === 0 ? below(span) : below(Math.ceil((2 * span) / points));
			const before = taken.filter(at => at > now - span);
			const {allowed, used, freeInMs, use} = log.take('ana', now);
			t.is(allowed, before.length < points, `seed ${seed}, turn ${turn}`);
			if (!allowed) t.is(freeInMs, before[0]! + span - now);
			t.is(used, before.length + (allowed ? 1 : 0));
			if (!allowed) continue;
			if (below(4) === 0) log.giveBack('ana', use!.at);
			else taken.push(now);
		}
	}
});

test('several processes together allow no more in any span, whenever their calls come', async t => {
	const [points, seconds] = [7, 0.4];
	const redises = await Promise.all([connect(), connect(), connect()]);
	const logs = redises.map(redis => openSlidingLog(redis, `${fresh.config.redisPrefix}:random`, points, seconds));
	const below = random(7);
	const times: number[] = [];
	let refused = 0;
	const end = performance.now() + 6000;
	while (performance.now() < end) {
		const burst = 1 + below(12);
		for (const taken of await Promise.all(Array.from({length: burst}, (_, index) => logs[index % logs.length]!.take('ana')))) {
			if (taken.allowed) times.push(taken.use!.at);
			else {
				refused++;
				t.is(taken.used, points);
				t.true(taken.freeInMs > 0 && taken.freeInMs <= 1000 * seconds + 250);
			}
		}
		await sleep(below(3) === 0 ? below(700) : below(60));
	}
	times.sort((one, other) => one - other);
	const tooSoon = times.filter((at, index) => index >= points && at - times[index - points]! < 1000 * seconds);
	t.deepEqual(tooSoon, [], 'the use after the last one comes a whole span after the first');
	t.true(times.length > 30 && refused > 30, `${times.length} allowed, ${refused} refused`);
	for (const redis of redises) redis.disconnect();
});

test('what is refused is allowed after the time that was said; what came to nothing is given back', async t => {
	const redis = await connect();
	const log = openSlidingLog(redis, `${fresh.config.redisPrefix}:back`, 2, 0.5);
	const [first, , third] = [await log.take('ana'), await log.take('ana'), await log.take('ana')];
	t.false(third.allowed);
	t.false((await log.take('ana')).allowed);
	await sleep(third.freeInMs + 5);
	t.true((await log.take('ana')).allowed, 'a call that is refused uses up nothing');
	await log.forget('ana');
	const {use} = await log.take('ana');
	await log.take('ana');
	await log.giveBack('ana', use);
	t.is((await log.look('ana')).used, 1);
	t.true((await log.take('ana')).allowed);
	t.not(first.use, null);
	t.true((await redis.pttl(`${fresh.config.redisPrefix}:back:ana`)) <= 750, 'nothing stays for longer than it counts');
	redis.disconnect();
});

test('while Redis is away each process counts by itself', async t => {
	const redis = await connect();
	const log = openSlidingLog(redis, `${fresh.config.redisPrefix}:away`, 2, 60);
	redis.disconnect();
	const taken = [await log.take('ana'), await log.take('ana'), await log.take('ana')];
	t.deepEqual(
		taken.map(({allowed}) => allowed),
		[true, true, false],
	);
	await log.giveBack('ana', taken[0]!.use);
	t.is((await log.look('ana')).used, 1);
});

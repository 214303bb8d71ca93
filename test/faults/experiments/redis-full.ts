import {setTimeout as sleep} from 'node:timers/promises';
import {underWrites} from '../under-writes.ts';

const FULL_MS = 6000;

export const experiment = underWrites(
	{name: 'redis-full', title: `Redis without room (maxmemory, noeviction) for ${FULL_MS / 1000} s, three times`},
	{
		rounds: 3,
		async strike({redis}) {
			await redis.config('SET', 'maxmemory', '1');
			await sleep(FULL_MS);
			await redis.config('SET', 'maxmemory', '0');
		},
	},
);

import {underWrites} from '../under-writes.ts';

export const experiment = underWrites(
	{name: 'redis-wiped', title: 'FLUSHALL of Redis under a mix of writes, six times; only reports not yet counted may go'},
	{
		rounds: 6,
		strike: async whole => void (await whole.redis.flushall()),
		reportsMayGo: true,
	},
);

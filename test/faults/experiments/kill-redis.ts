import {underWrites} from '../under-writes.ts';

export const experiment = underWrites(
	{name: 'kill-redis', title: 'kill -9 of Redis under a mix of writes, six times'},
	{rounds: 6, strike: async whole => void whole.strike('redis', 'SIGKILL')},
);

import {underWrites} from '../under-writes.ts';

export const experiment = underWrites(
	{name: 'kill-api', title: 'kill -9 of the API under a mix of writes, six times'},
	{rounds: 6, strike: async whole => void whole.strike('api', 'SIGKILL')},
);

import {underWrites} from '../under-writes.ts';

export const experiment = underWrites(
	{name: 'kill-worker', title: 'kill -9 of the worker under a mix of writes, six times'},
	{rounds: 6, strike: async whole => void whole.strike('worker', 'SIGKILL')},
);

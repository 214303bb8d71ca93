import {underWrites} from '../under-writes.ts';

export const experiment = underWrites(
	{name: 'sigterm', title: 'SIGTERM of API and worker in turn under a mix of writes, six times'},
	{rounds: 6, strike: async (whole, round) => void whole.strike(round % 2 === 0 ? 'api' : 'worker', 'SIGTERM')},
);

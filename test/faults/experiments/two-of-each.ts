import {underWrites} from '../under-writes.ts';

const VICTIMS = ['api', 'worker-2', 'api-2', 'worker', 'redis', 'mariadb'] as const;

export const experiment = underWrites(
	{name: 'two-of-each', title: 'two APIs and two workers; kill -9 of each of them and of the servers, one after the other, twice'},
	{rounds: 12, service: {second: true}, strike: async (whole, round) => void whole.strike(VICTIMS[round % VICTIMS.length]!, 'SIGKILL')},
);

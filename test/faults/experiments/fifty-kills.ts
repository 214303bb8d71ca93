import {backWithin, underWrites} from '../under-writes.ts';

const KILLS = 50;
const WRITES = 10_000;
const RECOVERY_S = 10;
const VICTIMS = ['api', 'worker', 'redis', 'mariadb'] as const;

export const experiment = underWrites(
	{
		name: 'fifty-kills',
		title: `${WRITES} acknowledged writes over ${KILLS} kill -9 of API, worker, Redis and MariaDB in turns`,
		limit: 1800,
	},
	{
		rounds: KILLS,
		writesBetween: WRITES / KILLS,
		strike: async (whole, round) => void whole.strike(VICTIMS[round % VICTIMS.length]!, 'SIGKILL'),
		judge: backWithin(RECOVERY_S, WRITES),
	},
);

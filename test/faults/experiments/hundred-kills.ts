import {openMixedLedger} from '../mixed-ledger.ts';
import {underWrites} from '../strike.ts';

const KILLS = 100;
const SINGLE = ['api', 'worker', 'redis', 'mariadb'] as const;

export const experiment = underWrites(
	{
		name: 'hundred-kills',
		title: `${KILLS} kill -9 under leads, exports, imports and writes of an agent; each fifth of both servers together`,
		limit: 5400,
	},
	{
		rounds: KILLS,
		async strike(whole, round) {
			if (round % 5 < 4) return void whole.strike(SINGLE[round % 5]!, 'SIGKILL');
			for (const server of ['mariadb', 'redis'] as const) whole.strike(server, 'SIGKILL');
		},
		ledger: openMixedLedger,
	},
);

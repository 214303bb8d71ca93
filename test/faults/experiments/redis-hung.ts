import {setTimeout as sleep} from 'node:timers/promises';
import {noCallLonger, underWrites} from '../under-writes.ts';

const HUNG_MS = 8000;
/** No call waits longer for it. */
const LIMIT_S = 10;

export const experiment = underWrites(
	{name: 'redis-hung', title: `Redis stopped in its tracks (SIGSTOP) for ${HUNG_MS / 1000} s, three times`},
	{
		rounds: 3,
		async strike(whole) {
			whole.strike('redis', 'SIGSTOP');
			try {
				await sleep(HUNG_MS);
			} finally {
				whole.strike('redis', 'SIGCONT');
			}
		},
		judge: noCallLonger(LIMIT_S),
	},
);

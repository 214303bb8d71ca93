import {underWrites} from '../under-writes.ts';

export const experiment = underWrites(
	{name: 'kill-mariadb', title: 'kill -9 of MariaDB under a mix of writes, six times'},
	{rounds: 6, strike: async whole => void whole.strike('mariadb', 'SIGKILL')},
);

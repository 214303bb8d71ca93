import {setTimeout as sleep} from 'node:timers/promises';
import {underWrites} from '../under-writes.ts';

const FULL_MS = 6000;

export const experiment = underWrites(
	{name: 'disk-full', title: `one disk for MariaDB, Redis, files and logs, full for ${FULL_MS / 1000} s, three times`},
	{
		rounds: 3,
		service: {small: {folder: '', bytes: 700 * 1024 * 1024}},
		async strike({disk}) {
			disk!.fill();
			await sleep(FULL_MS);
			disk!.free();
		},
	},
);

import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {startLocalServers} from '../../../infra/servers/local-servers.ts';
import {type BlackHole, openBlackHole} from '../../helpers/black-hole.ts';
import type {Experiment} from '../experiment.ts';
import {backWithin, noCallLonger, underWrites} from '../under-writes.ts';

const SLOW_MS = 200;
const STRUCK_MS = 15_000;
/** No call waits longer, whatever is slow or gone. */
const LONGEST_S = 30;
const BACK_S = 10;

export const experiment: Experiment = {
	name: 'slow-links',
	title: `the ways to MariaDB and to Redis become slow (${SLOW_MS} ms there and back), then lose everything, for ${STRUCK_MS / 1000} s each`,
	async run(report) {
		const servers = await startLocalServers({dataDir: await mkdtemp(join(tmpdir(), 'links-'))});
		const toDatabase = await openBlackHole(new URL(servers.databaseUrl).searchParams.get('socketPath')!);
		const toRedis = await openBlackHole(servers.redisUrl.replace(/^unix:/, ''));
		const strikes = [slow, cut].flatMap(harm => [toDatabase, toRedis].map(link => () => harm(link)));
		const settings = {DATABASE_URL: `mysql://root@127.0.0.1:${toDatabase.port}/roteiro`, REDIS_URL: `redis://127.0.0.1:${toRedis.port}`};
		try {
			return await underWrites(this, {
				rounds: strikes.length,
				service: {settings},
				strike: (_, round) => strikes[round]!(),
				judge: outcome => noCallLonger(LONGEST_S)(backWithin(BACK_S)(outcome)),
			}).run(report);
		} finally {
			for (const link of [toDatabase, toRedis]) link.close();
			await servers.stop();
		}
	},
};

async function slow(link: BlackHole): Promise<void> {
	link.delay(SLOW_MS / 2);
	await sleep(STRUCK_MS);
	link.delay(0);
}

async function cut(link: BlackHole): Promise<void> {
	link.swallow();
	await sleep(STRUCK_MS);
	link.heal();
}

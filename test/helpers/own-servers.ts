import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startLocalServers} from '../../infra/servers/local-servers.ts';

/** Runs `work` as a command of its own: on a MariaDB and a Redis that keep what they acknowledge, in a folder that is gone afterwards. */
export async function onOwnServers(work: () => Promise<void>): Promise<void> {
	const dataDir = await mkdtemp(join(tmpdir(), 'roteiro-run-'));
	const servers = await startLocalServers({dataDir});
	Object.assign(process.env, {DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl, DATA_DIR: dataDir});
	try {
		await work();
	} finally {
		await servers.stop();
		await rm(dataDir, {recursive: true, force: true});
	}
}

import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startMariadb} from '../../../infra/servers/mariadb.ts';

/** A private MariaDB on a socket, gone afterwards; user `root` without a password. */
export async function database(): Promise<{socket: string; stop: () => Promise<void>}> {
	const dataDir = await mkdtemp(join(tmpdir(), 'targets-'));
	await mkdir(join(dataDir, 'logs'));
	await mkdir(join(dataDir, 'run'));
	const kept = await startMariadb({dataDir, sockets: dataDir, durable: false, report: () => {}});
	const stop = async () => {
		await kept.stop();
		await rm(dataDir, {recursive: true, force: true});
	};
	return {socket: join(dataDir, 'mysql.sock'), stop};
}

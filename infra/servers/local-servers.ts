import {createHash} from 'node:crypto';
import {chmodSync, lstatSync, mkdirSync} from 'node:fs';
import {tmpdir, userInfo} from 'node:os';
import {join, resolve} from 'node:path';
import type {Kept} from './keep-running.ts';
import {mariadbResponds, mariadbUrl, startMariadb} from './mariadb.ts';
import {redisUrl, startRedis} from './redis.ts';

export type LocalServers = {
	/** `mysql://root@localhost/roteiro?socketPath=…` */
	databaseUrl: string;
	/** `unix:/…/redis.sock` */
	redisUrl: string;
	stop(): Promise<void>;
	/** Kills them at once; what they acknowledged stays. */
	kill(): void;
};

type Options = {
	dataDir: string;
	/** False only for tests: faster, and nothing survives a power cut. */
	durable?: boolean;
	/** True starts the private MariaDB; `redis`: the private Redis. */
	mariadb?: boolean;
	redis?: boolean;
	/** Options of `mariadbd` that imitate another person's server. */
	mariadbOptions?: readonly string[];
	/** Called with a sentence when a server ended unexpectedly and is started again. */
	report?: (sentence: string) => void;
};

/**
 * Starts a private MariaDB and a private Redis whose data stand under `dataDir`, reachable over unix sockets alone, and keeps them
 * running. Hold the folder's lock (`lockDataFolder`) before.
 */
export async function startLocalServers({
	dataDir,
	durable = true,
	mariadb = true,
	redis = true,
	mariadbOptions = [],
	report = sentence => console.error(sentence),
}: Options): Promise<LocalServers> {
	const folder = resolve(dataDir);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const sockets = socketFolder(folder);
	chmodSync(sockets, 0o700);
	const starting = [
		...(redis ? [startRedis(folder, sockets, report)] : []),
		...(mariadb ? [startMariadb({dataDir: folder, sockets, durable, options: mariadbOptions, report})] : []),
	];
	const started = await Promise.allSettled(starting);
	const kept: Kept[] = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
	const failed = started.find(result => result.status === 'rejected');
	const stop = async () => {
		for (const server of kept) await server.stop();
	};
	if (failed) {
		await stop();
		throw failed.reason;
	}
	return {
		...localUrls(folder),
		stop,
		kill: () => {
			for (const server of kept) server.kill();
		},
	};
}

/** Returns the addresses of this data folder's private servers. */
export function localUrls(dataDir: string): {databaseUrl: string; redisUrl: string} {
	const sockets = socketFolder(resolve(dataDir));
	return {databaseUrl: mariadbUrl(sockets), redisUrl: redisUrl(sockets)};
}

/** True where the private MariaDB of this data folder responds. */
export function mariadbRuns(dataDir: string): Promise<boolean> {
	return mariadbResponds(socketFolder(resolve(dataDir)));
}

/** sun_path holds 108 bytes with the closing zero (unix(7)); MariaDB appends `.lock`. */
const LONGEST_SOCKET_PATH = 100;

/**
 * Returns the folder of the private servers' sockets: under the data folder, or for a path too long for a socket, a short one in the
 * system's temporary folder. Only its user may enter it: opening the sockets gives access to all data.
 */
function socketFolder(dataDir: string): string {
	const near = join(dataDir, 'run');
	const fits = Buffer.byteLength(join(near, 'mysql.sock')) <= LONGEST_SOCKET_PATH;
	const {uid} = userInfo();
	const folder = fits ? near : join(tmpdir(), `roteiro-${uid}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const found = lstatSync(folder);
	if (!found.isDirectory() || (uid >= 0 && found.uid !== uid) || (found.mode & 0o077) !== 0) {
		throw new Error(`${folder} must be a folder that belongs to you and that nobody else can open (mode 0700).`);
	}
	return folder;
}

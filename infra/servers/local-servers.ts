import {chmodSync, mkdirSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Kept} from './keep-running.ts';
import {mariadbResponds, mariadbUrl, startMariadb} from './mariadb.ts';
import {redisUrl, startRedis} from './redis.ts';
import {socketFolder} from './socket-folder.ts';

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

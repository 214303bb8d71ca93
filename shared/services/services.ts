import type {Redis} from 'ioredis';
import type {DataSource} from 'typeorm';
import type {Config} from '../config/config.ts';
import {openKeys, openSecrets} from '../config/secret.ts';
import type {FileStore} from '../files/file-store.ts';
import {measuredStore, openStore} from '../files/open-store.ts';
import {type Log, openLog} from '../log.ts';
import {isFull} from '../outage.ts';
import {removeAbandonedFolders} from '../process/temporary-folder.ts';
import {type Dispatcher, openDispatcher} from '../queue/dispatcher.ts';
import type {JobDefinition} from '../queue/job.ts';
import {JOBS} from '../queue/jobs.ts';
import {notWritten} from '../start-and-stop.ts';
import {warnOfNonDurableDatabase} from '../store/connection/probe.ts';
import {openDatabase} from '../store/database.ts';
import {requireKnownSecret} from '../store/visitors/kept-secret.ts';
import {openProducerRedis, openWorkerRedis, redisReady, requireDurableRedis} from './redis.ts';
import {closeRedis} from './redis-cluster.ts';

/** The resources that every process needs. */
export type Services = {
	config: Config;
	log: Log;
	database: DataSource;
	redis: Redis;
	files: FileStore;
	dispatcher: Dispatcher;
	/** Returns a key of 32 bytes for one purpose, equal in every process; it reveals nothing about other purposes' keys. */
	keyFor(purpose: string): Buffer;
	/** Aborted once the API process is asked to stop. */
	stopping: AbortController;
	/** Keys of 32 bytes for several purposes at one moment, once for each known secret, the current one first. */
	keysFor(...purposes: string[]): Array<Record<string, Buffer>>;
	/** Registers work to do before the connections close, so that late writes are not lost. */
	beforeClose(work: () => Promise<void>): void;
	close(): Promise<void>;
};

/** Most milliseconds that a stopping process waits for its connections to close. */
const CLOSE_MS = 5000;

/**
 * Connects to database, Redis and files. Throws if one of them does not respond, Redis would lose jobs, or the secret is not the one of
 * the rows. Files without room are a warning.
 */
export async function openServices(config: Config, process: 'api' | 'workers', jobs: readonly JobDefinition[] = JOBS): Promise<Services> {
	removeAbandonedFolders();
	const log = openLog(config, process);
	const database = await openDatabase(config);
	const redis = openProducerRedis(config.redisUrl, log);
	const listener = openWorkerRedis(config.redisUrl, log, config.redisPrefix);
	const files = measuredStore(openStore(config));
	const keys = openKeys(openSecrets(config));
	const closeConnections = async () => {
		closeRedis(redis);
		listener.disconnect();
		await database.destroy();
	};
	try {
		// If a cluster cannot be reached, only the second connection tells why.
		await Promise.all([redis, listener].map(redisReady));
		await requireDurableRedis(redis, log);
		await warnOfNonDurableDatabase(database, log);
		await requireKnownSecret(database.manager, config, keys).catch(sayNotMigrated);
		await files.check().catch(error => requireRoomOnly(error, config, log));
	} catch (error) {
		await closeConnections();
		throw notWritten(config.dataDir, error);
	}
	const unfinished: Array<() => Promise<void>> = [];
	const dispatcher = openDispatcher({database, redis, listener, prefix: config.redisPrefix, jobs, log});
	return {
		config,
		log,
		database,
		redis,
		files,
		dispatcher,
		stopping: new AbortController(),
		...keys,
		beforeClose: work => void unfinished.push(work),
		async close() {
			// Closing a queue waits for Redis, which may be away.
			const patience = new Promise<void>(resolve => setTimeout(resolve, CLOSE_MS).unref());
			await Promise.race([Promise.allSettled(unfinished.map(work => work())), patience]);
			await Promise.race([dispatcher.close().catch(() => {}), patience]);
			await Promise.race([closeConnections(), patience]);
		},
	};
}

/** Warns of a store that is full: what is there can be read, and writes are refused until there is room. Throws any other error, in words. */
function requireRoomOnly(error: Error, {objectStore, dataDir}: Config, log: Log): void {
	if (isFull(error)) {
		log.warn({error}, 'storage is full: tours are shown, and what would write a file is refused until there is room');
		return;
	}
	if (!objectStore) throw notWritten(dataDir, error);
	throw new Error(
		`FILES names an object store that takes no file: ${error.message || error.name} Correct its name, its endpoint or the AWS_ keys.`,
		{
			cause: error,
		},
	);
}

/** Number of MySQL and MariaDB for a table that is not there. */
const NO_TABLE = 1146;

function sayNotMigrated(error: Error & {errno?: number}): never {
	if (error.errno !== NO_TABLE) throw error;
	throw new Error('The database has not the tables of this version: run node infra/migrate.ts first, then start this process again.', {
		cause: error,
	});
}

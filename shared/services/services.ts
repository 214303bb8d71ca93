import type {Redis} from 'ioredis';
import type {DataSource} from 'typeorm';
import type {Config} from '../config/config.ts';
import {openKeys, openSecrets} from '../config/secret.ts';
import type {FileStore} from '../files/file-store.ts';
import {measuredStore, openStore} from '../files/open-store.ts';
import {type Log, openLog} from '../log.ts';
import {removeAbandonedFolders} from '../process/own-folder.ts';
import {type Dispatcher, openDispatcher} from '../queue/dispatcher.ts';
import type {JobDefinition} from '../queue/job.ts';
import {JOBS} from '../queue/jobs.ts';
import {warnOfForgetfulDatabase} from '../store/connection/probe.ts';
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
	/** 32 bytes for one purpose, the same in every process: what it keys for one purpose says nothing of another. */
	keyFor(purpose: string): Buffer;
	/** Aborted once the API process was asked to stop. */
	stopping: AbortController;
	/** Keys of 32 bytes for several purposes at one moment, once for each known secret, the current one first. */
	keysFor(...purposes: string[]): Array<Record<string, Buffer>>;
	/** Has work done before the connections close: what is written late must not be lost. */
	beforeClose(work: () => Promise<void>): void;
	close(): Promise<void>;
};

/** A process that is asked to stop does not wait longer for its connections than this. */
const CLOSE_MS = 5000;

/**
 * Connects to database, Redis and files. Throws where one of them does not respond, Redis would lose jobs, or the secret is another than that of
 * the rows.
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
		// Of a cluster that cannot be reached only the second connection says why.
		await Promise.all([redis, listener].map(redisReady));
		await requireDurableRedis(redis, log);
		await warnOfForgetfulDatabase(database, log);
		await requireKnownSecret(database.manager, config, keys);
		await files.check();
	} catch (error) {
		await closeConnections();
		throw error;
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
			// Closing a queue waits for Redis, which may be what is away.
			const patience = new Promise<void>(resolve => setTimeout(resolve, CLOSE_MS).unref());
			await Promise.race([Promise.allSettled(unfinished.map(work => work())), patience]);
			await Promise.race([dispatcher.close().catch(() => {}), patience]);
			await Promise.race([closeConnections(), patience]);
		},
	};
}

import {Redis, type RedisOptions} from 'ioredis';
import type {Log} from '../log.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** A producer never waits long for a queue: what was committed is brought there later by the relay. */
const COMMAND_TIMEOUT_MS = 2000;

/** For whoever answers requests: a command fails at once while Redis is away. */
export function openProducerRedis(url: string, log: Log): Redis {
	return open(url, log, {enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1});
}

/** For workers and listeners: waits for Redis to come back. */
export function openWorkerRedis(url: string, log: Log): Redis {
	return open(url, log, {maxRetriesPerRequest: null});
}

/**
 * Throws where this Redis would lose or drop jobs: no append-only file, or an eviction policy.
 * A server that keeps its configuration to itself (some hosted ones) is taken at its word.
 */
export async function requireDurableRedis(redis: Redis, log: Log): Promise<void> {
	for (const [setting, wanted] of [
		['appendonly', 'yes'],
		['maxmemory-policy', 'noeviction'],
	] as const) {
		let found: unknown;
		try {
			found = ((await redis.config('GET', setting)) as string[])[1];
		} catch (error) {
			log.warn({setting, error}, 'redis does not tell its configuration');
			return;
		}
		if (found !== wanted) throw new Error(`Redis must run with ${setting} ${wanted}, not ${String(found)}: jobs would be lost.`);
	}
}

function open(url: string, log: Log, options: RedisOptions): Redis {
	const common: RedisOptions = {connectTimeout: CONNECT_TIMEOUT_MS, retryStrategy: times => Math.min(times * 100, 1000), ...options};
	const redis = url.startsWith('unix:') ? new Redis({...common, path: url.slice('unix:'.length)}) : new Redis(url, common);
	// Without a listener an outage would end the process.
	redis.on('error', error => log.warn({error}, 'redis'));
	return redis;
}

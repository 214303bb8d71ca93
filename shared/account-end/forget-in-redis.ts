import {queuedId} from '../queue/dispatcher.ts';
import {POOLS} from '../queue/job.ts';
import {taggedPrefix, untaggedPrefix} from '../queue/keys.ts';
import {redisNodes} from '../services/redis-cluster.ts';
import type {Services} from '../services/services.ts';

const SCAN = 1000;

/** Takes jobs out of the queues, whichever they are in. Workers pass over one that stays. Never throws. */
export async function dequeueJobs({dispatcher, log}: Pick<Services, 'dispatcher' | 'log'>, jobIds: string[]): Promise<void> {
	try {
		for (const queue of dispatcher.queues.values()) await Promise.all(jobIds.map(id => queue.remove(queuedId(id))));
	} catch (error) {
		log.warn({error}, 'jobs stay in their queues');
	}
}

/**
 * Removes all of the account's keys in Redis: shares, lines, hourly limits. They would expire within a day.
 * Never throws.
 */
export async function forgetInRedis({config, redis, log}: Pick<Services, 'config' | 'redis' | 'log'>, accountId: string): Promise<void> {
	const name = untaggedPrefix(config.redisPrefix);
	const isOurs = (key: string) => [`${name}:`, `{${name}:`, `${config.redisPrefix}:`].some(beginning => key.startsWith(beginning));
	try {
		for (const node of redisNodes(redis)) {
			for await (const keys of node.scanStream({match: `*${accountId}*`, count: SCAN})) {
				for (const key of (keys as string[]).filter(isOurs)) await redis.del(key);
			}
		}
		for (const pool of POOLS) await redis.srem(`${taggedPrefix(config.redisPrefix, pool)}:share:lines`, accountId);
	} catch (error) {
		log.warn({error}, 'Redis forgets an account by itself within a day');
	}
}

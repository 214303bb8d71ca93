import {setImmediate} from 'node:timers/promises';
import {Redis, type RedisOptions} from 'ioredis';
import type {Log} from '../log.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** Whoever is silent does not say goodbye either. */
const DISCONNECT_TIMEOUT_MS = 300;
/** A producer never waits long for a queue: what was committed is brought there later by the relay. */
const COMMAND_TIMEOUT_MS = 1500;
/** A connection that is silent for longer after a PING is left. Below the time limit of a command: a call pays it at most twice. */
const PRODUCER_SILENCE_MS = 1000;
/** Workers have time: a server that reads its data back or writes a large file may be slow. */
const WORKER_SILENCE_MS = 5000;
const HEARTBEAT_MS = 1000;

/** For whoever serves requests: a command fails at once while Redis is away, and also while it hangs, from a few seconds on. */
export function openProducerRedis(url: string, log: Log): Redis {
	const redis = open(url, log, {enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1});
	leaveWhenSilent(redis, PRODUCER_SILENCE_MS, log);
	return redis;
}

/** For workers and listeners: waits for Redis to come back. */
export function openWorkerRedis(url: string, log: Log): Redis {
	const redis = open(url, log, {maxRetriesPerRequest: null});
	leaveWhenSilent(redis, WORKER_SILENCE_MS, log);
	// On the connection that BullMQ makes of it to wait for jobs a PING would wait as well; it is watched there once it is ready.
	const duplicate = redis.duplicate.bind(redis);
	redis.duplicate = options => {
		const waiting = duplicate(options);
		leaveWhenSilent(waiting, WORKER_SILENCE_MS, log, ['connect']);
		return waiting;
	};
	return redis;
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
	const common: RedisOptions = {
		connectTimeout: CONNECT_TIMEOUT_MS,
		disconnectTimeout: DISCONNECT_TIMEOUT_MS,
		retryStrategy: times => Math.min(times * 100, 1000),
		...options,
	};
	const redis = url.startsWith('unix:') ? new Redis({...common, path: url.slice('unix:'.length)}) : new Redis(url, common);
	// Without a listener an outage would end the process.
	redis.on('error', error => log.warn({error}, 'redis'));
	return redis;
}

/**
 * A server that hangs closes nothing, nor does a network that drops every packet: each command would wait for its own time limit, or for ever.
 * A connection on which a PING stays without a response is given up for a new one; until that is ready Redis counts as away.
 */
function leaveWhenSilent(redis: Redis, patienceMs: number, log: Log, watched: readonly Redis['status'][] = ['ready', 'connect']): void {
	let beating = false;
	const beat = async () => {
		if (beating || !watched.includes(redis.status)) return;
		beating = true;
		const isAlive = await respondsWithin(redis, patienceMs);
		beating = false;
		if (isAlive || !watched.includes(redis.status)) return;
		log.warn({ms: patienceMs}, 'redis is silent; connecting anew');
		redis.disconnect(true);
	};
	let timer: NodeJS.Timeout | undefined;
	redis.on('connect', () => {
		clearInterval(timer);
		timer = setInterval(beat, HEARTBEAT_MS).unref();
	});
	redis.on('close', () => clearInterval(timer));
}

async function respondsWithin(redis: Redis, ms: number): Promise<boolean> {
	let answered = false;
	const {promise, resolve} = Promise.withResolvers<void>();
	const hear = () => {
		answered = true;
		resolve();
	};
	const timer = setTimeout(resolve, ms).unref();
	// An error is a response too.
	if (redis.status === 'ready') redis.ping().then(hear, hear);
	else redis.once('ready', hear);
	await promise;
	clearTimeout(timer);
	redis.off('ready', hear);
	// Was it this process that was busy? Then the response lies there unread.
	if (!answered) await setImmediate();
	return answered;
}

import {setTimeout as sleep} from 'node:timers/promises';
import {Redis, type RedisOptions, ReplyError} from 'ioredis';
import {type RedisLocation, readRedisUrl} from '../config/addresses.ts';
import type {Log} from '../log.ts';
import {slotOf} from '../queue/keys.ts';
import {openCluster, redisNodes} from './redis-cluster.ts';
import {byTls, byTlsThroughSentinels, leaveWhenSilent, StreamConnector} from './redis-stream.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** A server that is silent does not answer QUIT either. */
const DISCONNECT_TIMEOUT_MS = 300;
/** A producer need not wait long for a queue: the relay brings committed jobs later. */
const COMMAND_TIMEOUT_MS = 1500;
/** Milliseconds of silence after a PING until a connection is left; less than a command's limit, so a call waits twice at most. */
const PRODUCER_SILENCE_MS = 1000;
/** Workers can wait: a server that loads its data or writes a large file may be slow. */
const WORKER_SILENCE_MS = 5000;
/** Milliseconds until a hanging sentinel is skipped for the next one. */
const SENTINEL_TIMEOUT_MS = 1000;
/** Milliseconds that a server may be slow at the start: everything on the machine may be starting at once. */
const SLOW_START_MS = 20_000;
/** Most milliseconds of waiting for a server that gives no reason. */
const SILENT_START_MS = 30_000;
const NO_REDIS = /ECONNREFUSED|ENOENT|ENOTFOUND|EACCES|NOAUTH|WRONGPASS|NOPERM|cluster support disabled|certificate|altnames/i;

type ClusterLocation = RedisLocation & {kind: 'cluster'};
type Node = {host: string; port: number};
/** First and last slot, the master, its replicas. */
type SlotRange = [number, number, [string | null, number, ...unknown[]], ...unknown[]];

/** Milliseconds in which a node must tell who has which slots; then the next one is asked. */
const ASK_TIMEOUT_MS = 1000;
const ASK_AGAIN_MS = 200;
/** Replies of a node that does not have the slot, or not right now. */
const ELSEWHERE = /^(?:MOVED|ASK|TRYAGAIN|CLUSTERDOWN|READONLY|MASTERDOWN) /;

/** Opens a connection for request handling: commands fail at once while Redis is away, or has hung for a few seconds. */
export function openProducerRedis(url: string, log: Log): Redis {
	const options = {enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1};
	return open(url, log, options, PRODUCER_SILENCE_MS);
}

/** Opens a connection for workers and listeners, which waits for Redis to come back. For keys with the hash tag of `prefix` only. */
export function openWorkerRedis(url: string, log: Log, prefix: string): Redis {
	const redis = open(url, log, {maxRetriesPerRequest: null}, WORKER_SILENCE_MS, prefix);
	// BullMQ duplicates it to wait for jobs, and a PING would wait there as well; the duplicate is watched once it is ready.
	const duplicate = redis.duplicate.bind(redis);
	redis.duplicate = options => {
		const waiting = duplicate(options);
		leaveWhenSilent(waiting, WORKER_SILENCE_MS, log, ['connect']);
		return waiting;
	};
	return redis;
}

/** Resolves once Redis responds. Throws at once if there is none or it refuses us; if it is slow, after a while. */
export async function redisReady(redis: Redis): Promise<void> {
	if (redis.status === 'ready') return;
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	const until = performance.now() + SLOW_START_MS;
	const fail = (error: Error & {lastNodeError?: Error}) => {
		const {message} = error.lastNodeError ?? error;
		// The error itself is not passed on: it holds the failed command with the password.
		if (NO_REDIS.test(message) || performance.now() > until)
			reject(new Error(`REDIS_URL names no Redis that lets this service in: ${message}`));
	};
	const refuse = () => reject(new Error('REDIS_URL names a Redis that does not respond.'));
	const timer = setTimeout(refuse, SILENT_START_MS).unref();
	redis.once('ready', resolve).on('error', fail);
	await promise.finally(() => {
		redis.off('ready', resolve).off('error', fail);
		clearTimeout(timer);
	});
}

/**
 * Throws if this Redis would lose or drop jobs: no append-only file, or an eviction policy.
 * A server that hides its configuration, as some hosted ones do, is trusted.
 */
export async function requireDurableRedis(redis: Redis, log: Log): Promise<void> {
	for (const node of redisNodes(redis)) await requireDurableNode(node, log);
	// It would redirect most keys to other nodes (MOVED).
	if (!redis.isCluster && /^cluster_enabled:1/m.test(await redis.info('cluster').catch(() => '')))
		throw new Error('REDIS_URL names one node of a Redis Cluster: it must begin with redis-cluster:// (rediss-cluster:// for TLS).');
}

async function requireDurableNode(redis: Redis, log: Log): Promise<void> {
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

/** Opens a connection; of a Redis Cluster to the one node with `prefix`, or without it to all nodes. */
function open(url: string, log: Log, options: RedisOptions, silenceMs: number, prefix?: string): Redis {
	const common: RedisOptions = {
		connectTimeout: CONNECT_TIMEOUT_MS,
		disconnectTimeout: DISCONNECT_TIMEOUT_MS,
		retryStrategy: retryAfter,
		...options,
	};
	const location = readRedisUrl(url);
	if (location.kind === 'cluster' && prefix === undefined) {
		const {retryStrategy, ...ofNodes} = common;
		return openCluster(location, log, {...ofNodes, silenceMs, retryAfter});
	}
	const redis = location.kind === 'cluster' ? openSlot(location, slotOf(prefix!), common) : openOne(location, common);
	// Without a listener an outage would end the process.
	redis.on('error', error => log.warn({error}, 'redis'));
	leaveWhenSilent(redis, silenceMs, log);
	return redis;
}

function openOne(location: Exclude<RedisLocation, {kind: 'cluster'}>, options: RedisOptions): Redis {
	if (location.kind === 'single') {
		const {url} = location;
		if (url.startsWith('unix:')) return new Redis({...options, path: url.slice('unix:'.length)});
		return new Redis(url, {...options, ...(url.startsWith('rediss:') ? byTls : {})});
	}
	const {nodes, master, database, username, password, sentinelPassword, tls} = location;
	return new Redis({
		...options,
		...{sentinels: nodes, name: master, db: database, username, password, sentinelPassword},
		sentinelRetryStrategy: retryAfter,
		sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
		// A former master is a replica now: the sentinels name the new one, which gets the command again.
		reconnectOnError: error => (error instanceof ReplyError && error.message.startsWith('READONLY ') ? 2 : false),
		...(tls ? byTlsThroughSentinels : {}),
	});
}

function retryAfter(times: number): number {
	return Math.min(times * 100, 1000);
}

/**
 * Opens a connection to the node of a Redis Cluster that has a slot, for code that uses keys of one hash tag only: it waits, blocks and reconnects like
 * a connection to one server. If the slot has moved to another node, it connects to that one and sends the command again.
 */
function openSlot(location: ClusterLocation, slot: number, options: RedisOptions): Redis {
	return new Redis({
		...options,
		...nodeOptions(location),
		Connector: connectorTo(location, slot),
		reconnectOnError: ({message}: Error) => (ELSEWHERE.test(message) ? 2 : false),
	});
}

function nodeOptions({username, password, tls}: ClusterLocation): RedisOptions {
	return {username, password, ...(tls ? byTls : {})};
}

function connectorTo(location: ClusterLocation, slot: number) {
	let known: readonly Node[] = location.nodes;
	return class extends StreamConnector {
		/** Throws only if the connection was given up meanwhile, since ioredis would not try again. */
		override async connect(emit: (type: string, error: Error) => void) {
			this.connecting = true;
			for (;;) {
				const found = await findMaster(location, known, slot);
				if (!this.connecting) throw new Error('Connection is closed.');
				if (!(found instanceof Error)) {
					known = found.nodes;
					return this.open({...found.master, tls: location.tls});
				}
				emit('error', found);
				await sleep(ASK_AGAIN_MS);
			}
		}
	};
}

/** Asks one node after the other, those of the URL last; returns the last error if none answers. */
async function findMaster(location: ClusterLocation, known: readonly Node[], slot: number) {
	const nodes = new Map([...shuffled(known), ...location.nodes].map(node => [`${node.host}:${node.port}`, node]));
	let failure = new Error('No node of the Redis Cluster says which one has the slot.');
	for (const node of nodes.values()) {
		try {
			const ranges = await slotsOf(location, node);
			const masters = ranges.map(([, , [host, port]]) => ({host: host || node.host, port}));
			const index = ranges.findIndex(([from, to]) => from <= slot && slot <= to);
			if (index >= 0) return {master: masters[index]!, nodes: masters};
		} catch (error) {
			failure = error as Error;
		}
	}
	return failure;
}

async function slotsOf(location: ClusterLocation, {host, port}: Node): Promise<SlotRange[]> {
	const redis = new Redis({
		...nodeOptions(location),
		...{host, port, lazyConnect: true, enableReadyCheck: false, retryStrategy: null, connectTimeout: ASK_TIMEOUT_MS},
		...{commandTimeout: ASK_TIMEOUT_MS, maxRetriesPerRequest: 0, disconnectTimeout: 0},
	});
	let failure: Error | undefined;
	redis.on('error', error => {
		failure ??= error;
	});
	try {
		return (await redis.cluster('SLOTS')) as unknown as SlotRange[];
	} catch (error) {
		// The reason for which the connection was closed tells more than the closing itself.
		throw failure ?? error;
	} finally {
		redis.disconnect();
	}
}

function shuffled<T>(list: readonly T[]): T[] {
	return list
		.map(item => ({item, at: Math.random()}))
		.toSorted((one, other) => one.at - other.at)
		.map(({item}) => item);
}

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
/** A producer never waits long for a queue: what was committed is brought there later by the relay. */
const COMMAND_TIMEOUT_MS = 1500;
/** A connection that is silent for longer after a PING is left. Below the time limit of a command: a call pays it at most twice. */
const PRODUCER_SILENCE_MS = 1000;
/** Workers have time: a server that reads its data back or writes a large file may be slow. */
const WORKER_SILENCE_MS = 5000;
/** A sentinel that hangs is passed over for the next. */
const SENTINEL_TIMEOUT_MS = 1000;
/** A machine on which everything starts at once is slow at first. */
const SLOW_START_MS = 20_000;
/** Longer, and nobody says why. */
const SILENT_START_MS = 30_000;
const NO_REDIS = /ECONNREFUSED|ENOENT|ENOTFOUND|EACCES|NOAUTH|WRONGPASS|NOPERM|cluster support disabled|certificate|altnames/i;

type ClusterLocation = RedisLocation & {kind: 'cluster'};
type Node = {host: string; port: number};
/** From, to, the master, its replicas. */
type SlotRange = [number, number, [string | null, number, ...unknown[]], ...unknown[]];

/** A node that does not say in so long who has which slots is passed over for the next. */
const ASK_TIMEOUT_MS = 1000;
const ASK_AGAIN_MS = 200;
/** Replies of a node that does not have the slot, or not at present. */
const ELSEWHERE = /^(?:MOVED|ASK|TRYAGAIN|CLUSTERDOWN|READONLY|MASTERDOWN) /;

/** Opens a connection for processes that serve requests: a command fails at once while Redis is away, and also while it hangs, from a few seconds on. */
export function openProducerRedis(url: string, log: Log): Redis {
	const options = {enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1};
	return open(url, log, options, PRODUCER_SILENCE_MS);
}

/** For workers and listeners: waits for Redis to come back. Uses only keys of the hash tag that `prefix` is or has. */
export function openWorkerRedis(url: string, log: Log, prefix: string): Redis {
	const redis = open(url, log, {maxRetriesPerRequest: null}, WORKER_SILENCE_MS, prefix);
	// On the connection that BullMQ makes of it to wait for jobs a PING would wait as well; it is watched there once it is ready.
	const duplicate = redis.duplicate.bind(redis);
	redis.duplicate = options => {
		const waiting = duplicate(options);
		leaveWhenSilent(waiting, WORKER_SILENCE_MS, log, ['connect']);
		return waiting;
	};
	return redis;
}

/** Resolves once it responds. Throws at once where there is no Redis or it lets nobody in; where one is slow only once it has been so for a while. */
export async function redisReady(redis: Redis): Promise<void> {
	if (redis.status === 'ready') return;
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	const until = performance.now() + SLOW_START_MS;
	const fail = (error: Error & {lastNodeError?: Error}) => {
		const {message} = error.lastNodeError ?? error;
		// Not the error itself: it carries the command that failed, and the password with it.
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
 * Throws where this Redis would lose or drop jobs: no append-only file, or an eviction policy.
 * A server that keeps its configuration to itself (some hosted ones) is taken at its word.
 */
export async function requireDurableRedis(redis: Redis, log: Log): Promise<void> {
	for (const node of redisNodes(redis)) await requireDurableNode(node, log);
	// What it would have us do elsewhere (MOVED) is most of the keys.
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

/** With `prefix`, a connection to one node of a Redis Cluster, and else to all. */
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
		// A master of before that has become a replica: the sentinels know the one of now, and there the command is sent again.
		reconnectOnError: error => (error instanceof ReplyError && error.message.startsWith('READONLY ') ? 2 : false),
		...(tls ? byTlsThroughSentinels : {}),
	});
}

function retryAfter(times: number): number {
	return Math.min(times * 100, 1000);
}

/**
 * A connection to the one node of a Redis Cluster that has a slot, for code that uses the keys of one hash tag alone: it waits, blocks and comes back as
 * a connection to one server does. Where the slot has moved to another node, it connects to that one and sends the command again.
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
		/** Throws only where the connection was given up meanwhile: ioredis would not try again. */
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

/** Asks one node after the other, those of the URL last; returns the last error where none has an answer. */
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
		// Why the connection was closed says more than that it was.
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

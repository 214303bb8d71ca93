import {setTimeout as sleep} from 'node:timers/promises';
import {Cluster, type Redis, type RedisOptions} from 'ioredis';
import type {RedisLocation} from '../config/addresses.ts';
import type {Log} from '../log.ts';
import {byTls, leaveWhenSilent} from './redis-stream.ts';

/** Milliseconds between two questions to a Redis Cluster which node has which slots; a moved slot asks at once. */
const SLOTS_REFRESH_MS = 5000;
/** Milliseconds after which a connection that was told to close has closed. */
const LAST_WORDS_MS = 1000;
const OPEN: readonly string[] = ['connecting', 'connect', 'ready'];
/** Functions that close the connections of a `Cluster`. */
const endings = new WeakMap<object, () => void>();

type Options = RedisOptions & {silenceMs: number; retryAfter: (times: number) => number};

/**
 * Opens a connection to all nodes of a Redis Cluster, with every command that one server has. A killed or silent node is left at once; its slots
 * are looked up again until a replica or the node itself serves them. For blocking commands and BullMQ's workers use `openSlot`.
 */
export function openCluster(location: RedisLocation & {kind: 'cluster'}, log: Log, options: Options): Redis {
	const {nodes, username, password, tls} = location;
	const {enableOfflineQueue = true, silenceMs, retryAfter, ...redisOptions} = options;
	const cluster = new Cluster(nodes, {
		redisOptions: {...redisOptions, username, password, ...(tls ? byTls : {})},
		// Certificates are for the host's name, not for its IP.
		...(tls ? {dnsLookup: (host, callback) => callback(null, host)} : {}),
		enableOfflineQueue,
		clusterRetryStrategy: retryAfter,
		// Its own timer would run for ever if the connection is closed while the nodes are asked.
		slotsRefreshInterval: 0,
	});
	endings.set(cluster, watch(cluster, log, silenceMs));
	return cluster as unknown as Redis;
}

/** Closes a connection for good. */
export function closeRedis(redis: Redis): void {
	const end = endings.get(redis) ?? (() => redis.disconnect());
	end();
}

/** Returns a connection to each server that holds keys. */
export function redisNodes(redis: Redis): Redis[] {
	return redis.isCluster ? (redis as unknown as Cluster).nodes('master') : [redis];
}

/** Refreshes the slots regularly, leaves silent nodes and logs errors; returns a function that ends all of it. */
function watch(cluster: Cluster, log: Log, silenceMs: number): () => void {
	const warn = (error: Error & {lastNodeError?: Error}) => log.warn({error: error.lastNodeError ?? error}, 'redis cluster');
	cluster.on('error', warn);
	cluster.on('node error', warn);
	const nodes = new Set<Redis>();
	let closed = false;
	cluster.on('+node', (node: Redis) => {
		nodes.add(node);
		node.once('end', () => nodes.delete(node));
		if (closed) node.disconnect();
		else leaveWhenSilent(node, silenceMs, log);
	});
	const connect = cluster.connect.bind(cluster);
	// Nodes are known by host and port: a former one that ends late would remove its successor, which would stay connected for ever.
	cluster.connect = async () => {
		if (!OPEN.includes(cluster.status)) await disconnected(nodes);
		if (closed) throw new Error('The connection was closed.');
		return connect();
	};
	const timer = setInterval(() => cluster.status === 'ready' && cluster.refreshSlotsCache(), SLOTS_REFRESH_MS).unref();
	return () => {
		closed = true;
		clearInterval(timer);
		// If it is closed while connecting, it would open itself again once it has learned the slots.
		for (const opened of OPEN) cluster.on(opened, () => cluster.disconnect());
		cluster.disconnect();
		for (const node of nodes) node.disconnect();
	};
}

async function disconnected(nodes: Set<Redis>): Promise<void> {
	const ends = [...nodes].map(node => new Promise(resolve => node.once('end', resolve)));
	for (const node of nodes) node.disconnect();
	await Promise.race([Promise.all(ends), sleep(LAST_WORDS_MS, undefined, {ref: false})]);
}

import {setTimeout as sleep} from 'node:timers/promises';
import {Cluster, type Redis, type RedisOptions} from 'ioredis';
import type {RedisLocation} from '../config/addresses.ts';
import type {Log} from '../log.ts';
import {byTls, leaveWhenSilent} from './redis-stream.ts';

/** How often a Redis Cluster is asked which node has what; beside that, whenever a node says that it is another's. */
const SLOTS_REFRESH_MS = 5000;
/** Longer than a connection takes to end that is told to. */
const LAST_WORDS_MS = 1000;
const OPEN: readonly string[] = ['connecting', 'connect', 'ready'];
/** Functions that close the connections of a `Cluster`. */
const endings = new WeakMap<object, () => void>();

type Options = RedisOptions & {silenceMs: number; retryAfter: (times: number) => number};

/**
 * A connection to all nodes of a Redis Cluster, with every command that one server has. A node that is killed or silent is left at once; its slots
 * are asked for again until a replica or the node itself has them. Not for commands that block, nor for BullMQ's workers: `openSlot` is.
 */
export function openCluster(location: RedisLocation & {kind: 'cluster'}, log: Log, options: Options): Redis {
	const {nodes, username, password, tls} = location;
	const {enableOfflineQueue = true, silenceMs, retryAfter, ...redisOptions} = options;
	const cluster = new Cluster(nodes, {
		redisOptions: {...redisOptions, username, password, ...(tls ? byTls : {})},
		// A certificate is made out to the name, not to the IP.
		...(tls ? {dnsLookup: (host, callback) => callback(null, host)} : {}),
		enableOfflineQueue,
		clusterRetryStrategy: retryAfter,
		// Its own timer goes on for ever where the connection is closed while the nodes are asked.
		slotsRefreshInterval: 0,
	});
	endings.set(cluster, watch(cluster, log, silenceMs));
	return cluster as unknown as Redis;
}

/** Closes it for good. */
export function closeRedis(redis: Redis): void {
	const end = endings.get(redis) ?? (() => redis.disconnect());
	end();
}

/** The servers that hold the keys. */
export function redisNodes(redis: Redis): Redis[] {
	return redis.isCluster ? (redis as unknown as Cluster).nodes('master') : [redis];
}

/** Has the cluster asked now and then, silent nodes left and errors logged; returns what ends all of it for good. */
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
	// Its nodes are known by host and port: one of before that ends late would take its successor with it, and leave that connected for ever.
	cluster.connect = async () => {
		if (!OPEN.includes(cluster.status)) await disconnected(nodes);
		if (closed) throw new Error('The connection was closed.');
		return connect();
	};
	const timer = setInterval(() => cluster.status === 'ready' && cluster.refreshSlotsCache(), SLOTS_REFRESH_MS).unref();
	return () => {
		closed = true;
		clearInterval(timer);
		// Closed while it connects, it would open itself again once it has heard of the slots.
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

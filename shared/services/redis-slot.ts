import {setTimeout as sleep} from 'node:timers/promises';
import {Redis, type RedisOptions} from 'ioredis';
import type {RedisLocation} from '../config/redis-url.ts';
import {byTls, StreamConnector} from './redis-stream.ts';

type ClusterLocation = RedisLocation & {kind: 'cluster'};
type Node = {host: string; port: number};
/** From, to, the master, its replicas. */
type SlotRange = [number, number, [string | null, number, ...unknown[]], ...unknown[]];

/** A node that does not say in so long who has which slots is passed over for the next. */
const ASK_TIMEOUT_MS = 1000;
const ASK_AGAIN_MS = 200;
/** Replies of a node that does not have the slot, or not at present. */
const ELSEWHERE = /^(?:MOVED|ASK|TRYAGAIN|CLUSTERDOWN|READONLY|MASTERDOWN) /;

/**
 * A connection to the one node of a Redis Cluster that has a slot, for code that uses the keys of one hash tag alone: it waits, blocks and comes back as
 * a connection to one server does. Where the slot has moved to another node, it connects to that one and sends the command again.
 */
export function openSlot(location: ClusterLocation, slot: number, options: RedisOptions): Redis {
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

import {join} from 'node:path';
import {eventually} from './eventually.ts';
import {freePorts, LOOPBACK, type RedisNode, startRedisNode} from './redis-node.ts';

const SLOTS = 16_384;
/** After so long a node that says nothing counts as dead; its replica takes over a little later. */
const NODE_TIMEOUT_MS = 2000;

export type RedisCluster = {
	/** `redis-cluster://…` */
	url: string;
	/** Those that began as masters first, then their replicas in the same order. */
	nodes: RedisNode[];
	/** How often the servers have returned this error (`CROSSSLOT`, `MOVED`) since they were started. */
	errors(name: string): Promise<number>;
	stop(): Promise<void>;
};

/** A Redis Cluster on loopback, its data under `folder`: so many masters with the same share of the slots, and replicas of the first ones. */
export async function startRedisCluster(folder: string, {masters = 3, replicas = 0} = {}): Promise<RedisCluster> {
	const count = masters + replicas;
	const ports = await freePorts(2 * count);
	const nodes = await Promise.all(
		Array.from({length: count}, (_, index) => startNode(join(folder, `node-${index}`), ports[index]!, ports[count + index]!)),
	);
	const [first] = nodes;
	for (const [index, {redis}] of nodes.entries()) {
		const [from, to] = [index, index + 1].map(part => Math.floor((part * SLOTS) / masters));
		if (index < masters) await redis.call('CLUSTER', 'ADDSLOTSRANGE', from!, to! - 1);
		if (index > 0) await redis.call('CLUSTER', 'MEET', LOOPBACK, first!.port, ports[count]!);
	}
	await eventually('the nodes know each other', async () =>
		(await all(nodes, node => info(node, `cluster_known_nodes:${count}`))).every(Boolean),
	);
	for (const [index, {redis}] of nodes.slice(masters).entries()) {
		const id = String(await nodes[index]!.redis.call('CLUSTER', 'MYID'));
		const heard = () =>
			redis.call('CLUSTER', 'REPLICATE', id).then(
				() => true,
				() => false,
			);
		await eventually('it knows its master', heard);
		await eventually('it replicates', () => isReplica(redis));
	}
	await eventually('the cluster is whole', async () => (await all(nodes, node => info(node, 'cluster_state:ok'))).every(Boolean));
	return {
		url: `redis-cluster://${nodes.map(({port}) => `${LOOPBACK}:${port}`).join(',')}`,
		nodes,
		async errors(name) {
			const found = await all(nodes, ({redis}) => redis.info('errorstats'));
			return found.reduce((sum, text) => sum + Number(new RegExp(`^errorstat_${name}:count=(\\d+)`, 'm').exec(text)?.[1] ?? 0), 0);
		},
		stop: async () => void (await all(nodes, node => node.stop())),
	};
}

/** True once it is a replica that has all that its master has. */
export async function isReplica(redis: RedisNode['redis']): Promise<boolean> {
	return /master_link_status:up/.test(await redis.info('replication'));
}

async function startNode(folder: string, port: number, bus: number): Promise<RedisNode> {
	return startRedisNode({
		folder,
		port,
		settings: {
			'cluster-enabled': 'yes',
			'cluster-port': String(bus),
			'cluster-node-timeout': String(NODE_TIMEOUT_MS),
			// Who loses one node goes on with the others meanwhile.
			'cluster-require-full-coverage': 'no',
			appendonly: 'yes',
			appendfsync: 'everysec',
			'maxmemory-policy': 'noeviction',
			save: '',
		},
	});
}

async function info({redis}: RedisNode, line: string): Promise<boolean> {
	return String(await redis.call('CLUSTER', 'INFO')).includes(line);
}

function all<T>(nodes: RedisNode[], ask: (node: RedisNode) => Promise<T>): Promise<T[]> {
	return Promise.all(nodes.map(ask));
}

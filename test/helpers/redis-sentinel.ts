import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {eventually} from './eventually.ts';
import {isReplica} from './redis-cluster.ts';
import {freePorts, LOOPBACK, type RedisNode, startRedisNode} from './redis-node.ts';

const MASTER = 'tours';
const SENTINELS = 3;
/** After so long a master that says nothing counts as dead. */
const DEAD_AFTER_MS = 1000;

export type Sentinels = {
	/** `redis-sentinel://…` */
	url: string;
	servers: RedisNode[];
	/** The server that takes writes, as the sentinels know it. */
	master(): Promise<RedisNode>;
	stop(): Promise<void>;
};

/** A Redis with a replica on loopback, and three sentinels that watch both; two of them decide. */
export async function startSentinels(folder: string): Promise<Sentinels> {
	const [first, second, ...watching] = await freePorts(2 + SENTINELS);
	const server = (name: string, port: number, settings: Record<string, string> = {}) =>
		startRedisNode({
			folder: join(folder, name),
			port,
			settings: {appendonly: 'yes', 'maxmemory-policy': 'noeviction', save: '', 'repl-diskless-sync-delay': '0', ...settings},
		});
	const servers = [await server('one', first!), await server('two', second!, {replicaof: `${LOOPBACK} ${first}`})];
	await eventually('it replicates', () => isReplica(servers[1]!.redis));
	const sentinels = await Promise.all(watching.map((port, index) => startSentinel(join(folder, `sentinel-${index}`), port, first!)));
	const asked = sentinels[0]!.redis;
	const known = async () => Object.fromEntries(pairs((await asked.call('SENTINEL', 'MASTER', MASTER)) as string[]));
	await eventually('the sentinels know each other and the replica', async () => {
		const {'num-other-sentinels': others, 'num-slaves': replicas} = await known();
		return Number(others) === SENTINELS - 1 && Number(replicas) === 1;
	});
	return {
		url: `redis-sentinel://${watching.map(port => `${LOOPBACK}:${port}`).join(',')}/${MASTER}`,
		servers,
		async master() {
			const [, port] = (await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as string[];
			return servers.find(one => String(one.port) === port)!;
		},
		stop: async () => void (await Promise.all([...sentinels, ...servers].map(one => one.stop()))),
	};
}

async function startSentinel(folder: string, port: number, master: number): Promise<RedisNode> {
	await mkdir(folder, {recursive: true});
	// A sentinel writes into its file what it learns.
	const file = join(folder, 'sentinel.conf');
	const lines = [
		`port ${port}`,
		`bind ${LOOPBACK}`,
		`dir ${folder}`,
		`sentinel monitor ${MASTER} ${LOOPBACK} ${master} 2`,
		`sentinel down-after-milliseconds ${MASTER} ${DEAD_AFTER_MS}`,
		`sentinel failover-timeout ${MASTER} 5000`,
	];
	await writeFile(file, `${lines.join('\n')}\n`);
	return startRedisNode({folder, port, args: [file, '--sentinel']});
}

function pairs(list: string[]): Array<[string, string]> {
	return Array.from({length: list.length / 2}, (_, index) => [list[2 * index]!, list[2 * index + 1]!]);
}

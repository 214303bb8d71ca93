import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {eventually} from '../../helpers/eventually.ts';
import {isReplica, startRedisCluster} from '../../helpers/redis-cluster.ts';
import type {RedisNode} from '../../helpers/redis-node.ts';
import type {Experiment} from '../experiment.ts';
import {backWithin, underWrites} from '../under-writes.ts';

const MASTERS = 3;
const KILLS = 10;
const LEAST_WRITES = 1000;

export const experiment: Experiment = {
	name: 'redis-cluster',
	title: 'a master of a Redis Cluster of six is killed under a mix of writes, ten times, and frozen twice; its replica takes over',
	limit: 600,
	async run(report) {
		const cluster = await startRedisCluster(await mkdtemp(join(tmpdir(), 'cluster-')), {masters: MASTERS, replicas: MASTERS});
		let away: RedisNode | undefined;
		const strike = async (_: unknown, round: number) => {
			const pair = (index: number) => [cluster.nodes[index % MASTERS]!, cluster.nodes[(index % MASTERS) + MASTERS]!];
			const masters = async (nodes: RedisNode[]) => {
				const roles = await Promise.all(nodes.map(({redis}) => redis.role()));
				return nodes.filter((_, index) => String(roles[index]![0]) === 'master');
			};
			// The one from the round before comes back as the replica of the one that took over.
			if (away) {
				const others = pair(round - 1).filter(node => node !== away);
				await eventually('its replica takes over', async () => (await masters(others)).length > 0);
				await away.kill();
				await away.start();
				await eventually('it replicates', () => isReplica(away!.redis));
			}
			[away] = await masters(pair(round));
			if (round < KILLS) await away!.kill();
			else away!.freeze();
		};
		try {
			const service = {settings: {REDIS_URL: cluster.url}};
			return await underWrites(this, {rounds: KILLS + 2, service, strike, judge: backWithin(15, LEAST_WRITES)}).run(report);
		} finally {
			await cluster.stop();
		}
	},
};

import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {eventually} from '../../helpers/eventually.ts';
import {isReplica, startRedisCluster} from '../../helpers/redis-cluster.ts';
import type {RedisNode} from '../../helpers/redis-node.ts';
import type {Experiment} from '../experiment.ts';
import {backWithin, underWrites} from '../strike.ts';

const MASTERS = 3;
const LEAST_WRITES = 1000;

export const experiment: Experiment = {
	name: 'redis-cluster',
	title: 'kill -9 of a master of a Redis Cluster of six under a mix of writes, ten times; its replica takes over',
	limit: 600,
	async run(report) {
		const cluster = await startRedisCluster(await mkdtemp(join(tmpdir(), 'cluster-')), {masters: MASTERS, replicas: MASTERS});
		let killed: RedisNode | undefined;
		const strike = async (_: unknown, round: number) => {
			// The one from the round before comes back as the replica of the one that took over.
			await killed?.start();
			if (killed) await eventually('it replicates', () => isReplica(killed!.redis));
			const pair = [round % MASTERS, (round % MASTERS) + MASTERS].map(index => cluster.nodes[index]!);
			const roles = await Promise.all(pair.map(({redis}) => redis.role()));
			killed = pair[roles.findIndex(([role]) => String(role) === 'master')]!;
			await killed.kill();
		};
		try {
			const service = {settings: {REDIS_URL: cluster.url}};
			return await underWrites(this, {rounds: 10, service, strike, judge: backWithin(15, LEAST_WRITES)}).run(report);
		} finally {
			await cluster.stop();
		}
	},
};

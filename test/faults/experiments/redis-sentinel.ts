import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {eventually} from '../../helpers/eventually.ts';
import {isReplica} from '../../helpers/redis-cluster.ts';
import type {RedisNode} from '../../helpers/redis-node.ts';
import {startSentinels} from '../../helpers/redis-sentinel.ts';
import type {Experiment} from '../experiment.ts';
import {backWithin, underWrites} from '../under-writes.ts';

export const experiment: Experiment = {
	name: 'redis-sentinel',
	title: 'kill -9 of the master that three sentinels watch, under a mix of writes, four times; its replica takes over',
	async run(report) {
		const watched = await startSentinels(await mkdtemp(join(tmpdir(), 'sentinel-')));
		let killed: RedisNode | undefined;
		const strike = async () => {
			await killed?.start();
			// The sentinels make it a replica of the one that took over.
			if (killed) await eventually('it replicates', () => isReplica(killed!.redis));
			killed = await watched.master();
			await killed.kill();
		};
		try {
			const service = {settings: {REDIS_URL: watched.url}};
			return await underWrites(this, {rounds: 4, service, strike, judge: backWithin(15)}).run(report);
		} finally {
			await watched.stop();
		}
	},
};

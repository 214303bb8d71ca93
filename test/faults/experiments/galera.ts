import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {eventually} from '../../helpers/eventually.ts';
import {type GaleraNode, startGalera} from '../../helpers/galera.ts';
import type {Experiment} from '../experiment.ts';
import {backWithin, underWrites} from '../under-writes.ts';

const KILLS = 10;
const FREEZES = 2;
const LEAST_WRITES = 1000;

export const experiment: Experiment = {
	name: 'galera',
	title:
		'of three MariaDB Galera nodes behind HAProxy the one that takes the writes is killed ten times under a mix of writes, and frozen twice',
	limit: 900,
	async run(report) {
		const cluster = await startGalera(await mkdtemp(join(tmpdir(), 'galera-')));
		let away: GaleraNode | undefined;
		const comeBack = async () => {
			await away?.kill();
			await away?.start();
			away = undefined;
		};
		const strike = async (_: unknown, round: number) => {
			await comeBack();
			away = await cluster.writer();
			if (round < KILLS) await away.kill();
			else away.freeze();
		};
		try {
			const service = {settings: {DATABASE_URL: cluster.url}};
			const {figures, ok} = await underWrites(this, {
				rounds: KILLS + FREEZES,
				service,
				strike,
				judge: backWithin(15, LEAST_WRITES),
			}).run(report);
			await comeBack();
			await eventually('each node has the same rows', async () => {
				const [first, ...others] = await cluster.rows();
				return others.every(other => isDeepStrictEqual(other, first));
			});
			return {figures, ok};
		} finally {
			await cluster.stop();
		}
	},
};

import {setTimeout as sleep} from 'node:timers/promises';
import {temporaryFolderName} from '../../../shared/process/temporary-folder.ts';
import {eventually} from '../../helpers/eventually.ts';
import {ended, makeTour} from '../../helpers/exports.ts';
import {startProcess} from '../../helpers/processes.ts';
import {processesNaming} from '../../helpers/processes-naming.ts';
import {startService} from '../../helpers/service.ts';

const KILLS = 20;
/** Between the moment a video is begun and the kill: it is drawn, encoded and joined within. */
const LONGEST_MS = 5000;
const PATIENCE_MS = 400_000;

/** Workers that are killed at any moment of a video: what is left of them, and what becomes of the videos. */
export async function killedWorkers(): Promise<object> {
	const service = await startService({LOG_LEVEL: 'error'});
	const client = await service.client();
	const orders: string[] = [];
	const killed: number[] = [];
	const runningOf = async (pid: number) => (await processesNaming(temporaryFolderName('exporting', pid), 'environ')).length;
	const start = () => startProcess('workers/main.ts', service.env, {pools: ['export']});
	try {
		for (let round = 0; round < KILLS; round++) {
			const tour = await makeTour(client, `Kill ${round}`, round);
			const worker = await start();
			killed.push(worker.pid);
			const {body} = await client('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'mp4', options: {size: '720p'}}});
			orders.push(body.export.id);
			await eventually('the worker is at one', async () => (await runningOf(worker.pid)) > 0);
			await sleep(Math.random() * LONGEST_MS);
			await worker.kill();
		}
		await sleep(1000);
		const left = (await Promise.all(killed.map(runningOf))).reduce((sum, count) => sum + count);
		const last = await start();
		const made = await Promise.all(orders.map(id => ended(client, id, PATIENCE_MS)));
		await last.kill('SIGTERM');
		const {reserved} = (await client('GET', '/v1/me')).body.quotas.videoMs;
		const succeeded = made.filter(({status}) => status === 'succeeded').length;
		if (left > 0 || reserved > 0 || succeeded < KILLS) process.exitCode = 1;
		return {what: `${KILLS} workers killed`, status: `${succeeded} videos`, 'processes left': left, reserved};
	} finally {
		await service.stop();
	}
}

import {setTimeout as sleep} from 'node:timers/promises';
import {animation, gifOfFrames, pngOfZeros, pngWithBomb, screenshot, webpFlood} from '../../helpers/images.ts';
import {measureLatency} from '../../helpers/latency.ts';
import {memoryOf} from '../../helpers/memory.ts';
import {distinct} from '../../helpers/pictures.ts';
import {startProcess} from '../../helpers/processes.ts';
import {request} from '../../helpers/service.ts';
import {startApiUnderTest} from '../api-under-test.ts';
import {besideP99, fairWait} from '../bounds.ts';
import type {Experiment} from '../experiment.ts';

const QUIET_MS = 20_000;
const BOMBS_MS = 60_000;
const SENDERS = 4;
/** What bombs may add to a worker, in MB. */
const MEMORY_MB = 256;

export const experiment: Experiment = {
	name: 'image-bombs',
	title: `image bombs of one account for ${BOMBS_MS / 1000} s, ${SENDERS} at a time; another reads a tour and sends screenshots`,
	run,
};

async function run(): ReturnType<Experiment['run']> {
	const {service, url, client: bob, tourPath, stop} = await startApiUnderTest();
	const worker = await startProcess('workers/main.ts', service.env);
	try {
		const ana = await service.client();
		const bombs = await makeBombs();
		const png = await screenshot(2880, 1800).png().toBuffer();
		let number = 0;
		const send = async (key: string, image: Buffer) =>
			(await request(url, 'POST', '/v1/media', key, {raw: new Uint8Array(distinct(image, number++)), headers: BYTES})).status;
		/** Reads of a tour and screenshots, one after another, for so long. */
		const live = async (ms: number) => {
			const until = performance.now() + ms;
			const reads = measureLatency({url: url + tourPath, headers: {Authorization: `Bearer ${bob.key}`}, ms, keepAlive: true});
			const waits: number[] = [];
			for (; performance.now() < until; await sleep(500)) {
				const start = performance.now();
				const status = await send(bob.key, png);
				if (status !== 201) throw new Error(`A screenshot was answered ${status}.`);
				waits.push(performance.now() - start);
			}
			return {...(await reads), screenshot: Math.round(Math.max(...waits))};
		};
		await live(QUIET_MS / 4);
		const quiet = await live(QUIET_MS);
		const before = memoryOf(worker);
		const [beside, statuses] = await Promise.all([live(BOMBS_MS), sendBombs(bombs, image => send(ana.key, image))]);
		const added = Math.round(memoryOf(worker).peak - before.peak);
		return {
			figures: {
				quietP99: quiet.p99,
				besideP99: beside.p99,
				failed: beside.failed,
				quietScreenshot: quiet.screenshot,
				besideScreenshot: beside.screenshot,
				bombs: JSON.stringify(statuses),
				memoryAddedMb: added,
			},
			ok: beside.failed === 0 && beside.p99 <= besideP99(quiet.p99) && beside.screenshot <= fairWait(quiet.screenshot) && added < MEMORY_MB,
		};
	} finally {
		await worker.kill('SIGTERM');
		await stop();
	}
}

const BYTES = {'Content-Type': 'image/png'};

/** What is large where it is unpacked, or costs a core for seconds; the service takes some of them. */
async function makeBombs(): Promise<Buffer[]> {
	return [
		pngOfZeros(8000, 6000),
		pngOfZeros(30_000, 30_000),
		pngWithBomb('iCCP', 256 * 1024 * 1024),
		pngWithBomb('zTXt', 256 * 1024 * 1024),
		webpFlood(),
		gifOfFrames(20_000, 4000, 4000),
		await animation('gif', {width: 439, height: 439, frames: 259}),
	];
}

/** Sends bombs in turns; returns how many got which status. */
async function sendBombs(bombs: Buffer[], send: (image: Buffer) => Promise<number>): Promise<Record<number, number>> {
	const statuses: Record<number, number> = {};
	const until = performance.now() + BOMBS_MS;
	let turn = 0;
	const sender = async () => {
		while (performance.now() < until) {
			const status = await send(bombs[turn++ % bombs.length]!);
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
	};
	await Promise.all(Array.from({length: SENDERS}, sender));
	return statuses;
}

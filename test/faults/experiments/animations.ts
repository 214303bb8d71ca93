import {setTimeout as sleep} from 'node:timers/promises';
import {median} from '../../bench/figures.ts';
import {animation, screenshot} from '../../helpers/images.ts';
import {distinct} from '../../helpers/pictures.ts';
import {startProcess} from '../../helpers/processes.ts';
import {type Client, jobEnded, startService} from '../../helpers/service.ts';
import {fairWait} from '../bounds.ts';
import type {Experiment} from '../experiment.ts';

/** As large as an animation may be, and a third of a megabyte: six of them once kept everybody's screenshots waiting for half a minute. */
const GIF = {width: 439, height: 439, frames: 259};
const GIFS = 6;
const QUIET_ROUNDS = 5;

export const experiment: Experiment = {
	name: 'animations',
	title: `${GIFS} animations of ${GIF.frames} frames by one account, while another sends screenshots`,
	run,
};

async function run(): Promise<{figures: Record<string, number | string>; ok: boolean}> {
	const service = await startService({}, {workers: false});
	const worker = await startProcess('workers/main.ts', service.env);
	try {
		const [ana, bob] = await Promise.all([service.client(), service.client()]);
		const [gif, png] = await Promise.all([animation('gif', GIF), screenshot(2880, 1800).png().toBuffer()]);
		let sent = 0;
		const timedScreenshot = async () => {
			const start = performance.now();
			const {status} = await send(bob, distinct(png, sent++));
			if (status !== 201) throw new Error(`A screenshot was answered ${status}.`);
			return performance.now() - start;
		};
		await timedScreenshot();
		const quiet: number[] = [];
		for (let round = 0; round < QUIET_ROUNDS; round++) quiet.push(await timedScreenshot());
		const {waits, ends} = await whileAnimated(ana, gif, timedScreenshot);
		const worst = Math.max(...waits);
		return {
			figures: {
				'screenshot, quiet, ms': Math.round(median(quiet)),
				'screenshot beside the animations, median, ms': Math.round(median(waits)),
				'screenshot beside the animations, worst, ms': Math.round(worst),
				'at most, ms': Math.round(fairWait(median(quiet))),
				'screenshots sent meanwhile': waits.length,
				'first animation taken in after, ms': Math.round(ends[0]!),
				'last animation taken in after, ms': Math.round(ends.at(-1)!),
				'bytes of an animation': gif.length,
			},
			ok: worst <= fairWait(median(quiet)) && ends.length === GIFS,
		};
	} finally {
		await worker.kill('SIGTERM');
		await service.stop();
	}
}

/** Sends the animations at once, and one screenshot after another until all of them are stored. */
async function whileAnimated(ana: Client, gif: Buffer, timedScreenshot: () => Promise<number>) {
	const start = performance.now();
	const ends: number[] = [];
	const animations = Promise.all(
		Array.from({length: GIFS}, async (_, index) => {
			const accepted = await send(ana, distinct(gif, index), {Prefer: 'respond-async'});
			const job = await jobEnded(ana, accepted);
			if (job.status !== 'succeeded') throw new Error(`An animation ended as ${JSON.stringify(job.error)}.`);
			ends.push(performance.now() - start);
		}),
	);
	await sleep(500);
	const waits: number[] = [];
	while (ends.length < GIFS) {
		waits.push(await timedScreenshot());
		await Promise.race([animations, sleep(200)]);
	}
	return {waits, ends};
}

function send(client: Client, image: Buffer, headers: Record<string, string> = {}) {
	return client('POST', '/v1/media', {body: {base64: image.toString('base64')}, headers});
}

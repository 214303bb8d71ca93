import {setTimeout as sleep} from 'node:timers/promises';
import {POOLS, type Pool} from '../../../shared/queue/job.ts';
import {median} from '../../bench/figures.ts';
import {animation, screenshot} from '../../helpers/images.ts';
import {distinct} from '../../helpers/pictures.ts';
import {startProcess} from '../../helpers/processes.ts';
import {type Client, type Reply, startService} from '../../helpers/service.ts';
import {fairWait} from '../bounds.ts';
import type {Experiment} from '../experiment.ts';

const FLOOD = 40;
const ROUNDS = 3;

export const experiment: Experiment = {
	name: 'fair-share',
	title: `One account floods each pool with ${FLOOD} calls, another makes one after another, all of them real work`,
	run,
};

/** Makes calls of one kind; each is another one, so that nothing is known already. */
type Caller = (headers?: Record<string, string>) => Promise<Reply>;
type Callers = {flood: Caller; probe: Caller};

async function run() {
	const service = await startService({AI_TEXTS_PER_MONTH: '100000', NARRATION_MINUTES_PER_MONTH: '100000'}, {workers: false});
	const worker = await startProcess('workers/main.ts', service.env);
	try {
		const figures: Record<string, number | string> = {};
		let ok = true;
		for (const pool of POOLS.filter(name => name in CALLERS)) {
			const {flood, probe} = await CALLERS[pool as keyof typeof CALLERS](await service.client(), await service.client());
			await timed(probe);
			const quiet = median(await rounds(probe));
			const flooding = await Promise.all(Array.from({length: FLOOD}, () => flood({Prefer: 'respond-async'})));
			if (flooding.some(({status}) => status !== 202)) throw new Error(`${pool}: ${JSON.stringify(flooding.map(({status}) => status))}`);
			await sleep(300);
			const worst = Math.max(...(await rounds(probe)));
			const {ended, open} = await progress(service.services.database);
			figures[pool] =
				`quiet ${Math.round(quiet)} ms, worst beside the flood ${Math.round(worst)} of ${Math.round(fairWait(quiet))} ms, ${open} still open`;
			ok &&= worst <= fairWait(quiet) && ended > 0;
			await drop(service.services.database);
		}
		return {figures, ok};
	} finally {
		await worker.kill('SIGTERM');
		await service.stop();
	}
}

type Database = Awaited<ReturnType<typeof startService>>['services']['database'];

async function progress(database: Database): Promise<{ended: number; open: number}> {
	const [row] = await database.query("SELECT SUM(finished_at IS NOT NULL) AS ended, SUM(state = 'queued') AS open FROM jobs");
	return {ended: Number(row.ended), open: Number(row.open)};
}

/** Ends what is left of a flood, which nobody waits for. */
async function drop(database: Database): Promise<void> {
	await database.query("UPDATE jobs SET state = 'failed', finished_at = UTC_TIMESTAMP(3) WHERE state = 'queued'");
	for (let running = 1; running > 0; await sleep(100)) {
		running = Number((await database.query("SELECT COUNT(*) AS running FROM jobs WHERE state = 'running'"))[0].running);
	}
}

async function rounds(call: Caller): Promise<number[]> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) times.push(await timed(call));
	return times;
}

async function timed(call: Caller): Promise<number> {
	const start = performance.now();
	const {status, body} = await call();
	if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
	return performance.now() - start;
}

let number = 0;
const base64OfNext = (image: Buffer) => distinct(image, number++).toString('base64');

const CALLERS = {
	async images(ana, bob) {
		const png = await screenshot(2880, 1800).png().toBuffer();
		const media =
			(client: Client): Caller =>
			headers =>
				client('POST', '/v1/media', {body: {base64: base64OfNext(png)}, headers});
		return {flood: media(ana), probe: media(bob)};
	},
	async animations(ana, bob) {
		const gif = await animation('gif', {width: 439, height: 439, frames: 100});
		const media =
			(client: Client): Caller =>
			headers =>
				client('POST', '/v1/media', {body: {base64: base64OfNext(gif)}, headers});
		return {flood: media(ana), probe: media(bob)};
	},
	async ai(ana, bob) {
		const texts = async (client: Client): Promise<Caller> => {
			const path = `${await screenshotStep(client)}/generate-text`;
			return headers => client('POST', path, {body: {language: 'en', save: false}, headers});
		};
		return {flood: await texts(ana), probe: await texts(bob)};
	},
	async audio(ana, bob) {
		const speech = async (client: Client, sentences: number): Promise<Caller> => {
			const path = `${await screenshotStep(client)}/narration`;
			const words = () => Array.from({length: sentences}, () => `This is sentence number ${number++} of many.`).join(' ');
			return headers => client('POST', path, {body: {text: words(), language: 'en'}, headers});
		};
		return {flood: await speech(ana, 70), probe: await speech(bob, 5)};
	},
	async render(ana, bob) {
		const publish = async (client: Client): Promise<Caller> => {
			const tours: string[] = [];
			for (let tour = 0; tour < FLOOD; tour++) tours.push((await screenshotStep(client)).split('/steps/')[0]!);
			let next = 0;
			return async headers => {
				const tour = tours[next++ % tours.length]!;
				await client('PATCH', tour, {body: {name: `Tour ${number++}`}});
				return client('POST', `${tour}/publish`, {body: {}, headers});
			};
		};
		return {flood: await publish(ana), probe: await publish(bob)};
	},
} satisfies Record<Exclude<Pool, 'background' | 'covers' | 'delivery' | 'export'>, (ana: Client, bob: Client) => Promise<Callers>>;

/** The path of a step with a screenshot and a highlighted button, in a tour of its own. */
async function screenshotStep(client: Client): Promise<string> {
	const {tour} = (await client('POST', '/v1/tours', {body: {name: `Tour ${number++}`}})).body;
	const image = {base64: (await screenshot(1440, 900).png().toBuffer()).toString('base64')};
	const highlight = {x: 0.8, y: 0.1, width: 0.15, height: 0.06};
	const {status, body} = await client('POST', `/v1/tours/${tour.id}/steps`, {body: {image, highlight}});
	if (status !== 201) throw new Error(`A step was answered ${status}: ${JSON.stringify(body)}`);
	return `/v1/tours/${tour.id}/steps/${body.step.id}`;
}

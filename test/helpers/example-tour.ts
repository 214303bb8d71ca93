import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {ExampleTour} from '../../docs/examples/story.ts';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {POOLS, type Pool} from '../../shared/queue/job.ts';
import type {Services} from '../../shared/services/services.ts';
import {openWorkers} from '../../workers/workers.ts';
import {type Client, startService} from './service.ts';

export const EXAMPLE_FOLDER = resolve(import.meta.dirname, '../../docs/examples/first-flow');
/** They run at the lowest priority there is. */
const AVIF_LIMIT_MS = 600_000;

export type ExampleChoices = {
	/** Screens, from the first one on; the opening slide is left out unless `slide`. */
	screens: number;
	slide?: boolean;
	preset?: string;
	/** Leads are asked for before the first step. */
	lead?: boolean;
	/** Narrates the first screen. */
	narrated?: boolean;
	/** Published when the service has made AVIF of the pictures, as it does in the background; else at once, and so without. */
	avif?: boolean;
};

/** The tour of real screenshots in docs/examples, its words and its closing card. */
export async function readExample(): Promise<ExampleTour> {
	return JSON.parse(await readFile(join(EXAMPLE_FOLDER, 'tour.json'), 'utf8'));
}

/** A service of its own on which that tour is published, once for each of `tours`; nothing runs in the background afterwards. */
export async function publishExamples(tours: ExampleChoices[]): Promise<{urls: string[]; stop(): Promise<void>}> {
	const service = await startService({}, {workers: false});
	const {services, config} = service;
	const browser = openBrowser({executablePath: config.chromium, log: services.log});
	const open = (pools: Pool[]) => openWorkers({services, browser, pools, concurrency: () => 2});
	const workers = await open(POOLS.filter(pool => pool !== 'background'));
	const encodeAvif = async () => {
		const background = await open(['background']);
		await noneLeft(services, 'encode-avif');
		await background.close();
	};
	const client = await service.client();
	const urls: string[] = [];
	for (const choices of tours) urls.push(await publish(client, choices, encodeAvif));
	return {
		urls,
		async stop() {
			await workers.close();
			await browser.close();
			await service.stop();
		},
	};
}

async function noneLeft({database}: Services, type: string): Promise<void> {
	const deadline = Date.now() + AVIF_LIMIT_MS;
	const query = "SELECT COUNT(*) AS count FROM jobs WHERE type = ? AND state IN ('queued', 'running')";
	for (;;) {
		const [{count}] = await database.manager.query(query, [type]);
		if (Number(count) === 0) return;
		if (Date.now() > deadline) throw new Error(`${count} jobs ${type} are not done after ${AVIF_LIMIT_MS} ms: is the machine busy?`);
		await sleep(500);
	}
}

async function publish(client: Client, choices: ExampleChoices, encodeAvif: () => Promise<void>): Promise<string> {
	const {screens, slide, preset, lead, narrated, avif} = choices;
	const example = await readExample();
	const call = async (method: string, path: string, body?: unknown) => {
		const reply = await client(method, path, {body});
		if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
		return reply.body;
	};
	const {tour} = await call('POST', '/v1/tours', {name: example.name, theme: preset ? {preset} : example.theme});
	const path = `/v1/tours/${tour.id}`;
	await call('PUT', `${path}/narration-settings`, {language: example.language});
	const shown = example.steps.filter(step => step.file);
	const slides = slide ? example.steps.filter(step => !step.file) : [];
	for (const {file, ...fields} of [...slides, ...shown.slice(0, screens)]) {
		const image = file && {base64: await readFile(join(EXAMPLE_FOLDER, file), 'base64')};
		const {step} = await call('POST', `${path}/steps`, {...fields, ...(image && {image})});
		if (narrated && file === shown[0]!.file) await call('POST', `${path}/steps/${step.id}/narration`, {});
	}
	await call('PUT', `${path}/end-cta`, example.endCta);
	if (lead) await call('PUT', `${path}/lead-capture`, {enabled: true, title: 'Before we start', text: 'Tell us where to send the guide.'});
	if (avif) await encodeAvif();
	return (await call('POST', `${path}/publish`)).publishedLink.url;
}

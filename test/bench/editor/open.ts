import {readFile} from 'node:fs/promises';
import type {Browser, CDPSession, Page} from 'puppeteer';
import sharp from 'sharp';
import type {signedIn} from '../../helpers/person.ts';
import type {TestService} from '../../helpers/service.ts';
import {signedInContext} from '../../helpers/signed-in-context.ts';
import {examplePictures} from '../pictures.ts';

/** What the browser has measured of itself. */
type Heard = {events: Array<{name: string; ms: number}>; longTasks: number[]};
export type OpenBench = {browser: Browser; service: TestService};
type Listening = typeof globalThis & {heard: Heard};

export const SMALL_PICTURE = 'docs/examples/first-flow/01-place-inject.png';
const PATIENCE = {timeout: 120_000};

/** The editor in a browser of its own person, with everything noted that takes long. */
export async function openEditor(browser: Browser, service: TestService, person: Awaited<ReturnType<typeof signedIn>>, path: string) {
	const context = await signedInContext(browser, person);
	const page = await context.newPage();
	await page.setViewport({width: 1440, height: 900});
	await page.evaluateOnNewDocument(() => {
		const heard: Heard = {events: [], longTasks: []};
		(globalThis as Listening).heard = heard;
		new PerformanceObserver(list => {
			for (const {name, duration} of list.getEntries()) heard.events.push({name, ms: duration});
		}).observe({type: 'event', durationThreshold: 16} as PerformanceObserverInit);
		new PerformanceObserver(list => {
			for (const {duration} of list.getEntries()) heard.longTasks.push(duration);
		}).observe({type: 'longtask'});
	});
	await page.goto(service.baseUrl + path, {waitUntil: 'networkidle2', ...PATIENCE});
	return {page, context, session: await page.createCDPSession()};
}

/** Ten steps of one picture, each with a highlight. */
export async function smallTour(service: TestService, person: Pick<Awaited<ReturnType<typeof signedIn>>, 'accountId'>): Promise<string> {
	const call = await service.client({accountId: person.accountId});
	const {tour} = (await call('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	const base64 = (await readFile(SMALL_PICTURE)).toString('base64');
	for (let i = 0; i < 10; i++) {
		const highlight = {x: 0.3 + i / 50, y: 0.4, width: 0.15, height: 0.1};
		const body = {title: `Step ${i + 1}`, text: 'Press the button.', image: {base64}, highlight};
		await call('POST', `/v1/tours/${tour.id}/steps`, {body});
	}
	return tour.id;
}

/** What was heard in the page and its stage since the last time. Events below 16 ms are not distinguished by browsers: they count as 16. */
export async function heardSince(page: Page): Promise<Heard> {
	await new Promise(resolve => setTimeout(resolve, 300));
	const all: Heard = {events: [], longTasks: []};
	for (const frame of page.frames()) {
		const heard = await frame.evaluate(() => {
			const {events, longTasks} = (globalThis as Listening).heard;
			return {events: events.splice(0), longTasks: longTasks.splice(0)};
		});
		all.events.push(...heard.events);
		all.longTasks.push(...heard.longTasks);
	}
	return all;
}

/** Private memory of the page's process and its script's heap, MB. */
export async function memoryOf(page: Page, session: CDPSession): Promise<{renderer: number; heap: number}> {
	await session.send('HeapProfiler.collectGarbage');
	const {JSHeapUsedSize = 0} = await page.metrics();
	const system = await page.browser().target().createCDPSession();
	const {processInfo} = await system.send('SystemInfo.getProcessInfo');
	await system.detach();
	// Others of the browser's renderers show nothing.
	const pids = processInfo.filter(({type}) => type === 'renderer').map(({id}) => id);
	const used = await Promise.all(pids.map(privateMemory));
	return {renderer: Math.max(0, ...used), heap: JSHeapUsedSize / 1e6};
}

async function privateMemory(pid: number): Promise<number> {
	const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
	const sum = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((total, [, kb]) => total + Number(kb), 0);
	return sum / 1000;
}

/** A real screenshot at 3840 x 2160, in colours of its own. */
export async function screenshot4k(index: number): Promise<Buffer> {
	const pictures = await examplePictures();
	return sharp(pictures[index % pictures.length])
		.resize(3840, 2160, {fit: 'cover', position: 'top'})
		.modulate({hue: (index * 53) % 360, saturation: 1.2})
		.png({compressionLevel: 3})
		.toBuffer();
}

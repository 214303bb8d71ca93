import {readFile} from 'node:fs/promises';
import type {CDPSession, Page} from 'puppeteer';
import {signedIn} from '../../helpers/person.ts';
import {seededRandom} from '../../helpers/random.ts';
import type {TestService} from '../../helpers/service.ts';
import {median} from '../figures.ts';
import type {Figure} from './interactions.ts';
import {type OpenBench, openEditor, SMALL_PICTURE} from './open.ts';

type Timed = typeof globalThis & {opened: number};

const STEPS = 500;
const HOTSPOTS = 6;
const SLOWER = 4;
const ROUNDS = 3;
/** Milliseconds of a task that a browser calls long. */
const LONG_MS = 50;

/** The map of the largest tour that there can be, each step of which leads to six others, on a processor four times slower. */
export async function mapOfPaths({browser, service}: OpenBench): Promise<Figure[]> {
	const person = await signedIn(service);
	const id = await forkedTour(service, person);
	const {page, context, session} = await openEditor(browser, service, person, `/tours/${id}`);
	const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', {rate});
	await page.waitForSelector('.strip [role=option]');
	await openMap(page);
	await closeMap(page);
	await slow(SLOWER);
	const opened: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		opened.push(await openMap(page));
		if (round < ROUNDS - 1) await closeMap(page);
	}
	const rows: Figure[] = [{what: `the map of ${STEPS} steps opens, 4x slower`, value: median(opened), most: 300, unit: 'ms'}];
	for (const [what, pan] of Object.entries(PANS)) {
		const longest = await longestTask(session, () => pan(page, session));
		rows.push({what: `longest task while it is ${what}, 4x slower`, value: longest, most: LONG_MS, unit: 'ms'});
	}
	await slow(1);
	await context.close();
	return rows;
}

const PANS: Record<string, (page: Page, session: CDPSession) => Promise<void>> = {
	'panned by the wheel': async page => {
		await page.mouse.move(700, 450);
		for (let turn = 0; turn < 120; turn++) {
			await page.mouse.wheel(turn < 80 ? {deltaX: 90} : {deltaY: turn < 100 ? 90 : -90});
			await pause(16);
		}
	},
	'dragged by a mouse': async page => {
		for (let turn = 0; turn < 4; turn++) {
			await page.mouse.move(1300, 640);
			await page.mouse.down();
			await page.mouse.move(200, 600 - turn * 60, {steps: 60});
			await page.mouse.up();
			await pause(100);
		}
	},
	'gone through by keys': async page => {
		for (let turn = 0; turn < 30; turn++) {
			await page.keyboard.press('ArrowRight');
			await pause(80);
		}
	},
	'zoomed by the wheel': async (_, session) => {
		for (let turn = 0; turn < 24; turn++) {
			await session.send('Input.dispatchMouseEvent', {
				type: 'mouseWheel',
				x: 700,
				y: 450,
				deltaX: 0,
				deltaY: turn < 12 ? 60 : -60,
				modifiers: 2,
			});
			await pause(60);
		}
	},
};

type Traced = {name: string; pid: number; tid: number; dur?: number; tdur?: number; args: {name?: string}};

/** Returns the milliseconds that the page's own thread worked on its longest task meanwhile; what others took from it does not count. */
async function longestTask(session: CDPSession, act: () => Promise<void>): Promise<number> {
	const events: Traced[] = [];
	const hear = ({value}: {value: unknown[]}) => events.push(...(value as Traced[]));
	session.on('Tracing.dataCollected', hear);
	const done = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
	await session.send('Tracing.start', {categories: '-*,disabled-by-default-devtools.timeline,toplevel', transferMode: 'ReportEvents'});
	await act();
	await pause(300);
	await session.send('Tracing.end');
	await done;
	session.off('Tracing.dataCollected', hear);
	const pages = new Set(events.filter(({args}) => args.name === 'CrRendererMain').map(({pid, tid}) => `${pid} ${tid}`));
	const tasks = events.filter(({name, pid, tid}) => name === 'RunTask' && pages.has(`${pid} ${tid}`));
	if (tasks.length === 0) throw new Error('The trace has no tasks.');
	return Math.max(...tasks.map(({tdur, dur = 0}) => tdur ?? dur)) / 1000;
}

/** Returns the milliseconds from the key to the frame that shows the first steps. */
async function openMap(page: Page): Promise<number> {
	await page.evaluate(() => {
		(document.activeElement as HTMLElement | null)?.blur();
		const timed = globalThis as Timed;
		timed.opened = 0;
		const onKey = ({timeStamp}: KeyboardEvent) => {
			const look = () => {
				const isThere = document.querySelector('.flow .node') !== null;
				requestAnimationFrame(isThere ? () => setTimeout(() => (timed.opened = performance.now() - timeStamp)) : look);
			};
			requestAnimationFrame(look);
		};
		addEventListener('keydown', onKey, {once: true, capture: true});
	});
	await page.keyboard.press('f');
	await page.waitForFunction(() => (globalThis as Timed).opened > 0, {timeout: 60_000});
	return page.evaluate(() => (globalThis as Timed).opened);
}

async function closeMap(page: Page): Promise<void> {
	await page.keyboard.press('Escape');
	await page.waitForSelector('.flow', {hidden: true});
	await pause(300);
}

/** A tour of as many steps as one takes, on one picture, with hotspots that lead all over it. */
async function forkedTour(service: TestService, person: Awaited<ReturnType<typeof signedIn>>): Promise<string> {
	const call = await service.client({accountId: person.accountId});
	const base64 = (await readFile(SMALL_PICTURE)).toString('base64');
	const {tour} = (await call('POST', '/v1/tours', {body: {name: 'Map'}})).body;
	const {step} = (await call('POST', `/v1/tours/${tour.id}/steps`, {body: {title: 'First', image: {base64}}})).body;
	const {mediaId} = step.image;
	const random = seededRandom(500);
	const area = (at: number) => ({x: 0.1 * at, y: 0.1, width: 0.05, height: 0.05});
	const steps = Array.from({length: STEPS}, (_, index) => ({
		key: `s${index}`,
		title: `Step ${index + 1}`,
		image: {mediaId},
		actions: {
			hotspots: Array.from({length: HOTSPOTS}, (_, at) => ({
				label: `Press ${at + 1}`,
				area: area(at),
				target: {to: 'step', step: `s${random.below(STEPS)}`},
			})),
		},
	}));
	const made = await call('PUT', '/v1/documents/map', {body: {document: {name: 'Map', language: 'en', steps}}});
	if (made.status >= 300) throw new Error(JSON.stringify(made.body));
	return made.body.tour.id;
}

function pause(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms));
}

import type {CDPSession, Frame, KeyInput, Page} from 'puppeteer';
import {saved, stageOf} from '../../editor/helpers.ts';
import {percentile, sized} from '../figures.ts';
import {heardSince} from './open.ts';

/** A figure of the editor and what it may be at most, in the same unit. */
export type Figure = {what: string; value: number; most: number; unit: string};

const SLOWER = 4;
/** The least of so many counts: whatever else the machine does only adds to it. */
const ROUNDS = sized(3, 1);
const LETTERS = sized(200, 20);
const DRAG_MS = sized(5000, 1000);
const TEXT = 'Write what the visitor should see here, in plain words. ';
/** Between two letters of somebody who types fast, milliseconds. */
const LETTER_MS = 60;

/** How long a person waits for the page after what they do, on a processor four times slower; nothing else may run on the machine. */
export async function interactions(page: Page, session: CDPSession): Promise<Figure[]> {
	const stage = await stageOf(page);
	const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', {rate});
	const most = async (what: string, names: RegExp, act: () => Promise<void>): Promise<Figure> => {
		const rounds: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			await heardSince(page);
			await slow(SLOWER);
			await act();
			const {events} = await heardSince(page);
			await slow(1);
			const found = events.filter(({name}) => names.test(name)).map(({ms}) => ms);
			rounds.push(percentile([16, ...found], 0.98));
		}
		return {what, value: Math.min(...rounds), most: 100, unit: 'ms'};
	};
	const rows = [
		await most('a letter: event to next paint, 4x slower', /^key/, () => type(page, stage, 40)),
		await most('a letter in a field beside it, 4x slower', /^key/, () => type(page, page.mainFrame(), 40)),
		await most('a step is chosen, 4x slower', /^(?:key|click|pointer)/, async () => {
			await page.focus('.strip [aria-selected=true]');
			for (let i = 0; i < 5; i++) {
				await page.keyboard.press(i % 2 ? 'ArrowUp' : 'ArrowDown');
				await pause(700);
			}
		}),
		await most('a drag ends, 4x slower', /^pointerup|mouseup/, () => drag(page, stage, 800)),
		await most('a dialog opens, 4x slower', /^(?:key|click|pointer)/, async () => {
			await page.click('.bar .primary');
			await page.waitForSelector('dialog[open]');
			await pause(1500);
			await page.keyboard.press('Escape');
		}),
	];
	await saved(page);
	return [...rows, ...(await longTasks(page, stage)), await pointerMoves(page, stage, session), await untilSaved(page, stage)];
}

async function longTasks(page: Page, stage: Frame): Promise<Figure[]> {
	await heardSince(page);
	await type(page, stage, LETTERS);
	const typed = (await heardSince(page)).longTasks;
	await drag(page, stage, DRAG_MS);
	const dragged = (await heardSince(page)).longTasks;
	await saved(page);
	return [
		{what: `long tasks while ${LETTERS} letters are typed`, value: typed.length, most: 0, unit: ''},
		{what: 'long tasks in a drag of 5 s', value: dragged.length, most: 0, unit: ''},
	];
}

/** Script that runs for one move of the pointer, when it is heard and before it is drawn, from the trace of a drag. */
async function pointerMoves(page: Page, stage: Frame, session: CDPSession): Promise<Figure> {
	const events: Array<{name: string; dur?: number; args: {data?: {type?: string}}}> = [];
	session.on('Tracing.dataCollected', ({value}) => events.push(...(value as typeof events)));
	const done = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
	await session.send('Tracing.start', {categories: 'devtools.timeline', transferMode: 'ReportEvents'});
	await drag(page, stage, 2000);
	await session.send('Tracing.end');
	await done;
	const moves = events.filter(({name, args}) => name === 'EventDispatch' && args.data?.type === 'pointermove');
	const script = [...moves, ...events.filter(({name}) => name === 'FireAnimationFrame')];
	const total = script.reduce((sum, {dur = 0}) => sum + dur / 1000, 0);
	return {what: 'script per move of the pointer, mean', value: total / Math.max(1, moves.length), most: 1, unit: 'ms'};
}

async function untilSaved(page: Page, stage: Frame): Promise<Figure> {
	const times: number[] = [];
	for (let i = 0; i < 20; i++) {
		await type(page, stage, 3);
		const last = performance.now();
		await saved(page);
		times.push(performance.now() - last);
	}
	return {what: 'from the last key to "saved", p95', value: percentile(times, 0.95), most: 1500, unit: 'ms'};
}

/** Types into the balloon on the stage, or into the page's own field for the same words. */
async function type(page: Page, place: Frame, letters: number): Promise<void> {
	await place.focus('[data-field=text],.sections textarea');
	for (let i = 0; i < letters; i++) {
		await page.keyboard.press(TEXT[i % TEXT.length] as KeyInput);
		await pause(LETTER_MS);
	}
}

/** Pulls the highlight about and lets it go. */
async function drag(page: Page, stage: Frame, ms: number): Promise<void> {
	const start = await pointsOf(page, stage);
	await page.mouse.move(start.x, start.y);
	await page.mouse.down();
	const until = performance.now() + ms;
	for (let i = 0; performance.now() < until; i++) {
		await page.mouse.move(start.x + 60 * Math.sin(i / 9), start.y + 40 * Math.sin(i / 7));
		await pause(16);
	}
	await page.mouse.up();
	await pause(200);
}

/** Where on the page the middle of the highlight is. */
export async function pointsOf(page: Page, stage: Frame): Promise<{x: number; y: number}> {
	const inside = await stage.$eval('.frame', element => {
		const {x, y, width, height} = element.getBoundingClientRect();
		return {x: x + width / 2, y: y + height / 2};
	});
	const outside = await page.$eval('.window iframe', frame => {
		const {x, y, width} = frame.getBoundingClientRect();
		return {x, y, scale: width / (frame as HTMLElement).offsetWidth};
	});
	return {x: outside.x + inside.x * outside.scale, y: outside.y + inside.y * outside.scale};
}

function pause(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms));
}

import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import {zoomOf} from '../../shared/tour/place/camera.ts';
import type {Site} from '../helpers/player-site.ts';
import {sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import type {Target} from '../targets/pages.ts';

/** How many times slower the processor is made, as for a telephone of the middle class. */
const SLOWER = 4;
/** Longer than the whole picture is seen first, and the movement (client/camera.ts). Milliseconds. */
const WATCHED_MS = 1600;
/** What a frame that follows later than this is felt as: a jerk. */
const LONG_MS = 50;
const STEPS = 11;

type Variant = {camera: boolean; fade: boolean; onePicture: boolean};
type Seen = {
	/** Milliseconds from each frame to the next, and when the first of them was: at the change of the step or later. */
	gaps: number[];
	/** Milliseconds of each task of more than 50 (`longtask`). */
	tasks: number[];
	/** Milliseconds of each frame in which the page's own work took longer than a frame may (`long-animation-frame`). */
	busy: number[];
};

export type Frames = {
	change: string;
	steps: number;
	frames: number;
	'over 50 ms': number;
	'slowest ms': number;
	/** The change of the step itself: script, style, layout and painting of what is new. */
	'change p50 ms': number;
	/** Frames of more than 50 ms after it. */
	'over 50 ms later': number;
	/** In which the page was busy, and not the machine's drawing. */
	'page busy': number;
	/** Tasks of more than 50 ms: from the first byte until the first step stands, and in all changes. */
	'long tasks of loading': string;
	'long tasks later': string;
};

const VARIANTS: [string, Variant][] = [
	['no camera, a cut', {camera: false, fade: false, onePicture: false}],
	['no camera, a cross-fade', {camera: false, fade: true, onePicture: false}],
	['camera, a cut', {camera: true, fade: false, onePicture: false}],
	['camera, a cross-fade', {camera: true, fade: true, onePicture: false}],
	['camera, on one picture', {camera: true, fade: true, onePicture: true}],
];

/** The frames of Chromium while steps change, with and without what could make them long, on a processor four times slower. */
export async function measureFrames(site: Site, targets: Target[], [width, height]: [number, number]): Promise<Frames[]> {
	const rows: Frames[] = [];
	for (const [change, variant] of VARIANTS) {
		site.show({...sampleTour(stepsOf(targets, variant)), browserBar: true});
		const prepare = async (page: Page) => {
			await page.emulateCPUThrottling(SLOWER);
			await page.evaluateOnNewDocument(watch, variant.fade, WATCHED_MS);
		};
		const {page} = await site.visit({width, height, motion: true, path: `/p/tour?${rows.length}`, prepare});
		await sleep(WATCHED_MS);
		const loading = await page.evaluate(() => window.longTasks.splice(0));
		const seen: Seen[] = [];
		for (let step = 1; step < STEPS; step++) seen.push(await page.evaluate(() => window.changeStep()));
		await page.close();
		rows.push(rowOf(change, loading, seen));
	}
	return rows;
}

function rowOf(change: string, loading: number[], seen: Seen[]): Frames {
	const gaps = seen.flatMap(each => each.gaps);
	const first = seen.map(each => each.gaps[0]!).toSorted((a, b) => a - b);
	const long = (list: number[]) => list.filter(ms => ms > LONG_MS).length;
	return {
		change,
		steps: seen.length,
		frames: gaps.length,
		'over 50 ms': long(gaps),
		'slowest ms': Math.round(Math.max(...gaps)),
		'change p50 ms': Math.round(first[Math.floor(first.length / 2)]!),
		'over 50 ms later': long(gaps) - long(first),
		'page busy': long(seen.flatMap(each => each.busy)),
		'long tasks of loading': inMs(loading),
		'long tasks later': inMs(seen.flatMap(({tasks}) => tasks)),
	};
}

function inMs(tasks: number[]): string {
	return tasks.map(ms => `${Math.round(ms)} ms`).join(', ') || 'none';
}

/** Steps with small targets, each on another picture, or all on one. */
function stepsOf(targets: Target[], {camera, onePicture}: Variant): SnapshotStep[] {
	const steps = targets.map(({image, box, click}) => sampleStep({image, highlight: box, click}));
	const small = steps.filter(step => zoomOf(step) > 1);
	const chosen = onePicture
		? small.map(step => ({...step, image: small[0]!.image}))
		: small.filter(({image}, index) => image !== small[index - 1]?.image);
	return chosen.slice(0, STEPS).map(step => (camera ? step : {...step, camera: {zoom: 'none' as const}}));
}

declare global {
	interface Window {
		/** Goes on by a key, and looks at the frames that follow. */
		changeStep(): Promise<Seen>;
		longTasks: number[];
	}
}

/** Runs in the page before its scripts. */
function watch(fades: boolean, watched: number): void {
	let busy: number[] = [];
	new PerformanceObserver(list => {
		busy.push(...list.getEntries().map(({duration}) => duration));
	}).observe({type: 'long-animation-frame'});
	window.longTasks = [];
	new PerformanceObserver(list => {
		window.longTasks.push(...list.getEntries().map(({duration}) => duration));
	}).observe({type: 'longtask', buffered: true});
	if (!fades) {
		const style = new CSSStyleSheet();
		style.replaceSync('.was {display: none}');
		addEventListener('DOMContentLoaded', () => document.adoptedStyleSheets.push(style));
	}
	window.changeStep = () =>
		new Promise(resolve => {
			busy = [];
			const times: number[] = [];
			const look = (now: number) => {
				times.push(now);
				if (now - times[0]! < watched) requestAnimationFrame(look);
				else resolve({gaps: times.slice(1).map((time, index) => time - times[index]!), busy, tasks: window.longTasks.splice(0)});
			};
			requestAnimationFrame(time => {
				look(time);
				dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}));
			});
		});
}

import puppeteer, {type Page} from 'puppeteer';
import {readConfig} from '../../shared/config.ts';
import type {Served} from '../helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';

/** How many times slower the processor is made, as for a telephone of the middle class. */
const SLOWER = 4;
/** Longer than the whole picture is seen first, and the movement (client/camera.ts). Milliseconds. */
const WATCHED_MS = 1500;
const STEPS = 6;

export type Frames = {steps: number; frames: number; 'slowest frame ms': number; 'over 50 ms': number};

/** The frames of Chromium while steps whose targets are small come near, on a processor four times slower: each on another picture. */
export async function measureFrames(site: Served, media: Map<string, Buffer>): Promise<Frames> {
	const shades = Array.from({length: STEPS}, (_, index) => `#dde${3 + index}ea`);
	const pictures = await Promise.all(shades.map(color => sampleImage(1920, 1200, color)));
	for (const {files} of pictures) for (const [name, bytes] of files) media.set(name, bytes);
	const small = {width: 0.012, height: 0.02};
	site.show(
		sampleTour(
			pictures.map(({image}, index) => sampleStep({image, highlight: {x: 0.1 + index / 8, y: 0.2 + index / 9, ...small}, click: null})),
		),
	);
	const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	const browser = await puppeteer.launch({executablePath: readConfig().chromium, pipe: true, args: sandbox});
	const page = await browser.newPage();
	await page.setViewport({width: 1440, height: 900});
	await page.goto(`${site.url}/p/tour?frames`, {waitUntil: 'networkidle0'});
	await page.emulateCPUThrottling(SLOWER);
	const frames: number[] = [];
	for (let step = 1; step < STEPS; step++) frames.push(...(await framesOfStep(page)));
	await browser.close();
	return {
		steps: STEPS - 1,
		frames: frames.length,
		'slowest frame ms': Math.round(Math.max(...frames)),
		'over 50 ms': frames.filter(ms => ms > 50).length,
	};
}

/** Milliseconds between the frames from the press on. */
function framesOfStep(page: Page): Promise<number[]> {
	return page.evaluate(
		watched =>
			new Promise<number[]>(resolve => {
				const times: number[] = [];
				const look = (now: number) => {
					times.push(now);
					if (now - times[0]! < watched) requestAnimationFrame(look);
					else resolve(times.slice(1).map((time, index) => time - times[index]!));
				};
				requestAnimationFrame(time => {
					look(time);
					dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}));
				});
			}),
		WATCHED_MS,
	);
}

import type {Page} from 'puppeteer';
import {type Finding, VIEWPORTS, type Viewport} from '../../shared/contract/pictures/step-picture.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import type {Browser} from '../browser/browser.ts';
import {renderPage} from '../player/page.ts';
import {answersOf, drawnPage} from './drawn-page.ts';
import {findingsOf, targetBox} from './findings.ts';
import {type Box, hideWords, measure, rest} from './measure.ts';

export type Jpeg = {bytes: Buffer; width: number; height: number};
/** `crop`: the target without the words; null where nothing is pointed at. */
export type StepPicture = {picture: Jpeg; crop: Jpeg | null; findings: Finding[]};

const URL_OF_PAGE = 'https://step.invalid/p/step';
/** Most bytes of a picture, which travels in an agent's response. */
const MAX_BYTES = 200_000;
const QUALITIES = [85, 65, 40];
/** Pixels of the crop for each of the page. */
const CROP_SCALE = 2;
/** CSS pixels: around the target, and of the whole crop. */
const CROP = {around: 32, least: {width: 320, height: 200}, most: {width: 720, height: 450}};

/**
 * Draws one step in the real player at rest, with its target beside it, and lists its faults. `readMedia` returns
 * files that the page names.
 */
export async function drawStepPicture(
	browser: Browser,
	{snapshot, index, viewport}: {snapshot: Snapshot; index: number; viewport: Viewport},
	readMedia: (file: string) => Promise<Buffer | null>,
): Promise<StepPicture> {
	const drawn = renderPage(snapshot, drawnPage(URL_OF_PAGE));
	const step = snapshot.steps[index]!;
	const look = async (page: Page): Promise<StepPicture> => {
		await page.evaluate(rest);
		const seen = await page.evaluate(measure);
		const picture = await photograph(page, {left: 0, top: 0, ...VIEWPORTS[viewport]});
		const target = step.highlight && seen.picture && targetBox(step.highlight, seen.picture);
		const crop = target && (await photographTarget(page, target, viewport));
		return {picture, crop, findings: findingsOf(step, seen)};
	};
	const load = answersOf(URL_OF_PAGE, drawn, readMedia);
	return browser.visit({url: `${URL_OF_PAGE}#s${index + 1}`, ...VIEWPORTS[viewport], mobile: viewport === 'phone', load, look});
}

/** Takes a picture of the target with twice the pixels, for which the page chooses the larger variant. */
async function photographTarget(page: Page, target: Box, viewport: Viewport): Promise<Jpeg> {
	const part = around(target, VIEWPORTS[viewport]);
	await page.setViewport({...VIEWPORTS[viewport], isMobile: viewport === 'phone', deviceScaleFactor: CROP_SCALE});
	// A telephone with other pixels loads the page again.
	await page.evaluate(rest);
	await page.evaluate(hideWords);
	await page.evaluate(rest);
	return photograph(page, part, CROP_SCALE);
}

/** The target with what is beside it, whole pixels inside the window. */
function around(target: Box, window: {width: number; height: number}): Box {
	const along = (start: number, length: number, side: 'width' | 'height') => {
		const wanted = Math.max(CROP.least[side], Math.min(length + 2 * CROP.around, CROP.most[side]));
		const size = Math.round(Math.min(wanted, window[side]));
		const centred = Math.round(start + length / 2 - size / 2);
		return [Math.min(Math.max(0, centred), window[side] - size), size] as const;
	};
	const [left, width] = along(target.left, target.width, 'width');
	const [top, height] = along(target.top, target.height, 'height');
	return {left, top, width, height};
}

async function photograph(page: Page, {left: x, top: y, width, height}: Box, scale = 1): Promise<Jpeg> {
	let bytes = Buffer.alloc(0);
	for (const quality of QUALITIES) {
		bytes = Buffer.from(await page.screenshot({type: 'jpeg', quality, clip: {x, y, width, height}, captureBeyondViewport: false}));
		if (bytes.length <= MAX_BYTES) break;
	}
	return {bytes, width: width * scale, height: height * scale};
}

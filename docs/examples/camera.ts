import {setTimeout as sleep} from 'node:timers/promises';
import puppeteer, {type BoundingBox, type Browser, type Page} from 'puppeteer';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {Act} from './story.ts';

/** CSS pixels of the window; at two device pixels each the pictures are 2880 x 1800. */
const WINDOW = {width: 1440, height: 900, deviceScaleFactor: 2};

/** CSS pixels between an element and its highlight. */
const MARGIN = 4;
const PATIENCE_MS = 20_000;
const SEED = 20260115;
const NOW = Date.UTC(2026, 0, 15, 9, 30);
/** Where the pointer rests while a picture is taken, so that nothing is shown as hovered. */
const REST = {x: 640, y: 700};

/** A browser that reaches this machine only. */
export function openBrowser(): Promise<Browser> {
	return puppeteer.launch({
		executablePath: readConfig().chromium,
		pipe: true,
		handleSIGINT: false,
		handleSIGTERM: false,
		args: [
			...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
			'--disable-background-networking',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			'--lang=en-US',
		],
	});
}

/** Opens the address in a window whose random numbers and shown times are the same at each run. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
	const page = await browser.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	await page.setViewport(WINDOW);
	await page.emulateTimezone('UTC');
	await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'light'}]);
	await page.evaluateOnNewDocument(holdStill, SEED, NOW);
	await page.goto(url, {waitUntil: 'networkidle0'});
	await page.evaluate(() => document.fonts.ready);
	await page.mouse.move(REST.x, REST.y);
	return page;
}

/** Runs in the page, before its own scripts: mulberry32 for Math.random, one moment for every time that is written out. */
function holdStill(seed: number, now: number): void {
	let state = seed;
	Math.random = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	Date.prototype.toLocaleString = () => new Intl.DateTimeFormat('en-US', {dateStyle: 'short', timeStyle: 'medium'}).format(now);
	document.addEventListener('DOMContentLoaded', () => {
		const style = document.createElement('style');
		style.textContent = '* {caret-color: transparent !important;}';
		document.head.append(style);
	});
}

/** The screen once two pictures in a row are equal: PNG, lossless, without alpha. */
export async function takePicture(page: Page): Promise<Buffer> {
	const deadline = Date.now() + PATIENCE_MS;
	let last = Buffer.alloc(0);
	while (Date.now() < deadline) {
		const next = Buffer.from(await page.screenshot());
		if (next.equals(last)) return compress(next);
		last = next;
		await sleep(100);
	}
	throw new Error('The screen never came to rest.');
}

async function compress(png: Buffer): Promise<Buffer> {
	const attempts = [true, false].map(adaptiveFiltering =>
		sharp(png).removeAlpha().png({compressionLevel: 9, adaptiveFiltering}).toBuffer(),
	);
	const [smallest] = (await Promise.all(attempts)).sort((a, b) => a.length - b.length);
	return smallest!;
}

/** The rectangle around the elements, in fractions of the picture. */
export async function frame(page: Page, selectors: string[]): Promise<Highlight> {
	const boxes = await Promise.all(selectors.map(selector => box(page, selector)));
	const left = Math.max(0, Math.min(...boxes.map(({x}) => x)) - MARGIN);
	const top = Math.max(0, Math.min(...boxes.map(({y}) => y)) - MARGIN);
	const right = Math.min(WINDOW.width, Math.max(...boxes.map(({x, width}) => x + width)) + MARGIN);
	const bottom = Math.min(WINDOW.height, Math.max(...boxes.map(({y, height}) => y + height)) + MARGIN);
	return {
		x: fraction(left / WINDOW.width),
		y: fraction(top / WINDOW.height),
		width: fraction((right - left) / WINDOW.width),
		height: fraction((bottom - top) / WINDOW.height),
	};
}

/** The middle of the element, in fractions of the picture. */
export async function clickPoint(page: Page, selector: string): Promise<Click> {
	const {x, y} = await middle(page, selector);
	return {x: fraction(x / WINDOW.width), y: fraction(y / WINDOW.height)};
}

/** Does what the visitor is asked to do, with mouse and keyboard, and takes the pointer out of the way. */
export async function perform(page: Page, selector: string, act: Act): Promise<void> {
	const {x, y} = await middle(page, selector);
	if (act.kind === 'drag') {
		const end = typeof act.to === 'string' ? await middle(page, act.to) : act.to;
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(end.x, end.y, {steps: 12});
		await page.mouse.up();
	} else {
		await page.mouse.click(x, y, {count: act.kind === 'double-click' ? 2 : 1});
	}
	await page.mouse.move(REST.x, REST.y);
	if (act.kind === 'click') await finishClick(page, act);
}

async function finishClick(page: Page, {thenType, passing}: Extract<Act, {kind: 'click'}>): Promise<void> {
	if (thenType) {
		await box(page, thenType.into);
		await page.type(thenType.into, thenType.text);
	}
	if (passing) {
		await page.waitForSelector(passing, {visible: true});
		await page.waitForSelector(passing, {hidden: true});
	}
}

async function middle(page: Page, selector: string): Promise<{x: number; y: number}> {
	const {x, y, width, height} = await box(page, selector);
	return {x: x + width / 2, y: y + height / 2};
}

/** Waits until the element is seen; CSS pixels of the window. */
async function box(page: Page, selector: string): Promise<BoundingBox> {
	const element = await page.waitForSelector(selector, {visible: true});
	const found = await element?.boundingBox();
	if (!found) throw new Error(`There is nothing to see at ${selector}.`);
	return found;
}

/** A hundredth of a pixel is exact enough, and keeps the numbers short. */
function fraction(value: number): number {
	return Number(value.toFixed(5));
}

import type {Browser, ElementHandle, Frame, Page} from 'puppeteer';
import {SHOWN_TEXTS} from '../../shared/contract/step-fields.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import type {signedIn} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';
import {signedInContext} from '../helpers/signed-in-context.ts';

/** The editor in a real browser, against the whole service. */

export const PATIENCE = {timeout: 60_000};
export const PICTURES = ['01-place-inject', '02-place-debug', '03-wire-nodes'].map(name => `docs/examples/first-flow/${name}.png`);

export type Person = Awaited<ReturnType<typeof signedIn>>;

/** The service and a browser; `open` shows a page of that person's, of which `heard` is whatever a browser has to complain of. */
export async function startEditor(settings: Record<string, string> = {}, options: Parameters<typeof startService>[1] = {}) {
	const service = await startService(settings, options);
	const browser = await launchLoopbackBrowser();
	const stop = async () => {
		await browser.close();
		await service.stop();
	};
	return {
		service,
		browser,
		stop,
		open: (person: SignedIn, path: string, look?: Look) => open(browser, service.baseUrl + path, {person, ...look}),
	};
}
export type Editor = Awaited<ReturnType<typeof startEditor>>;

/** What a page needs to know of who looks at it. */
type SignedIn = Pick<Person, 'token'>;
type Look = {dark?: boolean; width?: number; height?: number; bypass?: boolean; touch?: boolean};

async function open(
	browser: Browser,
	url: string,
	{person, dark = false, width = 1440, height = 900, bypass = false, touch = false}: Look & {person: SignedIn},
) {
	const context = await signedInContext(browser, person);
	const page = await context.newPage();
	const heard: string[] = [];
	listen(page, heard);
	await page.setViewport({width, height, hasTouch: touch});
	await page.setBypassCSP(bypass);
	await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]);
	await show(page, url);
	return {page, heard, context};
}

/** Notes what the browser complains of, and where: a response that is an error names its URL only there. */
export function listen(page: Page, heard: string[]): void {
	page.on('console', message => {
		if (['error', 'warn'].includes(message.type())) heard.push(`${message.text()} ${message.location().url ?? ''}`);
	});
	page.on('pageerror', error => heard.push(String(error)));
}

/** Makes a tour of pictures, and waits until each has its step. */
export async function choose(page: Page, files: string[]): Promise<void> {
	await drop(page, files);
	const arrived = (count: number) =>
		document.querySelectorAll('.strip [role=option]').length === count && !document.querySelector('.strip .sending');
	await page.waitForFunction(arrived, PATIENCE, files.length);
}

export async function drop(page: Page, files: string[]): Promise<void> {
	const input = (await page.$('.first input[type=file], .head input[type=file]')) as ElementHandle<HTMLInputElement>;
	await input.uploadFile(...files);
}

/** The stage, once it shows this many fields for words. */
export async function stageOf(page: Page): Promise<Frame> {
	await page.waitForSelector('.window iframe', PATIENCE);
	const frame = await page.waitForFrame(candidate => candidate.url().endsWith('/app/stage'), PATIENCE);
	await frame.waitForSelector('[data-field=title]', PATIENCE);
	return frame;
}

/** Writes into the balloon from the mark that has the focus: Enter leads to the title, and on through the texts of one line. */
export async function writeBalloon(page: Page, stage: Frame, title: string, text: string): Promise<void> {
	await page.keyboard.press('Enter');
	await stage.waitForFunction(() => document.activeElement?.matches('[data-field=title]'), PATIENCE);
	await page.keyboard.type(title);
	for (const _above of SHOWN_TEXTS.slice(0, SHOWN_TEXTS.indexOf('text'))) await page.keyboard.press('Enter');
	await page.keyboard.type(text);
}

/** Waits until the fields are those of the step with this title: they follow after the row is shown as chosen. */
export const fieldsOf = (page: Page, title: string) =>
	page.waitForFunction(text => document.querySelector<HTMLInputElement>('.inspector .sections input')?.value === text, PATIENCE, title);
export const saved = (page: Page) => page.waitForSelector('[data-state=saved]', PATIENCE);
export const chord = async (page: Page, ...keys: Array<Parameters<Page['keyboard']['down']>[0]>) => {
	for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
	await page.keyboard.press(keys.at(-1)!);
	for (const key of keys.slice(0, -1).reverse()) await page.keyboard.up(key);
};

/**
 * Opens a page and waits until it is calm and shows what it has read; a tour that is open goes on listening for what others do. A slow machine is
 * calm for a while also before it has read anything: keys that are pressed then go nowhere.
 */
export async function show(page: Page, url: string): Promise<void> {
	await page.goto(url, {waitUntil: 'networkidle2', ...PATIENCE});
	await page.waitForSelector('main:not([aria-busy])', PATIENCE).catch(async error => {
		throw new Error(`${url} shows no screen: ${await page.$eval('body', body => body.innerText)}`, {cause: error});
	});
}

/** Draws from one place of the picture to another: shares of it. */
export async function drag(page: Page, from: [number, number], to: [number, number], by: 'mouse' | 'touch' = 'mouse'): Promise<void> {
	// The frame is drawn smaller than it is: where its picture lies on the page.
	const box = await page.evaluate(() => {
		const frame = document.querySelector('iframe')!;
		const {left, top, width} = frame.getBoundingClientRect();
		const scale = width / frame.offsetWidth;
		const picture = frame.contentDocument!.querySelector('.pic')!.getBoundingClientRect();
		return {x: left + picture.left * scale, y: top + picture.top * scale, width: picture.width * scale, height: picture.height * scale};
	});
	const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
	if (by === 'touch') {
		const finger = await page.touchscreen.touchStart(...at(from));
		for (const share of [0.25, 0.5, 0.75, 1])
			await finger.move(...at([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]));
		// It stays a moment, as one that aims does: a flick would go on, and the next touch only end it.
		await new Promise(done => setTimeout(done, 200));
		await finger.move(...at(to));
		await finger.end();
		return;
	}
	await page.mouse.move(...at(from));
	await page.mouse.down();
	await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]), {steps: 3});
	await page.mouse.move(...at(to), {steps: 3});
	await page.mouse.up();
}

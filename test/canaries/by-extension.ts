import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Browser, Page} from 'puppeteer';
import type {Recording} from '../../extension/messages.ts';
import {popupOf, startRecording} from '../extension/browser.ts';
import {type CanaryResult, judge} from './judge.ts';
import type {CanaryCase} from './pages.ts';

/** The longest time for a picture, its step, and the next one. Milliseconds. */
const MOST_MS = 15_000;
const SETTLE_MS = 600;
const LOOK_MS = 40;

/** Clicks through a page with the extension. `folder`: where the pictures are kept. */
export async function byExtension(browser: Browser, one: CanaryCase, baseUrl: string, folder: string): Promise<CanaryResult> {
	const popup = await popupOf(browser);
	const page = await browser.newPage();
	try {
		await page.goto(`${baseUrl}/${one.page}`);
		await page.bringToFront();
		await startRecording(popup, page, 1);
		// The page is visited during the recording, like a tour's second page.
		await page.reload();
		await page.waitForSelector('#ready');
		for (const [index, id] of one.clicks.entries()) {
			await press(page, id);
			await recorded(popup, index + 1);
			await pause(SETTLE_MS);
		}
		await popup.evaluate(() => chrome.runtime.sendMessage({type: 'stop'}));
		const {kept, refused, ending} = await readRecording(popup);
		const pictures = await picturesOf(popup, kept.length + (ending === null ? 0 : 1));
		const files = await savePictures(pictures, join(folder, one.page));
		const result = await judge(one, files, await saidIn(popup, refused.length));
		await popup.evaluate(() => chrome.runtime.sendMessage({type: 'discard'}));
		return result;
	} finally {
		await page.close();
		await popup.close();
	}
}

/** Returns the number of refused pictures in the popup, each with its reason. */
async function saidIn(popup: Page, refused: number): Promise<number> {
	await popup.bringToFront();
	await popup.reload();
	await popup.waitForSelector('h1');
	const alerts = await popup.evaluate(() => [...document.querySelectorAll('[role=alert]')].map(({textContent}) => textContent ?? ''));
	const said = alerts.reduce((sum, words) => sum + Number(/^(\d+) steps? ha(?:s|ve) no picture.*\. \w/.exec(words)?.[1] ?? 0), 0);
	if (said !== refused) throw new Error(`The popup says ${said} of ${refused}: ${alerts.join(' ')}`);
	return said;
}

async function savePictures(pictures: string[], path: string): Promise<string[]> {
	await mkdir(dirname(path), {recursive: true});
	const files = pictures.map((_, index) => `${path}-${index + 1}.png`);
	for (const [index, file] of files.entries()) await writeFile(file, Buffer.from(pictures[index]!, 'base64'));
	return files;
}

async function press(page: Page, id: string): Promise<void> {
	const element = await page.waitForSelector(`#${id}`);
	const {x, y, width, height} = (await element!.boundingBox())!;
	await page.mouse.click(x + width / 2, y + height / 2);
}

/** Waits until the click has its picture or its refusal. */
async function recorded(popup: Page, count: number): Promise<void> {
	for (const end = Date.now() + MOST_MS; Date.now() < end; await pause(LOOK_MS)) {
		const {kept, refused} = await readRecording(popup);
		if (kept.length + refused.length >= count) return;
	}
}

async function readRecording(popup: Page): Promise<Recording> {
	return (await popup.evaluate(async () => (await chrome.storage.session.get('recording')).recording)) as Recording;
}

/** Returns the pictures as base64. */
function picturesOf(popup: Page, count: number): Promise<string[]> {
	return popup.evaluate(async count => {
		const database = await new Promise<IDBDatabase>(resolve => {
			const opening = indexedDB.open('roteiro', 1);
			opening.onsuccess = () => resolve(opening.result);
		});
		const read = (index: number) =>
			new Promise<Blob>(resolve => {
				const asked = database.transaction('pictures').objectStore('pictures').get(index);
				asked.onsuccess = () => resolve(asked.result as Blob);
			});
		const all: string[] = [];
		for (let index = 0; index < count; index++) {
			const bytes = new Uint8Array(await (await read(index)).arrayBuffer());
			all.push(btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')));
		}
		database.close();
		return all;
	}, count);
}

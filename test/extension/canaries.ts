import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Browser, Page} from 'puppeteer';
import type {Recording} from '../../extension/messages.ts';
import {CANARY_PARTS, type CanaryCase} from '../helpers/canary-pages.ts';
import {readInPicture} from '../helpers/read-pictures.ts';
import {popupOf, startRecording} from './browser.ts';

/** A picture and its step, and the next. Milliseconds. */
const MOST_MS = 15_000;
const SETTLE_MS = 700;

export type CanaryResult = {pictures: number; refused: string[]; faults: string[]; tookMs: number[]};

/** Clicks through a page with the extension, and reads what the pictures show. `folder`: where they are kept. */
export async function followCanary(
	browser: Browser,
	{page: name, clicks, expects}: CanaryCase,
	baseUrl: string,
	folder: string,
): Promise<CanaryResult> {
	const popup = await popupOf(browser);
	const page = await browser.newPage();
	await page.goto(`${baseUrl}/${name}`);
	await page.bringToFront();
	await startRecording(popup, page, 1);
	// Come to while it is recorded, as the second page of a tour.
	await page.reload();
	await pause(SETTLE_MS + 500);
	const tookMs: number[] = [];
	for (const [index, id] of clicks.entries()) {
		const begun = Date.now();
		await press(page, id);
		await recorded(popup, index + 1, begun, tookMs);
		await pause(SETTLE_MS);
	}
	await popup.evaluate(() => chrome.runtime.sendMessage({type: 'stop'}));
	const {kept, refused, ending} = await readRecording(popup);
	const said = refused.map(({why}) => why);
	const count = kept.length + (ending === null ? 0 : 1);
	const faults: string[] = [];
	if (count + refused.length !== clicks.length + 1) faults.push(`${count} pictures and ${refused.length} refusals of ${clicks.length + 1}`);
	if (expects === 'pictures' && refused.length > 0) faults.push(`refused: ${said}`);
	if (expects === 'refusals' && count > 0) faults.push(`${count} pictures were taken`);
	await popup.bringToFront();
	await popup.reload();
	await popup.waitForSelector('h1');
	const words = await popup.evaluate(() => [...document.querySelectorAll('[role=alert]')].map(one => one.textContent).join(' '));
	if (refused.length > 0 && !/left out/.test(words)) faults.push(`nothing is said of ${said}: ${words}`);
	await mkdir(folder, {recursive: true});
	for (const [index, picture] of (await picturesOf(popup, count)).entries()) {
		const file = join(folder, `${name}-${index + 1}.png`);
		await writeFile(file, Buffer.from(picture, 'base64'));
		const shown = await readInPicture(file, CANARY_PARTS);
		if (shown.length > 0) faults.push(`${file} shows ${shown}`);
	}
	await popup.evaluate(() => chrome.runtime.sendMessage({type: 'discard'}));
	await page.close();
	await popup.close();
	return {pictures: count, refused: said, faults, tookMs};
}

async function press(page: Page, id: string): Promise<void> {
	const element = await page.waitForSelector(`#${id}`);
	const {x, y, width, height} = (await element!.boundingBox())!;
	await page.mouse.click(x + width / 2, y + height / 2);
}

/** Waits until the click has its picture, or its refusal. */
async function recorded(popup: Page, count: number, begun: number, tookMs: number[]): Promise<void> {
	while (Date.now() < begun + MOST_MS) {
		const {kept, refused} = await readRecording(popup);
		if (kept.length + refused.length >= count) {
			tookMs.push(Date.now() - begun);
			return;
		}
		await pause(40);
	}
}

async function readRecording(popup: Page): Promise<Recording> {
	return (await popup.evaluate(async () => (await chrome.storage.session.get('recording')).recording)) as Recording;
}

/** As base64. */
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

import {setTimeout as pause} from 'node:timers/promises';
import type {Browser, Page} from 'puppeteer';
import type {Recording} from '../../extension/messages.ts';
import {popupOf, startRecording} from '../extension/browser.ts';

/** Time for one picture and Chrome's pause after it. Milliseconds. */
const PICTURE_MS = 2500;

/** Interrupts the time between a click and its picture, and between recordings. Returns the faults. */
export async function followInterruptions(browser: Browser, baseUrl: string): Promise<string[]> {
	const popup = await popupOf(browser);
	const page = await browser.newPage();
	const faults: string[] = [];
	/** Each click has its picture, or a refusal with one of these reasons: on a busy machine the picture may be there before the interruption. */
	const expect = async (what: string, clicks: number, reasons: string[]) => {
		const recording = await readRecording(popup);
		const said = recording.refused.map(({why}) => why);
		if (recording.kept.length + said.length !== clicks || !said.every(why => reasons.includes(why)))
			faults.push(`${what}: ${recording.kept.length} pictures and ${said} for ${clicks} clicks`);
	};
	try {
		await page.goto(`${baseUrl}/c-plain`);
		await page.waitForSelector('#ready');
		await page.bringToFront();
		await startRecording(popup, page, 1);
		await click(page);
		await pause(PICTURE_MS);
		await expect('a click', 1, []);

		// The second picture waits until Chrome allows the next.
		await click(page);
		await pause(450);
		await click(page);
		await pause(60);
		await popup.bringToFront();
		await pause(PICTURE_MS);
		await expect('a tab that goes to the back', 3, ['hidden']);

		await page.bringToFront();
		await click(page);
		await pause(30);
		await endWorker(browser);
		await pause(PICTURE_MS);
		await click(page);
		await pause(PICTURE_MS);
		await expect('a worker that is ended', 5, ['hidden', 'ended']);

		await popup.evaluate(() => chrome.runtime.sendMessage({type: 'stop'}));
		await click(page);
		await pause(PICTURE_MS);
		await expect('a recording that was stopped', 5, ['hidden', 'ended']);
		await startRecording(popup, page, 1);
		await click(page);
		await pause(PICTURE_MS);
		await expect('another recording in the same page', 1, []);
		await popup.evaluate(() => chrome.runtime.sendMessage({type: 'discard'}));
	} finally {
		await page.close();
		await popup.close();
	}
	return faults;
}

async function click(page: Page): Promise<void> {
	const {x, y} = (await (await page.$('#next'))!.boundingBox())!;
	await page.mouse.click(x + 5, y + 5);
}

/** Ends the worker, as the browser does when it is idle or memory is short. */
async function endWorker(browser: Browser): Promise<void> {
	const worker = browser.targets().find(one => one.type() === 'service_worker' && one.url().startsWith('chrome-extension:'));
	await (await worker?.worker())?.close();
}

async function readRecording(popup: Page): Promise<Recording> {
	return (await popup.evaluate(async () => (await chrome.storage.session.get('recording')).recording)) as Recording;
}

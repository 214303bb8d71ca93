import type {Browser, Page} from 'puppeteer';
import {within} from '../../shared/concurrency.ts';
import {makeOwnFolder, removeAbandonedFolders, removeFolder} from '../../shared/process/own-folder.ts';
import {startChromium} from './chromium-process.ts';

export type Chromium = {
	browser: Browser;
	/** Rejects when the browser has ended, for those who would otherwise wait for ever. */
	ended: Promise<never>;
	/** Ends the browser, by force if need be, and removes its folder. Never throws. */
	close(): Promise<void>;
};

/** A browser that does not start, or does not draw, in the time that it has. */
export class BrowserHung extends Error {
	override readonly name = 'TimeoutError';
	readonly code = 'BROWSER_HUNG';
}

const LAUNCH_MS = 15_000;
const CLOSE_MS = 2_000;

/** Starts a Chromium in a folder of its own. Throws where none can be started. */
export async function launchChromium(executablePath: string, protocolTimeout: number): Promise<Chromium> {
	// A recorder's process starts nothing else that would.
	removeAbandonedFolders();
	// Loaded with the first browser: many a process never starts one.
	const {default: puppeteer} = await import('puppeteer');
	const folder = makeOwnFolder('browser');
	const {transport, ended, kill} = await startChromium(executablePath, folder);
	try {
		const connected = Promise.race([puppeteer.connect({transport, protocolTimeout, defaultViewport: null}), ended]);
		const browser = await within(connected, LAUNCH_MS, () => new BrowserHung(`The browser did not start within ${LAUNCH_MS} ms.`));
		return {browser, ended, close: () => close(browser, ended, kill).finally(() => removeFolder(folder))};
	} catch (error) {
		kill();
		removeFolder(folder);
		throw error;
	}
}

/** A page in a context of its own that reaches no network, and runs no script unless it is asked to. */
export async function openBarePage(
	browser: Browser,
	{scripts = false}: {scripts?: boolean} = {},
): Promise<{page: Page; crashed: Promise<never>; close(): Promise<void>}> {
	const context = await browser.createBrowserContext();
	const close = () => context.close();
	try {
		const page = await context.newPage();
		const {promise: crashed, reject} = Promise.withResolvers<never>();
		crashed.catch(() => {});
		page.once('error', reject);
		await Promise.all([page.setJavaScriptEnabled(scripts), goOffline(page)]);
		return {page, crashed, close};
	} catch (error) {
		await close().catch(() => {});
		throw error;
	}
}

/** Replaces Puppeteer's `setOfflineMode`, whose command a half-year-old Chromium does not know. */
async function goOffline(page: Page): Promise<void> {
	const session = await page.createCDPSession();
	await session.send('Network.emulateNetworkConditions', {offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1});
}

async function close(browser: Browser, ended: Promise<never>, kill: () => void): Promise<void> {
	const timer = setTimeout(kill, CLOSE_MS);
	await browser.close().catch(() => {});
	await ended.catch(() => {});
	clearTimeout(timer);
	kill();
}

import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import puppeteer, {type Browser, type Page} from 'puppeteer';
import {extensionPackage} from '../../api/docs/packages.ts';
import {readZip} from '../../cli/zip/index.ts';

/** Debian's chromium, because the headless shell takes no extensions. */
export const CHROMIUM = '/usr/bin/chromium';

/**
 * Unpacks the served extension and returns its bytes. It grants the start-up permission in advance, because no person
 * can press "Allow".
 */
export async function unpackExtension(folder: string): Promise<number> {
	const zip = await extensionPackage();
	await mkdir(folder, {recursive: true});
	await writeFile(join(folder, 'extension.zip'), zip);
	for (const {name, bytes} of await readZip(join(folder, 'extension.zip'), () => true, {entries: 100, bytesEach: 1e7, bytes: 1e7})) {
		await mkdir(dirname(join(folder, name)), {recursive: true});
		const isManifest = name === 'manifest.json';
		await writeFile(join(folder, name), isManifest ? String(bytes).replace('optional_host_permissions', 'host_permissions') : bytes);
	}
	return zip.length;
}

export function openBrowser(extension: string): Promise<Browser> {
	return puppeteer.launch({
		executablePath: CHROMIUM,
		headless: true,
		pipe: true,
		enableExtensions: [extension],
		defaultViewport: null,
		args: ['--no-sandbox', '--window-size=1440,1000', '--lang=en-US'],
	});
}

/** Opens the popup in a separate tab. */
export async function popupOf(browser: Browser): Promise<Page> {
	const target = await browser.waitForTarget(one => one.type() === 'service_worker' && one.url().startsWith('chrome-extension:'));
	const page = await browser.newPage();
	page.on('pageerror', error => console.log(`popup: ${error}`));
	await page.goto(`chrome-extension://${new URL(target.url()).host}/popup.html`);
	await page.waitForSelector('button');
	return page;
}

/** Starts a recording like the popup's button. The popup is a tab here, which would otherwise be the active one. */
export async function startRecording(popup: Page, page: Page, zoom: number): Promise<void> {
	await popup.evaluate(
		async (url, zoom) => {
			await chrome.runtime.sendMessage({type: 'discard'});
			const tabs = await chrome.tabs.query({});
			const tab = tabs.find(one => one.url === url)!.id!;
			await chrome.tabs.setZoom(tab, zoom);
			await chrome.runtime.sendMessage({type: 'start', tab});
		},
		page.url(),
		zoom,
	);
}

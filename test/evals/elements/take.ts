import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Browser, Page} from 'puppeteer';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import type {Application, Shot} from './application.ts';
import {HALVES} from './applications.ts';
import {collectTruth} from './collect.ts';
import {seen} from './seen.ts';
import type {Truth} from './truth.ts';

/** A picture and what is truly on it. */
export type Screen = {file: string; app: string; half: string; width: number; height: number; dpr: number; dark: boolean; truth: Truth};

const PATIENCE_MS = 15_000;
/** Takes the pictures of all applications, or of one, into `folder/screens`; `folder` keeps the applications as well. */
export async function takeScreens(folder: string, only?: string): Promise<void> {
	await mkdir(join(folder, 'screens'), {recursive: true});
	const browser = await launchLoopbackBrowser();
	for (const [half, applications] of Object.entries(HALVES)) {
		for (const application of applications) {
			if (only && only !== application.name) continue;
			await takeApplication(browser, folder, half, application).catch(error => console.error(`${application.name}: ${error}`));
		}
	}
	await browser.close();
}

async function takeApplication(browser: Browser, folder: string, half: string, application: Application): Promise<void> {
	const running = await application.start(folder);
	try {
		for (const [index, shot] of application.shots.entries()) {
			const name = `${application.name}-${index + 1}`;
			const {width, height, dpr, dark = false} = shot.window;
			const {png, truth} = await take(browser, running.url, shot, application.scripts);
			await writeFile(join(folder, 'screens', `${name}.png`), png);
			const screen: Screen = {file: `${name}.png`, app: application.name, half, width, height, dpr, dark, truth};
			await writeFile(join(folder, 'screens', `${name}.json`), JSON.stringify(screen, null, '\t'));
			console.log(`${name}: ${truth.texts.length} texts, ${truth.icons.length} icons, ${truth.fields.length} fields`);
		}
	} finally {
		await running.stop();
	}
}

async function take(browser: Browser, url: string, {window, path, act}: Shot, scripts = true): Promise<{png: Uint8Array; truth: Truth}> {
	const context = await browser.createBrowserContext();
	try {
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		await page.setJavaScriptEnabled(scripts);
		await page.setViewport({width: window.width, height: window.height, deviceScaleFactor: window.dpr});
		await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: window.dark ? 'dark' : 'light'}]);
		await page.goto(url + path, {waitUntil: 'networkidle2'});
		await act?.(page);
		const png = await still(page);
		const truth = await page.evaluate(collectTruth);
		return {png, truth: await seen(png, truth, window.dpr)};
	} finally {
		await context.close();
	}
}

/** The screen once two pictures in a row are equal, or after a while: some applications never rest. */
async function still(page: Page): Promise<Uint8Array> {
	await page.addStyleTag({content: '* {caret-color: transparent !important; animation: none !important; transition: none !important;}'});
	await page.mouse.move(page.viewport()!.width / 2, page.viewport()!.height - 2);
	await page.evaluate(async () => void (await document.fonts.ready));
	const deadline = Date.now() + PATIENCE_MS;
	let last = Buffer.alloc(0);
	for (;;) {
		await sleep(500);
		const next = Buffer.from(await page.screenshot());
		if (next.equals(last) || Date.now() > deadline) return next;
		last = next;
	}
}

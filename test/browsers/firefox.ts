import {setTimeout as sleep} from 'node:timers/promises';
import puppeteer, {type ElementHandle, type KeyInput, type LaunchOptions, type Page} from 'puppeteer';
import {readConfig} from '../../shared/config/config.ts';
import {ANSWER_LIMIT_MS, type Driven, type Hands, Hang} from './driven.ts';

/** Firefox ESR, without a window, by WebDriver BiDi. */
export function openFirefox(): Promise<Driven> {
	return openByPuppeteer({browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true});
}

/** Debian's Chromium, to set the others' pictures and figures beside. */
export function openChromium(): Promise<Driven> {
	const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	return openByPuppeteer({executablePath: readConfig().chromium, pipe: true, args: sandbox});
}

async function openByPuppeteer(options: LaunchOptions): Promise<Driven> {
	const browser = await puppeteer.launch(options);
	const page = await browser.newPage();
	const version = await browser.version();
	return {
		name: version.replace(/^(\w+)\//, (_, name) => `${name[0].toUpperCase()}${name.slice(1)} `),
		resize: (width, height) => page.setViewport({width, height}),
		async open(url) {
			await page.goto(url, {waitUntil: 'load'});
		},
		run(script, args = []) {
			const response = page.evaluate(`(function () {${script}})(...${JSON.stringify(args)})`);
			const late = sleep(ANSWER_LIMIT_MS, null, {ref: false}).then(() => Promise.reject(new Hang(ANSWER_LIMIT_MS)));
			return Promise.race([response, late]) as Promise<never>;
		},
		hands: handsOf(page),
		screenshot: async () => Buffer.from(await page.screenshot({type: 'png'})),
		async close() {
			const process = browser.process();
			await Promise.race([browser.close(), sleep(5000, null, {ref: false})]).catch(() => {});
			process?.kill('SIGKILL');
		},
	};
}

function handsOf(page: Page): Hands {
	const {mouse, keyboard} = page;
	return {
		move: (x, y) => mouse.move(x, y),
		down: () => mouse.down(),
		up: () => mouse.up(),
		async press(...keys) {
			for (const key of keys) await keyboard.down(key as KeyInput);
			for (const key of keys.toReversed()) await keyboard.up(key as KeyInput);
		},
		type: text => keyboard.type(text),
		async upload(selector, files) {
			await ((await page.$(selector)) as ElementHandle<HTMLInputElement>).uploadFile(...files);
		},
	};
}

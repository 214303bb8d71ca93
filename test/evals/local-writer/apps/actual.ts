import {join} from 'node:path';
import type {ElementHandle, Page} from 'puppeteer';
import {type Application, SMALL, WIDE, WIDE_2X} from '../application.ts';
import {npm} from '../install.ts';
import {pages} from '../serve.ts';

/** Its database in the browser needs shared memory. */
const ISOLATED = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};

const press = async (page: Page, words: RegExp) => {
	const matches = (pattern: string) =>
		[...document.querySelectorAll('button')].find(({innerText}) => new RegExp(pattern, 'i').test(innerText));
	const button = await page.waitForFunction(matches, {}, words.source);
	await (button as ElementHandle<HTMLButtonElement>).click();
};

const loaded = async (page: Page) => {
	await page.waitForFunction(() => document.body.innerText.includes('Bank of America'));
};

const openMenu = async (page: Page) => {
	await press(page, /^test budget|^my finances/);
	await page.waitForSelector('[role=dialog][data-placement] button[type=button]', {visible: true});
};

export const actual: Application = {
	name: 'actual',
	marks: {unread: '[data-cellname]', menu: '[role=dialog][data-placement] button[type=button]'},
	async start(folder) {
		const own = join(folder, 'actual');
		await npm(own, '@actual-app/web@25.6.0');
		return pages(join(own, 'node_modules/@actual-app/web/build'), ISOLATED);
	},
	async enter(page, url) {
		await page.goto(url);
		await press(page, /^don.t use|^não us|^no us/);
		await press(page, /demo/);
		await loaded(page);
	},
	shots: [
		{language: 'en', window: WIDE, path: '/budget', act: openMenu},
		{language: 'pt-BR', window: {...WIDE, dark: true}, path: '/settings', act: loaded},
		{language: 'pt-BR', window: WIDE_2X, path: '/accounts', act: loaded},
		{language: 'en', window: {...SMALL, dark: true}, path: '/schedules', act: loaded},
		{language: 'es', window: WIDE, path: '/reports', act: loaded},
	],
};

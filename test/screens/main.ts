import {mkdir} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import type {Page} from 'puppeteer';
import sharp from 'sharp';
import {PATIENCE, startEditor} from '../editor/helpers.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {type Demo, furnishDemo} from './account.ts';

/**
 * `npm run lab -- screens [--only edit,leads --views 1440-light --language pt-BR --to FOLDER]`: photographs every screen of
 * the editor, wide and narrow, light and dark, on its own service and in an account with some activity. It makes the
 * pictures of docs/editor.md and docs/editor-internals.md.
 */
type Screen = {path(demo: Demo): string; ready: string; act?: (page: Page) => Promise<void>};

const press = (selector: string, then: string) => async (page: Page) => {
	// Also where a telephone has it in a menu.
	await page.$eval(selector, element => (element as HTMLElement).click());
	await page.waitForSelector(then, PATIENCE);
};

/** Chooses the step at this place, as a person does: a screen with its highlight, because the first step is a slide. */
const choose = (place: number) => async (page: Page) => {
	const option = (await page.$$('.strip [role=option]'))[place]!;
	await option.click();
	await page.waitForFunction(one => one.getAttribute('aria-selected') === 'true', PATIENCE, option);
};

const SCREENS: Record<string, Screen> = {
	tours: {path: () => '/', ready: '.cards img, .grid img'},
	bin: {path: () => '/bin', ready: 'main button'},
	edit: {
		path: ({tourId}) => `/tours/${tourId}`,
		ready: '.strip [aria-selected=true]',
		act: choose(5),
	},
	publish: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: press('.bar .primary', 'dialog[open]')},
	preview: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: press('.bar [title*="(P)"]', 'dialog[open] iframe')},
	history: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: press('.bar .past', 'dialog[open] li')},
	theme: {path: ({tourId}) => `/tours/${tourId}/theme`, ready: 'main iframe, iframe'},
	cards: {path: ({tourId}) => `/tours/${tourId}/cards`, ready: 'iframe'},
	'tour-statistics': {path: ({tourId}) => `/tours/${tourId}/statistics`, ready: '.funnel tbody tr'},
	statistics: {path: () => '/statistics', ready: '.total strong'},
	leads: {path: () => '/leads', ready: 'main table tbody tr'},
	profile: {path: () => '/settings/profile', ready: 'main input'},
	security: {path: () => '/settings/security', ready: 'main input'},
	keys: {path: () => '/settings/keys', ready: 'main button'},
	apps: {path: () => '/settings/apps', ready: 'main li, main tr'},
	uses: {path: () => '/settings/uses', ready: 'main tr, main li'},
	limits: {path: () => '/settings/limits', ready: 'main'},
	data: {path: () => '/settings/data', ready: 'main .panel .primary'},
};
const VIEWS = [
	{width: 1440, height: 900, dark: false},
	{width: 1440, height: 900, dark: true},
	{width: 390, height: 844, dark: false},
	{width: 390, height: 844, dark: true},
];
/** What comes into sight has come, and pictures are decoded. */
const SETTLED_MS = 1200;

const {values} = parseArgs({
	options: {
		only: {type: 'string'},
		views: {type: 'string'},
		language: {type: 'string', default: 'en'},
		to: {type: 'string', default: resolve(import.meta.dirname, '../../docs/images/editor')},
	},
});
const wanted = Object.entries(SCREENS).filter(([name]) => !values.only || values.only.split(',').includes(name));

await onOwnServers(async () => {
	const editor = await startEditor();
	try {
		const demo = await furnishDemo(editor.service, values.language);
		await mkdir(values.to, {recursive: true});
		for (const [name, {path, ready, act}] of wanted) {
			for (const view of VIEWS) {
				const look = `${view.width}-${view.dark ? 'dark' : 'light'}`;
				if (values.views && !values.views.split(',').includes(look)) continue;
				const {page, heard, context} = await editor.open(demo, path(demo), view);
				await page.waitForSelector(ready, PATIENCE);
				await act?.(page);
				await new Promise(done => setTimeout(done, SETTLED_MS));
				const file = join(values.to, `${name}-${look}.webp`);
				const {size} = await sharp(await page.screenshot())
					.webp({quality: 82, effort: 6})
					.toFile(file);
				console.log(`${file}: ${Math.round(size / 1000)} kB${heard.length > 0 ? ` HEARD ${heard.join(' | ')}` : ''}`);
				await context.close();
			}
		}
	} finally {
		await editor.stop();
	}
});
process.exit();

import type {Page} from 'puppeteer';
import {PATIENCE} from '../editor/helpers.ts';
import type {Demo} from './account.ts';

/** A screen of the editor: its path, what shows that it stands, and what is pressed there. */
export type Screen = {path(demo: Demo): string; ready: string; act?: (page: Page) => Promise<void>};

const press = (selector: string, then: string) => async (page: Page) => {
	// Also where a telephone has it in a menu.
	await page.$eval(selector, element => (element as HTMLElement).click());
	await page.waitForSelector(then, PATIENCE);
};

/** Presses a key of the editor, as its help lists them. */
const key = (name: 'f' | '?', then: string) => async (page: Page) => {
	await page.keyboard.press(name);
	await page.waitForSelector(then, PATIENCE);
};

/** Chooses the step at this place, as a person does: a screen with its highlight, because the first step is a slide. */
const choose = (place: number) => async (page: Page) => {
	const option = (await page.$$('.strip [role=option]'))[place]!;
	await option.click();
	await page.waitForFunction(one => one.getAttribute('aria-selected') === 'true', PATIENCE, option);
};

/** Every screen of the editor, and dialogs of it. */
export const SCREENS: Record<string, Screen> = {
	tours: {path: () => '/', ready: '.cards img, .grid img'},
	bin: {path: () => '/bin', ready: 'main button'},
	edit: {
		path: ({tourId}) => `/tours/${tourId}`,
		ready: '.strip [aria-selected=true]',
		act: choose(5),
	},
	publish: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: press('.bar .primary', 'dialog[open]')},
	preview: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: press('.bar [title*="(P)"]', 'dialog[open] iframe')},
	export: {
		path: ({tourId}) => `/tours/${tourId}`,
		ready: '.strip',
		async act(page) {
			await press('.bar .primary', 'dialog[open] .take-along')(page);
			await press('.take-along .link', 'dialog[open] .formats')(page);
		},
	},
	help: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: key('?', 'dialog[open] .keys')},
	buttons: {path: ({forkId}) => `/tours/${forkId}`, ready: '.strip', act: choose(0)},
	hotspots: {path: ({forkId}) => `/tours/${forkId}`, ready: '.strip', act: choose(1)},
	flow: {path: ({forkId}) => `/tours/${forkId}`, ready: '.strip', act: key('f', 'dialog[open] .flow-foot')},
	history: {path: ({tourId}) => `/tours/${tourId}`, ready: '.strip', act: press('.bar .past', 'dialog[open] li')},
	theme: {path: ({tourId}) => `/tours/${tourId}/theme`, ready: 'main iframe, iframe'},
	cards: {path: ({tourId}) => `/tours/${tourId}/cards`, ready: 'iframe'},
	'tour-statistics': {path: ({tourId}) => `/tours/${tourId}/statistics`, ready: '.funnel tbody tr'},
	statistics: {path: () => '/statistics', ready: '.total strong'},
	leads: {path: () => '/leads', ready: 'main table tbody tr'},
	lead: {path: () => '/leads', ready: 'main table tbody tr', act: press('main table tbody .link', 'dialog[open]')},
	profile: {path: () => '/settings/profile', ready: 'main input'},
	security: {path: () => '/settings/security', ready: 'main input'},
	keys: {path: () => '/settings/keys', ready: 'main button'},
	apps: {path: () => '/settings/apps', ready: 'main li, main tr'},
	uses: {path: () => '/settings/uses', ready: 'main tr, main li'},
	limits: {path: () => '/settings/limits', ready: 'main'},
	data: {path: () => '/settings/data', ready: 'main .panel .primary'},
};

import type {Page} from 'puppeteer';
import type {Running} from '../local-writer/serve.ts';

/** CSS pixels of the window, device pixels each, and the colours that the visitor prefers. */
type Window = {width: number; height: number; dpr: 1 | 2 | 3; dark?: boolean};

/** One picture: where the visitor is, and what was done before it was taken. */
export type Shot = {window: Window; path: string; act?: (page: Page) => Promise<void>};

/** An application from npm: how it is installed and started, and the pictures that are taken of it. */
export type Application = {
	name: string;
	start: (folder: string) => Promise<Running>;
	/** False where the pages are whole without their scripts, and these never rest. */
	scripts?: boolean;
	shots: Shot[];
};

export const WIDE: Window = {width: 1440, height: 900, dpr: 1};
export const WIDE_2X: Window = {width: 1440, height: 900, dpr: 2};
export const SMALL: Window = {width: 1280, height: 720, dpr: 1};
export const SMALL_2X: Window = {width: 1280, height: 720, dpr: 2};
export const SMALL_3X: Window = {width: 1280, height: 720, dpr: 3};
export const dark = (window: Window): Window => ({...window, dark: true});

/** Clicks what a selector finds, as soon as it is there. */
export async function press(page: Page, selector: string): Promise<void> {
	await (await page.waitForSelector(selector, {visible: true, timeout: 10_000}))!.click();
}

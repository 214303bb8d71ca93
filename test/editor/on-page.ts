import type {Browser, Page} from 'puppeteer';
import type {signedIn} from '../helpers/person.ts';
import type {TestService} from '../helpers/service.ts';

/** Pages of the editor in a real browser. */

export const PATIENCE = {timeout: 60_000};
export type Person = Awaited<ReturnType<typeof signedIn>>;
export type View = {dark?: boolean; width?: number; height?: number; bypass?: boolean};

/** A page of that person's; `heard` is whatever a browser has to complain of. */
export async function openPage(
	{browser, service}: {browser: Browser; service: TestService},
	person: Pick<Person, 'token'>,
	path: string,
	{dark = false, width = 1440, height = 900, bypass = false}: View = {},
) {
	const context = await browser.createBrowserContext();
	await context.setCookie({name: 'roteiro_session', value: person.token, domain: '127.0.0.1', path: '/', sameSite: 'Lax'});
	const page = await context.newPage();
	const heard: string[] = [];
	page.on('console', message => ['error', 'warn'].includes(message.type()) && heard.push(message.text()));
	page.on('pageerror', error => heard.push(String(error)));
	await page.setViewport({width, height});
	await page.setBypassCSP(bypass);
	await page.emulateMediaFeatures([
		{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'},
		// What still comes into sight is judged as it will be.
		{name: 'prefers-reduced-motion', value: 'reduce'},
	]);
	await page.goto(service.baseUrl + path, {waitUntil: 'networkidle0', ...PATIENCE});
	return {page, heard, context};
}

/** Waits for an element that has these words in it, and presses it. */
export async function press(page: Page, selector: string, words = ''): Promise<void> {
	const found = await page.waitForFunction(
		(wanted, text) => [...document.querySelectorAll<HTMLElement>(wanted)].find(({textContent}) => textContent.includes(text)),
		PATIENCE,
		selector,
		words,
	);
	await found.asElement()!.evaluate(element => (element as HTMLElement).click());
}

/** Waits until the page shows these words. */
export async function shows(page: Page, words: string, selector = 'body'): Promise<void> {
	await page.waitForFunction((text, within) => document.querySelector(within)?.textContent.includes(text), PATIENCE, words, selector);
}

import type {Page} from 'puppeteer';
import {PATIENCE} from './helpers.ts';

/** What tests do on a page of the editor, by the words that stand on it. */

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

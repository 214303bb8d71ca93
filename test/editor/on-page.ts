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

/** Widths of a window in CSS pixels: a telephone's, 1440 pixels at a zoom of 200 %, a small tablet's. */
const NARROW = [390, 720, 1000];

/** What is wrong with the page as a window gets narrow: it scrolls sideways, or something else lies on the middle of a control. */
export async function crowded(page: Page): Promise<string[]> {
	const wrong: string[] = [];
	for (const width of NARROW) {
		await page.setViewport({width, height: 700});
		const found = await page.evaluate(async () => {
			await new Promise(requestAnimationFrame);
			const seen = (element: Element) => {
				const {left, right, top, bottom} = element.getBoundingClientRect();
				return {x: (left + right) / 2, y: (top + bottom) / 2, left, right, top, bottom};
			};
			// What a box cuts off is reached by scrolling it.
			const cut = (element: Element, {x, y}: {x: number; y: number}): boolean => {
				const box = element.parentElement;
				if (!box) return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
				const {left, right, top, bottom} = seen(box);
				const outside = x < left || x > right || y < top || y > bottom;
				return (getComputedStyle(box).overflow !== 'visible' && outside) || cut(box, {x, y});
			};
			const fixed = (element: Element | null): boolean =>
				element !== null && (['fixed', 'sticky'].includes(getComputedStyle(element).position) || fixed(element.parentElement));
			const faults = [...document.querySelectorAll('button, a, input, select, textarea, summary')].flatMap(control => {
				const at = seen(control);
				if (at.right - at.left < 8 || !control.checkVisibility({visibilityProperty: true, opacityProperty: true}) || cut(control, at))
					return [];
				const on = document.elementFromPoint(at.x, at.y);
				const itsOwn = !on || on.contains(control) || control.contains(on) || (control as HTMLInputElement).labels?.[0]?.contains(on);
				// What scrolls goes under what does not.
				if (itsOwn || (fixed(on) && !fixed(control))) return [];
				return [`${on.outerHTML.slice(0, 60)} lies on ${control.outerHTML.slice(0, 60)}`];
			});
			const sideways = document.documentElement.scrollWidth - innerWidth;
			if (sideways <= 0) return faults;
			const widest = [...document.querySelectorAll('body *')].filter(element => seen(element).right >= innerWidth + sideways).at(-1);
			return [...faults, `scrolls sideways by ${sideways}: ${widest?.outerHTML.slice(0, 90)}`];
		});
		wrong.push(...found.map(fault => `${width}: ${fault}`));
	}
	return wrong;
}

/** Returns where the middle of an element lies. */
export const middle = (page: Page, selector: string) =>
	page.$eval(selector, element => {
		const {left, top, width, height} = element.getBoundingClientRect();
		return [left + width / 2, top + height / 2] as const;
	});

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {BrowserContext, Page} from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Windows in which a page has to be well: width in pixels, and colour scheme. */
export const WINDOWS = [
	[390, 'dark'],
	[390, 'light'],
	[1440, 'dark'],
	[1440, 'light'],
] as const;

/** Opens a page of a window's size and colours that lets the examiner in. */
export async function pageOfWindow(context: BrowserContext, width: number, scheme: string): Promise<Page> {
	const page = await context.newPage();
	await page.setBypassCSP(true);
	await page.setViewport({width, height: 900});
	await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
	return page;
}

/** Returns the faults of a page in words: broader than its window, and what axe finds. */
export async function pageFaults(page: Page): Promise<string[]> {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	return [...(overflow > 0 ? [`${overflow} pixels too wide`] : []), ...(await axeViolations(page))];
}

/** Returns the violations that axe finds on a page, in words. The page must bypass its policy, which would keep the examiner out. */
export async function axeViolations(page: Page): Promise<string[]> {
	// A tour's page is laid out unseen before it shows its first step.
	await page.waitForFunction(() => !document.documentElement.matches('.soon'));
	// Half faded in, every colour has too little contrast.
	await page.evaluate(async () => {
		const ending = document.getAnimations().filter(({effect}) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
		await Promise.allSettled(ending.map(({finished}) => finished));
	});
	await page.evaluate(source);
	return page.evaluate(async () => {
		const {axe} = globalThis as unknown as {axe: typeof import('axe-core')};
		const {violations} = await axe.run(document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}});
		return violations.map(({id, nodes}) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`);
	});
}

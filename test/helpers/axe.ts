import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Page} from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds against the page as it stands, in words. The page must bypass its policy, which would keep the examiner out. */
export async function axeViolations(page: Page): Promise<string[]> {
	await page.evaluate(source);
	return page.evaluate(async () => {
		const {axe} = globalThis as unknown as {axe: typeof import('axe-core')};
		const {violations} = await axe.run(document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}});
		return violations.map(({id, nodes}) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`);
	});
}

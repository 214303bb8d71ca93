import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import type * as Axe from 'axe-core';
import type {Browser} from 'puppeteer';
import {shareOf} from '../helpers/extent.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {startService, type TestService} from '../helpers/service.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let service: TestService;
let browser: Browser;
test.before(async () => {
	service = await startService({}, {workers: false});
	browser = await launchLoopbackBrowser();
});
test.after.always(async () => {
	await browser?.close();
	await service?.stop();
});

const LOOKS = [
	[390, 'dark'],
	[1440, 'light'],
] as const;
for (const [from, path] of ['/', '/docs'].entries()) {
	for (const [width, scheme] of shareOf(LOOKS, () => 'look', {from})) {
		test(`${path} is accessible and fits a window of ${width} pixels in ${scheme}`, async t => {
			const page = await browser.newPage();
			const complaints: string[] = [];
			page.on('console', message => complaints.push(message.text()));
			await page.setViewport({width, height: 900});
			await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
			const response = await page.goto(service.baseUrl + path);
			t.is(response!.headers()['content-security-policy']!.split('frame-ancestors').length, 2, 'framed by nobody, and said once');
			t.deepEqual(complaints, []);
			const colors = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
			t.is(colors, scheme === 'dark' ? 'rgb(17, 19, 23)' : 'rgb(255, 253, 247)');
			t.is(await page.evaluate(() => document.documentElement.scrollWidth), width);
			await page.evaluate(AXE);
			const violations = await page.evaluate(async () => {
				for (const details of document.querySelectorAll('details')) details.open = true;
				const found = await (globalThis as unknown as {axe: typeof Axe}).axe.run();
				return found.violations.map(violation => `${violation.id}: ${violation.nodes[0]?.html}`);
			});
			t.deepEqual(violations, []);
			await page.close();
		});
	}
}

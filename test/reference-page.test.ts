import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import type * as Axe from 'axe-core';
import puppeteer, {type Browser} from 'puppeteer';
import {landingPage} from '../api/landing.ts';
import {openapiDocument} from '../api/openapi.ts';
import {OPERATIONS} from '../api/operations/index.ts';
import {referencePage} from '../api/reference.ts';
import {readConfig} from '../shared/config.ts';

const BASE = 'http://127.0.0.1:8080';
const PAGES = {'/docs': referencePage(openapiDocument(OPERATIONS, BASE)), '/': landingPage({baseUrl: BASE})};
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let browser: Browser;
const server = createServer(({url}, response) => {
	const page = PAGES[url as keyof typeof PAGES];
	if (!page) response.writeHead(404).end();
	else response.writeHead(200, {'content-type': 'text/html; charset=utf-8', 'content-security-policy': page.csp}).end(page.html);
});

test.before(async () => {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	browser = await puppeteer.launch({executablePath: readConfig().chromium, args: sandbox, pipe: true});
});
test.after.always(async () => {
	await browser?.close();
	server.close();
});

for (const path of Object.keys(PAGES)) {
	for (const [width, scheme] of [
		[390, 'dark'],
		[1440, 'light'],
	] as const) {
		test(`${path} is accessible and fits a window of ${width} pixels in ${scheme}`, async t => {
			const page = await browser.newPage();
			const complaints: string[] = [];
			page.on('console', message => complaints.push(message.text()));
			await page.setViewport({width, height: 900});
			await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
			await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
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

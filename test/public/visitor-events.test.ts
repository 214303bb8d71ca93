import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {Browser, Page} from 'puppeteer';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {allCounted, PERSON, type Published, publishSlides} from '../helpers/reports.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';

/** From a real browser to the statistics: what people do is counted, what nobody sees is not. */

let service: TestService;
let ana: Client;
let person: Browser;
/** A page of somebody else that shows, or promises, ours. */
let around = '';
const elsewhere = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(around));
test.before(async () => {
	service = await startService();
	ana = await service.client();
	person = await launchLoopbackBrowser([`--user-agent=${PERSON}`]);
	await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
});
test.after.always(async () => {
	await person?.close();
	elsewhere.close().closeAllConnections();
	await service?.stop();
});

async function open(url: string, browser = person): Promise<Page> {
	const page = await browser.newPage();
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	await page.goto(url, {waitUntil: 'networkidle0'});
	return page;
}

/** What the owner reads, once there is so much, and after a moment for what should not come. */
async function read({tourId}: Published, wanted: {views: number; ctaClicks?: number} = {views: 0}) {
	let settled = '';
	for (const until = Date.now() + 20_000; ; await sleep(100)) {
		const {totals, funnel, series} = (await ana('GET', `/v1/tours/${tourId}/analytics`)).body;
		if (Date.now() < until && (totals.views < wanted.views || totals.ctaClicks < (wanted.ctaClicks ?? 0))) continue;
		const counts = {
			...totals,
			funnel: funnel.map(({views, share}: {views: number; share: number}) => [views, share]),
			today: series.at(-1),
		};
		if (settled === JSON.stringify(counts)) return counts;
		settled = JSON.stringify(counts);
		await sleep(500);
		await allCounted(service);
	}
}

test.serial('a visit to the end and a click are counted; a second visit that stops halfway, too', async t => {
	const link = await publishSlides(ana, 4);
	const page = await open(link.url);
	const complaints: string[] = [];
	page.on('console', message => complaints.push(message.text()));
	const reports: number[] = [];
	page.on('response', response => response.url().endsWith('/events') && reports.push(response.status()));
	for (let step = 1; step < 4; step++) await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('End');
	await page.$eval('.calls a', element => {
		element.addEventListener('click', event => event.preventDefault());
		(element as HTMLElement).click();
	});
	const counts = {views: 1, completions: 1, ctaClicks: 1, leads: 0};
	const {today, ...first} = await read(link, counts);
	t.deepEqual(first, {
		...counts,
		funnel: [
			[1, 1],
			[1, 1],
			[1, 1],
			[1, 1],
		],
	});
	t.deepEqual(today, {date: new Date().toISOString().slice(0, 10), ...counts});
	t.deepEqual([...new Set(reports)], [204]);
	t.deepEqual(complaints, []);
	t.deepEqual(await page.browserContext().cookies(), []);

	const other = await open(link.url);
	await other.keyboard.press('ArrowRight');
	const second = await read(link, {views: 2});
	t.like(second, {views: 2, completions: 1, ctaClicks: 1});
	t.deepEqual(second.funnel, [
		[2, 1],
		[2, 1],
		[1, 0.5],
		[1, 0.5],
	]);
	await page.close();
	await other.close();
});

test.serial('a browser without a person, and a preview, are not counted', async t => {
	const link = await publishSlides(ana, 2);
	const robot = await launchLoopbackBrowser();
	const visited = await open(link.url, robot);
	await visited.keyboard.press('ArrowRight');
	const {url} = (await ana('POST', `/v1/tours/${link.tourId}/publish`, {body: {dryRun: true}})).body.preview;
	const preview = await person.newPage();
	const asked: string[] = [];
	preview.on('request', request => asked.push(request.method()));
	await preview.goto(url, {waitUntil: 'networkidle0'});
	await preview.keyboard.press('ArrowRight');
	t.like(await read(link), {views: 0, completions: 0});
	t.false(asked.includes('POST'));
	await robot.close();
	await preview.close();
});

test.serial('a page that the browser renders ahead is a view when it is shown, and only then', async t => {
	const link = await publishSlides(ana, 2);
	const other = await publishSlides(ana, 2);
	// Browsers render ahead what lies on the same origin: the start is a page of ours, too.
	const page = await open(other.url);
	await page.setBypassCSP(true);
	await page.reload({waitUntil: 'networkidle0'});
	await page.evaluate(url => {
		const rules = document.createElement('script');
		rules.type = 'speculationrules';
		rules.textContent = JSON.stringify({prerender: [{source: 'list', urls: [url], eagerness: 'immediate'}]});
		document.head.append(rules);
	}, link.url);
	await sleep(2000);
	t.like(await read(link), {views: 0});
	await page.evaluate(url => {
		location.href = url;
	}, link.url);
	await sleep(1000);
	const ahead = await page.evaluate(
		() => (performance.getEntriesByType('navigation')[0] as unknown as {activationStart: number}).activationStart,
	);
	t.true(ahead > 0, 'it was rendered ahead');
	t.like(await read(link, {views: 1}), {
		views: 1,
		funnel: [
			[1, 1],
			[0, 0],
		],
	});
	await page.close();
});

test.serial('in the frame of another page it is counted, also where the frame is sandboxed', async t => {
	const link = await publishSlides(ana, 2);
	around = `<iframe src="${link.url}" width="640" height="400"></iframe>
<iframe src="${link.url}" width="640" height="400" sandbox="allow-scripts"></iframe>
<div style="height: 5000px"></div><iframe src="${link.url}" width="640" height="400"></iframe>
<iframe src="${link.url}" width="640" height="400" style="display: none"></iframe>`;
	const page = await person.newPage();
	await page.setViewport({width: 1400, height: 900});
	await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`, {waitUntil: 'networkidle0'});
	t.like(await read(link, {views: 2}), {views: 2}, 'those that are seen');
	await page.evaluate(() => scrollTo(0, 9000));
	t.like(await read(link, {views: 3}), {views: 3});
	await page.close();
});

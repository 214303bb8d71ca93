import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {LEAD_TARGET, openBrowser, PUBLIC} from '../../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {renderPage} from '../page.ts';

type Sent = {visit: string; events: Array<{type: string; step?: string}>};

const {image, files} = await sampleImage();
const threeSteps = [
	sampleSlide({id: 'step_a'}),
	sampleStep({id: 'step_b', title: 'Segundo', image}),
	sampleStep({id: 'step_c', title: 'Terceiro', image}),
];

/** Serves a tour, takes what it reports, and shows it in frames of other pages, which keep what they hear. */
let tour = {html: '', csp: ''};
let host = '';
const sent: Sent[] = [];
const server = createServer(async (request, response) => {
	const {url = '', method} = request;
	if (method === 'POST') {
		sent.push(JSON.parse(await text(request)));
		return response.writeHead(204).end();
	}
	if (url.startsWith('/p/tour')) response.setHeader('Content-Security-Policy', tour.csp);
	if (url.startsWith('/p/tour') || url === '/host') {
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		return response.end(url === '/host' ? host : tour.html);
	}
	const bytes = files.get(url.replace('/media/', ''));
	return response.writeHead(bytes ? 200 : 404).end(bytes);
});
await new Promise<void>(resolve => server.listen(0, resolve));
const {port} = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/p/tour`;
const browser = await openBrowser();
test.after.always(async () => {
	await browser.close();
	server.close().closeAllConnections();
});

function show(snapshot: Snapshot = sampleTour(threeSteps), reportPath: string | null = '/p/tour/events'): void {
	tour = renderPage(snapshot, {...PUBLIC, reportPath});
	sent.length = 0;
}

async function open(pageUrl = url, {width = 1280, height = 800} = {}): Promise<Page> {
	const page = await browser.newPage();
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	await page.setViewport({width, height});
	await page.goto(pageUrl, {waitUntil: 'networkidle0'});
	return page;
}

/** A page of another origin with this in it; `heard` returns what came by message. */
async function openHost(frame: string, size?: {width: number; height: number}) {
	host = `<!DOCTYPE html><style>body{margin:0}iframe{border:0;display:block}</style>
<script>heard = []; addEventListener('message', ({data}) => heard.push(data))</script>${frame}`;
	const page = await open(`http://localhost:${port}/host`, size);
	const heard = () => page.evaluate(() => (globalThis as unknown as {heard: Array<Record<string, unknown>>}).heard);
	return {page, heard, inside: page.frames()[1]!};
}

/** What was reported so far, each event in a word; so many at least are waited for, and a moment for those that should not come. */
async function reported(count = 0): Promise<string[]> {
	const words = () => sent.flatMap(({events}) => events.map(({type, step}) => step ?? type));
	for (const until = Date.now() + 10_000; words().length < count && Date.now() < until; ) await sleep(20);
	await sleep(200);
	return words();
}

test.serial('the view and the first step are reported together, each step when it is shown, the end once it is reached', async t => {
	show();
	const page = await open();
	t.deepEqual(await reported(2), ['view', 'step_a']);
	t.is(sent.length, 1);
	await page.keyboard.press('ArrowRight');
	t.deepEqual(await reported(3), ['view', 'step_a', 'step_b']);
	await page.keyboard.press('ArrowRight');
	t.deepEqual((await reported(5)).slice(3), ['step_c', 'complete']);
	await page.keyboard.press('ArrowRight');
	t.is(await page.$eval('.on', ({id}) => id), 'end');
	t.is((await reported()).length, 5, 'the closing card is no step');
	t.is(new Set(sent.map(({visit}) => visit)).size, 1);
	t.regex(sent[0]!.visit, /^[A-Za-z0-9_-]{22}$/);
	const kept = await page.evaluate(async () => [
		document.cookie,
		localStorage.length,
		sessionStorage.length,
		(await indexedDB.databases()).length,
	]);
	t.deepEqual(kept, ['', 0, 0, 0]);
	await page.close();
});

test.serial('a click on a button of the closing card is reported with its number and its kind', async t => {
	show();
	const page = await open(`${url}#end`);
	t.deepEqual(await reported(1), ['view']);
	for (const selector of ['.calls a:last-child', '.calls a:first-child', '.calls a:first-child bdi']) {
		await page.$eval(selector, element => {
			element.addEventListener('click', event => event.preventDefault());
			(element as HTMLElement).click();
		});
	}
	await reported(4);
	t.deepEqual(
		sent.flatMap(({events}) => events as unknown[]),
		[
			{type: 'view'},
			{type: 'cta', target: 'link', click: 1},
			{type: 'cta', target: 'whatsapp', click: 2},
			{type: 'cta', target: 'whatsapp', click: 3},
		],
	);
	await page.close();
});

test.serial('the Skip button of the opening form is no button of the closing card', async t => {
	tour = renderPage(sampleTour(threeSteps, {leadCapture: sampleForm()}), {...PUBLIC, reportPath: '/p/tour/events', lead: LEAD_TARGET});
	sent.length = 0;
	const page = await open();
	t.deepEqual(await reported(1), ['view']);
	await page.click('#lead .calls a');
	t.deepEqual(await reported(2), ['view', 'step_a']);
	await page.close();
});

test.serial('each load is another visit', async t => {
	show();
	const page = await open();
	await page.reload({waitUntil: 'networkidle0'});
	const other = await open();
	await reported(6);
	t.is(new Set(sent.map(({visit}) => visit)).size, 3);
	await page.close();
	await other.close();
});

test.serial('a hidden page reports nothing until it is seen, be it days later, and no step that passes while nobody looks', async t => {
	show();
	const page = await browser.newPage();
	const client = await page.createCDPSession();
	const {windowId} = await client.send('Browser.getWindowForTarget');
	const become = (windowState: 'minimized' | 'normal') => client.send('Browser.setWindowBounds', {windowId, bounds: {windowState}});
	await become('minimized');
	await page.goto(url, {waitUntil: 'networkidle0'});
	t.is(await page.evaluate(() => document.visibilityState), 'hidden');
	await page.evaluate(() => {
		const later = Date.now() + 3 * 864e5;
		Date.now = () => later;
	});
	t.deepEqual(await reported(), []);
	await page.evaluate(() => {
		location.hash = '#s2';
	});
	t.deepEqual(await reported(), []);
	await become('normal');
	await page.waitForFunction(() => !document.hidden);
	t.deepEqual(await reported(2), ['view', 'step_b']);
	await page.close();
});

test.serial('a frame below the fold reports nothing until somebody scrolls to it', async t => {
	show();
	const {page, heard} = await openHost(`<div style="height:3000px"></div><iframe src="${url}" width="640" height="400"></iframe>`);
	t.deepEqual(await reported(), []);
	t.deepEqual([...new Set((await heard()).map(({type}) => type))], ['resize']);
	await page.evaluate(() => scrollTo(0, 3000));
	await page.waitForFunction(() => (globalThis as unknown as {heard: unknown[]}).heard.length > 2);
	t.deepEqual(await reported(2), ['view', 'step_a']);
	await page.close();
});

test.serial('the page around the frame hears the view, every step, the end, clicks and leads, in a preview as well', async t => {
	show(sampleTour(threeSteps), null);
	const {page, heard, inside} = await openHost(`<iframe src="${url}?embed" width="900" height="600"></iframe>`);
	for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End']) {
		await inside.focus('body');
		await inside.evaluate(name => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true})), key);
	}
	await inside.$eval('.calls a:first-child', element => {
		element.addEventListener('click', event => event.preventDefault());
		(element as HTMLElement).click();
	});
	await inside.evaluate(() => dispatchEvent(new Event('lead')));
	t.deepEqual(await reported(), []);
	const from = {source: 'roteiro', tour: 'tour'};
	const messages = (await heard()).filter(({type}) => type !== 'resize');
	t.deepEqual(messages, [
		{...from, type: 'view', position: 0, count: 3},
		{...from, type: 'step', step: 'step_a', position: 0, count: 3},
		{...from, type: 'step', step: 'step_b', position: 1, count: 3},
		{...from, type: 'step', step: 'step_c', position: 2, count: 3},
		{...from, type: 'complete', position: 2, count: 3},
		{...from, type: 'step', step: 'step_b', position: 1, count: 3},
		{...from, type: 'cta', target: 'whatsapp', click: 1},
		{...from, type: 'lead'},
	]);
	await page.close();
});

test.serial('at the height that the host gets, the picture has the whole width and no word is hidden', async t => {
	show(sampleTour([sampleStep({image}), sampleStep({id: 'step_b', highlight: null, click: null, image})]));
	for (const width of [320, 390, 480, 900, 1200]) {
		const {page, heard, inside} = await openHost(`<iframe src="${url}" width="${width}" height="${Math.round(width * 0.625)}"></iframe>`, {
			width: 1280,
			height: 900,
		});
		const first = (await heard()).find(({type}) => type === 'resize') as {width: number; height: number};
		t.is(first.width, width);
		await page.$eval('iframe', (frame, height) => frame.setAttribute('height', String(height)), first.height);
		await sleep(300);
		const last = (await heard()).findLast(({type}) => type === 'resize') as {width: number; height: number};
		t.true(Math.abs(last.height - first.height) < 1, `${width}: it stays as it is`);
		const shown = await inside.evaluate(() => {
			const [words, shot] = [document.querySelector('.on .say')!, document.querySelector('.on .shot')!.getBoundingClientRect()];
			return {hidden: words.scrollHeight - words.clientHeight, width: shot.width, bottom: shot.bottom, height: innerHeight};
		});
		t.true(shown.hidden <= 1, `${width}: ${JSON.stringify(shown)}`);
		t.true(shown.width > width - 2 && shown.bottom <= shown.height + 1, `${width}: ${JSON.stringify(shown)}`);
		await page.close();
	}
});

test.serial('a page that was left open for more than a day keeps still: by then its visit would be taken for another', async t => {
	show();
	const page = await open();
	t.is((await reported(2)).length, 2);
	await page.evaluate(() => {
		const now = Date.now();
		Date.now = () => now + 9e7;
	});
	await page.keyboard.press('ArrowRight');
	t.is((await reported()).length, 2);
	await page.close();
});

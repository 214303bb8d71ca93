import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import puppeteer, {type Browser} from 'puppeteer';
import sharp, {type OverlayOptions} from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import {PRESETS} from '../../shared/contract/theme.ts';

// Makes the pictures of docs/themes.md: publishes one small tour in each preset and photographs what visitors see of it.
//   node docs/images/take-themes.ts http://127.0.0.1:8080 .data/demo-key.txt

const WINDOWS = {
	wide: {width: 1440, height: 900, deviceScaleFactor: 1},
	phone: {width: 390, height: 844, deviceScaleFactor: 2},
};
/** What is photographed, row by row: the fragment of the address; null for the opening form. */
const VIEWS = [
	['s2', 's1'],
	[null, 'end'],
];
/** Pixels on the sheet. */
const ROW = 440;
const GAP = 16;
const COVER = {width: 1200, height: 630};
/** As messengers show a cover. */
const THUMBNAIL = 300;
const PAPER = '#e6e8ec';
const PICTURE = join(import.meta.dirname, '..', 'examples', 'first-flow', '05-payload-type.png');
const SETTLED_MS = 3500;

const [baseUrl, keyFile] = process.argv.slice(2);
if (!baseUrl || !keyFile) throw new Error('Name the address of a running service and the file that holds an API key.');
const key = (await readFile(keyFile, 'utf8')).trim();
const folder = join(import.meta.dirname, 'themes');
await mkdir(folder, {recursive: true});

const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await puppeteer.launch({executablePath: readConfig().chromium, args: sandbox, pipe: true});
try {
	const {media} = await call('POST', '/media', {base64: (await readFile(PICTURE)).toString('base64'), name: 'screenshot.png'});
	for (const preset of PRESETS) {
		const {publishedLink} = await publishTour(preset, media.mediaId);
		const sheet = await drawSheet(browser, publishedLink);
		await writeFile(join(folder, `${preset}.webp`), sheet);
		console.log(`${preset}: ${sheet.length} bytes`);
	}
} finally {
	await browser.close();
}

async function publishTour(preset: string, mediaId: string) {
	const {tour} = await call('POST', '/tours', {name: 'A tour of the flow editor', theme: {preset}});
	const path = `/tours/${tour.id}`;
	await call('PUT', `${path}/narration-settings`, {language: 'en'});
	await call('POST', `${path}/steps`, {
		type: 'slide',
		title: 'A tour of the flow editor',
		text: 'In two short chapters you will choose what a flow sends, and watch it arrive.',
		scene: 1,
	});
	await call('POST', `${path}/steps`, {
		title: 'Choose what to send',
		text: 'A double click opens the node. Give it a name, and say what it sends.',
		image: {mediaId},
		highlight: {x: 0.4984, y: 0.25344, width: 0.24527, height: 0.04667},
		click: {x: 0.62, y: 0.277},
		scene: 1,
	});
	await call('POST', `${path}/steps`, {title: 'Watch it arrive', text: 'The sidebar shows each message.', image: {mediaId}, scene: 2});
	await call('PUT', `${path}/lead-capture`, {
		enabled: true,
		title: 'Before we start',
		text: 'Tell us where we may send the summary.',
		fields: {name: 'optional', email: 'required', phone: 'optional'},
	});
	await call('PUT', `${path}/end-cta`, {
		enabled: true,
		title: 'Now make it yours',
		text: 'Ask us anything, or read on.',
		whatsapp: {phone: '+5511999990000', label: 'Chat on WhatsApp'},
		link: {url: 'https://nodered.org/docs/', label: 'Open the documentation'},
	});
	return call('POST', `${path}/publish`);
}

/** Each view in both windows, and the cover in two sizes, on one sheet. */
async function drawSheet(browser: Browser, link: {url: string; coverUrl: string}): Promise<Buffer> {
	const parts: OverlayOptions[] = [];
	let [left, top, width] = [GAP, GAP, 0];
	const place = async (picture: Buffer, height: number) => {
		const {data, info} = await sharp(picture).resize({height}).toBuffer({resolveWithObject: true});
		parts.push({input: data, left, top});
		left += info.width + GAP;
		width = Math.max(width, left);
	};
	for (const row of VIEWS) {
		for (const window of Object.values(WINDOWS)) {
			for (const fragment of row) await place(await photograph(browser, link.url, fragment, window), ROW);
		}
		[left, top] = [GAP, top + ROW + GAP];
	}
	const cover = Buffer.from(await (await fetch(link.coverUrl)).arrayBuffer());
	await place(cover, ROW);
	await place(cover, Math.round((THUMBNAIL * COVER.height) / COVER.width));
	return sharp({create: {width, height: top + ROW + GAP, channels: 3, background: PAPER}})
		.composite(parts)
		.webp({quality: 82, effort: 6})
		.toBuffer();
}

async function photograph(browser: Browser, url: string, fragment: string | null, window: (typeof WINDOWS)['wide']): Promise<Buffer> {
	const page = await browser.newPage();
	await page.setViewport(window);
	await page.goto(fragment ? `${url}#${fragment}` : url, {waitUntil: 'networkidle0'});
	if (fragment) await page.click('#lead [rel=next]');
	await sleep(SETTLED_MS);
	const picture = await page.screenshot();
	await page.close();
	return Buffer.from(picture);
}

// biome-ignore lint/suspicious/noExplicitAny: the responses of the service, as its description has them.
async function call(method: string, path: string, body?: object): Promise<any> {
	const response = await fetch(`${baseUrl}/v1${path}`, {
		method,
		headers: {authorization: `Bearer ${key}`, ...(body && {'content-type': 'application/json'})},
		...(body && {body: JSON.stringify(body)}),
	});
	if (response.status === 429) {
		await sleep(1000 * Number(response.headers.get('retry-after')));
		return call(method, path, body);
	}
	const result = await response.json();
	if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(result)}`);
	return result;
}

import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import type {Browser} from 'puppeteer';
import sharp from 'sharp';
import type {ImageVariant, SnapshotImage} from '../../../shared/contract/snapshot.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {launchLoopbackBrowser} from '../../../test/helpers/loopback-browser.ts';
import {picture, preload} from './picture.ts';

const url = (file: string) => `/media/${file}`;
const variant = (width: number, format: 'webp' | 'avif'): ImageVariant => ({
	file: `${width}.${format}`,
	width,
	height: (width * 5) / 8,
	bytes: 1,
	format,
});
const image: SnapshotImage = {
	width: 1440,
	height: 900,
	color: '#dddddd',
	variants: [variant(640, 'webp'), variant(1440, 'webp')],
	still: null,
};
const withAvif = {...image, avif: [variant(640, 'avif'), variant(1440, 'avif')]};
const shown = (shot: SnapshotImage) => picture(shot, {alt: 'A list', eager: true, url}).markup;

test('a picture without AVIF, and one of a snapshot that knows of none, is an img in every width of WebP', t => {
	for (const each of [image, {...image, avif: []}]) {
		t.regex(shown(each), /^<img alt="A list" src="\/media\/1440\.webp" srcset="\/media\/640\.webp 640w, \/media\/1440\.webp 1440w"/);
		t.regex(preload(each, url).markup, /type="image\/webp" imagesrcset="\/media\/640\.webp 640w, \/media\/1440\.webp 1440w"/);
	}
});

test('AVIF comes first, a width of which there is none is WebP there too, and src stays the largest WebP', t => {
	const some = {...image, avif: [variant(1440, 'avif')]};
	for (const [each, srcset] of [
		[withAvif, '/media/640.avif 640w, /media/1440.avif 1440w'],
		[some, '/media/640.webp 640w, /media/1440.avif 1440w'],
	] as const) {
		t.true(shown(each).startsWith(`<picture><source type="image/avif" srcset="${srcset}" sizes=`), shown(each));
		t.true(shown(each).includes('<img alt="A list" src="/media/1440.webp" srcset="/media/640.webp 640w, /media/1440.webp 1440w"'));
		t.true(preload(each, url).markup.includes(`type="image/avif" imagesrcset="${srcset}"`));
	}
});

test('widths beyond the largest WebP are AVIF alone, and the first picture goes without them until it has been seen', t => {
	const dense = {...withAvif, width: 2880, height: 1800, avif: [...withAvif.avif, variant(2880, 'avif')]};
	const markup = shown(dense);
	t.true(markup.includes('srcset="/media/640.avif 640w, /media/1440.avif 1440w, /media/2880.avif 2880w"'), markup);
	t.false(markup.includes('2880.webp'));
	const [narrow, wide] = ['(width &lt; 52rem) 100vw', 'min(100vw, calc(92vh * 1.6))'];
	const first = `${narrow}, (resolution &gt; 1.3dppx) min(70vw, calc(64.4vh * 1.6)), ${wide}`;
	t.true(markup.includes(` sizes="${first}" data-sizes="${narrow}, ${wide}"`), markup);
	t.true(preload(dense, url).markup.includes(` imagesizes="${first}"`));
});

test('people who prefer reduced motion get the first frame', t => {
	const moving = {...image, still: {...variant(640, 'webp'), file: 'still.webp'}};
	t.true(shown(moving).startsWith('<picture><source media="(prefers-reduced-motion:reduce)" srcset="/media/still.webp"><img'));
	t.true(preload(moving, url).markup.includes('media="(prefers-reduced-motion:no-preference)"'));
});

test('a browser fetches one file and no more, AVIF where it reads that, WebP where not', async t => {
	const fetched: string[] = [];
	const site = await serve(fetched);
	const browser = await launchLoopbackBrowser();
	t.teardown(async () => {
		await browser.close();
		await new Promise(resolve => site.close(resolve));
	});
	const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
	for (const [width, path, wanted] of [
		[1400, '/', '1440.avif'],
		[390, '/', '640.avif'],
		[1400, '/without-avif', '1440.webp'],
		[390, '/without-avif', '640.webp'],
	] as const) {
		fetched.length = 0;
		t.is(await shownFile(browser, url + path, width), `${url}/media/${wanted}`);
		t.deepEqual(fetched, [`/media/${wanted}`]);
	}
});

/** Address of the file that the page's picture shows. */
async function shownFile(browser: Browser, url: string, width: number): Promise<string> {
	const page = await (await browser.createBrowserContext()).newPage();
	await page.setViewport({width, height: 800});
	await page.goto(url, {waitUntil: 'networkidle0'});
	const file = await page.$eval('img', img => (img.naturalWidth > 0 ? img.currentSrc : 'not shown'));
	await page.close();
	return file;
}

/** The picture with its hint, and both once more in a type that no browser reads; says which files were fetched. */
async function serve(fetched: string[]): Promise<Server> {
	const files = new Map<string, Buffer>();
	for (const {file, width, height, format} of [...withAvif.variants, ...withAvif.avif]) {
		files.set(
			url(file),
			await sharp(await screenshot(width, height).png().toBuffer())
				.toFormat(format, {effort: 0})
				.toBuffer(),
		);
	}
	const page = `<!doctype html><link rel="icon" href="data:,"><title>Picture</title>${preload(withAvif, url).markup}<body>${shown(withAvif)}`;
	const pages = new Map([
		['/', page],
		['/without-avif', page.replaceAll('image/avif', 'image/x-unread')],
	]);
	const server = createServer(({url: path = ''}, response) => {
		const file = files.get(path);
		if (file) fetched.push(path);
		const type = file ? `image/${path.split('.')[1]}` : 'text/html';
		response.writeHead(file || pages.has(path) ? 200 : 404, {'Content-Type': type}).end(file ?? pages.get(path));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return server;
}

import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import type {ElementHandle, Page} from 'puppeteer';
import sharp from 'sharp';
import {sha256} from '../../shared/ids.ts';
import {signedIn} from '../helpers/person.ts';
import {chord, drop, type Editor, PATIENCE, type Person, saved, startEditor} from './helpers.ts';

/** Pictures on their way: none is lost, doubled or out of its place, whatever happens meanwhile. */

let editor: Editor;
let folder: string;
let pictures: Picture[];
test.before(async () => {
	editor = await startEditor();
	folder = await mkdtemp(join(tmpdir(), 'roteiro-uploads-'));
	pictures = await Promise.all(Array.from({length: 6}, (_, index) => noise(`${index + 1}.png`, index)));
});
test.after.always(async () => {
	await editor?.stop();
	await rm(folder, {recursive: true, force: true});
});

type Picture = {path: string; mediaId: string};

async function file(name: string, bytes: Buffer): Promise<Picture> {
	const path = join(folder, name);
	await writeFile(path, bytes);
	return {path, mediaId: sha256(bytes).toString('hex')};
}

/** A picture of some 150 KB, each other than the rest. */
async function noise(name: string, seed: number): Promise<Picture> {
	const raw = Buffer.alloc(250 * 200 * 3, 0);
	for (let i = 0; i < raw.length; i++) raw[i] = (Math.imul(i + 1, 2_654_435_761 + 2 * seed) >>> 13) ^ (i * seed);
	return file(
		name,
		await sharp(raw, {raw: {width: 250, height: 200, channels: 3}})
			.png({compressionLevel: 0})
			.toBuffer(),
	);
}

const rows = (page: Page, count: number) =>
	page.waitForFunction(wanted => document.querySelectorAll('.strip [role=option]').length === wanted, PATIENCE, count);

/** Which pictures the steps of the tour show that is open. */
async function stored(person: Person, page: Page): Promise<Array<string | undefined>> {
	const {tour} = (await person.call('GET', `/app/v1/tours/${new URL(page.url()).pathname.split('/')[2]}`)).body;
	return tour.steps.map((step: {image: {mediaId: string} | null}) => step.image?.mediaId);
}

/** Counts the pictures that the page sends. */
function countSent(page: Page): () => number {
	let sent = 0;
	page.on('request', request => {
		if (request.method() === 'POST' && request.url().endsWith('/app/v1/media')) sent++;
	});
	return () => sent;
}

async function add(page: Page, chosen: Picture[]): Promise<void> {
	const input = (await page.waitForSelector('.strip input[type=file]', PATIENCE)) as ElementHandle<HTMLInputElement>;
	await input.uploadFile(...chosen.map(({path}) => path));
}

test('a page that is reloaded in the middle of six pictures goes on with them, in their order', async t => {
	const person = await signedIn(editor.service);
	const {page, heard, context} = await editor.open(person, '/');
	const slow = {download: 1e6, upload: 60_000, latency: 20};
	await page.emulateNetworkConditions(slow);
	await drop(
		page,
		pictures.map(({path}) => path),
	);
	await page.waitForSelector('.strip [role=option]', PATIENCE);
	t.true((await page.$$('.strip [role=option]')).length < 6, 'Some are on their way.');
	await page.waitForSelector('.sending progress', PATIENCE);
	t.is(await page.$('[data-state=saved]'), null, 'What is on its way is not saved.');
	t.regex(await page.$eval('.save', save => save.textContent!), /\d (?:of|de) 6/);
	await page.reload({waitUntil: 'domcontentloaded'});
	await page.emulateNetworkConditions(null);
	await rows(page, 6);
	await page.waitForFunction(() => !document.querySelector('.sending'), PATIENCE);
	await saved(page);
	t.deepEqual(
		await stored(person, page),
		pictures.map(({mediaId}) => mediaId),
	);
	// Nothing is left to go on with.
	const sent = countSent(page);
	await page.reload({waitUntil: 'networkidle2'});
	await rows(page, 6);
	t.is(sent(), 0);
	t.deepEqual(heard, []);
	await context.close();
});

test('a tour that is left in the middle goes on when it is opened again', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/');
	await page.emulateNetworkConditions({download: 1e6, upload: 60_000, latency: 20});
	await drop(
		page,
		pictures.slice(0, 4).map(({path}) => path),
	);
	await page.waitForSelector('.strip [role=option]', PATIENCE);
	await page.click('.bar a[href="/"]');
	await page.waitForSelector('.card a', PATIENCE);
	await page.emulateNetworkConditions(null);
	await page.click('.card a');
	await rows(page, 4);
	await saved(page);
	t.deepEqual(
		await stored(person, page),
		pictures.slice(0, 4).map(({mediaId}) => mediaId),
	);
	await context.close();
});

test('from the moment that pictures are chosen an empty tour says that they come', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Empty'})).body.tour;
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await page.waitForSelector('.missing.none', PATIENCE);
	await page.evaluate(() => {
		const seen: string[] = [];
		Object.assign(globalThis, {seen});
		const look = () => {
			seen.push(document.querySelector('.missing.none:not([role=status])') ? 'none' : (document.querySelector('.save')?.textContent ?? ''));
			requestAnimationFrame(look);
		};
		// From the frame that shows what the choice has done.
		addEventListener('change', () => requestAnimationFrame(() => requestAnimationFrame(look)), {once: true});
	});
	await page.emulateNetworkConditions({download: 1e6, upload: 1e6, latency: 200});
	await add(page, pictures.slice(0, 2));
	await rows(page, 2);
	const said = new Set(await page.evaluate(() => (globalThis as unknown as {seen: string[]}).seen));
	t.false(said.has('none'), 'never without a step and a picture that comes');
	t.false([...said].slice(0, 1).includes('Saved'));
	await context.close();
});

test('the menu says where new pictures go, there they go, and undo names them and asks', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Where they go'})).body.tour;
	for (const title of ['one', 'two', 'three']) await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title});
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await page.click('.strip .row:nth-of-type(2)');
	await page.waitForSelector('.strip .row:nth-of-type(2)[aria-selected=true]', PATIENCE);
	await page.click('.strip .heading button');
	const said = await page.waitForSelector('.strip .menu:popover-open small', PATIENCE);
	t.is(await said!.evaluate(({textContent}) => textContent), 'They go after step 2');
	await page.keyboard.press('Escape');
	const [first, second] = pictures as [Picture, Picture];
	await add(page, [first, second]);
	await rows(page, 5);
	t.deepEqual(await placesAfter(person, page), [undefined, undefined, first.mediaId, second.mediaId, undefined]);
	t.is(await page.$eval('.bar [aria-label=Undo]', button => (button as HTMLElement).title), 'Undo: new pictures');
	// However often it is pressed, pictures stay until somebody says so.
	await page.focus('.strip .row.shown');
	for (let press = 0; press < 10; press++) await chord(page, 'Control', 'z');
	t.deepEqual(await page.$$eval('.toast span', said => said.map(({textContent}) => textContent)), ['Undo the upload of 2 pictures?']);
	t.is((await page.$$('.strip .row')).length, 5);
	await page.click('.toast .link');
	await rows(page, 3);
	await chord(page, 'Control', 'Shift', 'z');
	await rows(page, 5);
	await context.close();
});

test('the same picture twice is two steps and sent once; one that is stored is not sent again', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/');
	const sent = countSent(page);
	const [first, second] = pictures as [Picture, Picture];
	const copy = await file('copy.png', await readFile(first.path));
	await drop(page, [first.path, second.path, copy.path]);
	await rows(page, 3);
	t.deepEqual(await placesAfter(person, page), [first.mediaId, second.mediaId, first.mediaId]);
	t.is(sent(), 2);
	await add(page, [second, first]);
	await rows(page, 5);
	t.is(sent(), 2);
	await context.close();
});

async function placesAfter(person: Person, page: Page) {
	await saved(page);
	return stored(person, page);
}

test('where the browser keeps nothing, pictures get in all the same', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/bin');
	await page.evaluateOnNewDocument(() => {
		IDBFactory.prototype.open = () => {
			throw new DOMException('Not here.', 'SecurityError');
		};
	});
	await page.goto(`${editor.service.baseUrl}/`, {waitUntil: 'networkidle2'});
	await drop(
		page,
		pictures.slice(0, 3).map(({path}) => path),
	);
	await rows(page, 3);
	t.deepEqual(
		await placesAfter(person, page),
		pictures.slice(0, 3).map(({mediaId}) => mediaId),
	);
	await context.close();
});

test('each picture that does not get in is named, and the others keep their places', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/');
	const huge = await file('huge.png', Buffer.alloc(16 * 1024 * 1024, 1));
	const text = await file('notes.png', Buffer.from('These are no pixels.'));
	const square = (side: number) => ({width: side, height: 7000, channels: 3 as const, background: '#357'});
	const large = await file(
		'49.png',
		await sharp({create: square(7000)})
			.png()
			.toBuffer(),
	);
	const larger = await file(
		'56.png',
		await sharp({create: square(8000)})
			.png()
			.toBuffer(),
	);
	const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 40), Buffer.alloc(64 * 64 * 3, 200)]);
	const roll = await sharp(frames, {raw: {width: 64, height: 128, channels: 3, pageHeight: 64}})
		.gif({delay: [100, 100]})
		.toBuffer();
	const moving = await file('moving.gif', roll);
	await drop(
		page,
		[pictures[0]!, huge, text, large, larger, moving].map(({path}) => path),
	);
	await rows(page, 3);
	await page.waitForFunction(names => names.every(name => document.querySelector('.toasts')?.textContent.includes(name)), PATIENCE, [
		'huge.png',
		'notes.png',
		'56.png',
	]);
	t.deepEqual(await placesAfter(person, page), [pictures[0]!.mediaId, large.mediaId, moving.mediaId]);
	await context.close();
});

/** Drops files and folders of the disk on the page, as a person does. */
async function dropOnPage(page: Page, files: string[]): Promise<void> {
	const client = await page.createCDPSession();
	const data = {items: [], files, dragOperationsMask: 1};
	for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await client.send('Input.dispatchDragEvent', {type, x: 600, y: 500, data});
	await client.detach();
}

test('of a folder its pictures get in, each folder in its order, and what systems keep beside them does not', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/');
	const shots = join(folder, 'shots');
	await mkdir(join(shots, 'part 2'), {recursive: true});
	await mkdir(join(folder, 'none'), {recursive: true});
	const [a, b, c] = await Promise.all(pictures.slice(0, 3).map(({path}) => readFile(path)));
	for (const [name, bytes] of [
		['2.png', a!],
		['10.png', b!],
		['part 2/1.png', c!],
		['.DS_Store', a!],
		['._2.png', a!],
		['Thumbs.db', a!],
	] as const)
		await writeFile(join(shots, name), bytes);
	await dropOnPage(page, [join(folder, 'none')]);
	await page.waitForFunction(() => document.querySelector('.toasts')?.textContent.includes('none:'), PATIENCE);
	t.is(new URL(page.url()).pathname, '/', 'No tour is made of nothing.');
	await dropOnPage(page, [shots]);
	await rows(page, 3);
	t.deepEqual(
		await placesAfter(person, page),
		pictures.slice(0, 3).map(({mediaId}) => mediaId),
	);
	t.notRegex(await page.$eval('.toasts', ({textContent}) => textContent), /DS_Store|Thumbs|\._/);
	await context.close();
});

test('of many pictures that do not get in all can be read, and each says what would', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/');
	const names = Array.from({length: 25}, (_, index) => `photo ${index + 1}.heic`);
	const photos = await Promise.all(names.map(name => file(name, Buffer.from('ftypheic'))));
	await dropOnPage(
		page,
		photos.map(({path}) => path),
	);
	const said = (await page.waitForSelector('.toast span', PATIENCE))!;
	const {text, visible, scrolls} = await said.evaluate(span => {
		span.scrollTop = span.scrollHeight;
		const last = document.createRange();
		last.setStart(span.firstChild!, span.textContent.length - 4);
		last.setEnd(span.firstChild!, span.textContent.length);
		const [box, letters] = [span.getBoundingClientRect(), last.getBoundingClientRect()];
		return {
			text: span.textContent,
			visible: letters.top >= box.top && letters.bottom <= box.bottom + 1 && box.top >= 0,
			scrolls: getComputedStyle(span).overflowY === 'auto',
		};
	});
	t.is(text.split('\n').length, 25);
	t.regex(text, /^photo \d+\.heic: not a PNG, JPEG, WebP or GIF; save it as PNG\n/);
	t.true(visible && scrolls);
	await context.close();
});

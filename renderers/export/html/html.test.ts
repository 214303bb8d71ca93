import {rm} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import test from 'ava';
import type {Page} from 'puppeteer';
import sharp from 'sharp';
import {LIMITS} from '../../../shared/contract/limits.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {resolveTheme} from '../../../shared/tour/themes.ts';
import {axeViolations} from '../../../test/helpers/axe.ts';
import {runWithoutBrowser} from '../../../test/helpers/exporting/bench.ts';
import {openBrowser, openTour, PUBLIC} from '../../../test/helpers/player-site.ts';
import {shownSteps, walkByKeyboard} from '../../../test/helpers/player-walk.ts';
import {
	sampleForm,
	sampleImage,
	sampleNarration,
	sampleSlide,
	sampleStep,
	sampleSteps,
	sampleTour,
} from '../../../test/helpers/sample-snapshot.ts';
import {countedBytes} from '../../../workers/jobs/publishing/build-bundle.ts';
import {renderPage} from '../../player/page.ts';
import {htmlExporter} from './html.ts';

const {image, files: media} = await sampleImage();
const {narration, mp3} = sampleNarration(1, 440);
media.set(narration.file, mp3);
const browser = await openBrowser();
const folders: string[] = [];
test.after.always(async () => {
	await browser.close();
	for (const folder of folders) await rm(folder, {recursive: true});
});

const tour = sampleTour(sampleSteps(image));
const HOSTILE = `</script><script>globalThis.hacked=1</script>"'><img src=x onerror=globalThis.hacked=1>`;

async function exported(snapshot: Snapshot, options = {narration: true}) {
	const made = await runWithoutBrowser(htmlExporter, {snapshot, media, options});
	folders.push(made.folder);
	return {...made, html: made.bytes.toString()};
}

/** Opens the file as a laptop without network does; `requests` is all that it asks for beside itself, `complaints` what the browser objects to. */
async function open(snapshot: Snapshot, {hash = '', script = true, bypass = false, width = 1280, height = 800} = {}) {
	const {path, warnings} = await exported(snapshot);
	const page = await browser.newPage();
	const [requests, complaints]: [string[], string[]] = [[], []];
	const file = pathToFileURL(path).href;
	page.on('request', request => {
		const url = request.url();
		if (!url.startsWith('data:') && url.split('#')[0] !== file) requests.push(url);
	});
	page.on('console', message => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
	page.on('pageerror', error => complaints.push(String(error)));
	await page.setOfflineMode(true);
	await page.setJavaScriptEnabled(script);
	await page.setBypassCSP(bypass);
	await page.setViewport({width, height});
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	await openTour(page, file + hash);
	return {page, requests, complaints, warnings};
}

/** The width of each picture, once it is there: the page itself fetches those of later steps when it has the time. */
const picturesShown = (page: Page) =>
	page.$$eval('img', all =>
		Promise.all(
			all.map(async image => {
				image.loading = 'eager';
				await image.decode().catch(() => {});
				return image.naturalWidth;
			}),
		),
	);

test.serial('opened from a disk without a network it is the tour: walked by keyboard, pictures and all, and asks for nothing', async t => {
	const {page, requests, complaints} = await open(tour);
	await walkByKeyboard(t, page);
	t.deepEqual(await picturesShown(page), [1440, 1440]);
	t.deepEqual(await page.$$eval('#end .calls a', all => all.map(link => (link as HTMLAnchorElement).href)), [
		'https://wa.me/5511999990000?text=Ol%C3%A1%2C%20quero%20saber%20mais%20%26%20j%C3%A1!',
		'https://example.com/?a=1&b=2',
	]);
	t.deepEqual(requests, []);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a picture that several steps show is in the file once, and seen in each of them, with and without a script', async t => {
	const picture = await sharp({create: {width: 640, height: 400, channels: 3, background: '#0a0'}})
		.webp()
		.toBuffer();
	const file = fileName('media', picture, '.webp');
	media.set(file, picture);
	const green = {
		...image,
		color: '#ffffff',
		width: 640,
		height: 400,
		variants: [{file, width: 640, height: 400, bytes: picture.length, format: 'webp' as const}],
	};
	const steps = [1, 2, 3].map(id => sampleStep({id: `step_${id}`, image: green, highlight: null, alt: 'Green'}));
	const {html} = await exported(sampleTour(steps));
	t.is(html.split(picture.toString('base64')).length - 1, 1);
	for (const script of [true, false]) {
		const {page, requests, complaints} = await open(sampleTour(steps), {hash: '#s2', script});
		const seen = await sharp(await page.screenshot())
			.extract({left: 200, top: 150, width: 4, height: 4})
			.removeAlpha()
			.raw()
			.toBuffer();
		t.true(Math.abs(seen[0]! - 0) < 8 && Math.abs(seen[1]! - 170) < 8, `${seen.subarray(0, 3).join()}`);
		if (script) t.deepEqual(await picturesShown(page), [640, 640, 640]);
		t.deepEqual([requests, complaints], [[], []]);
		t.true(Buffer.from(await page.pdf()).includes('/Subtype /Image'), 'on paper too');
		await page.close();
	}
});

test.serial('a link to a step opens it; the narration is heard, with its captions, and plays the tour to its end', async t => {
	const spoken = {...narration, durationMs: 1000};
	const steps = sampleSteps(image).map((step, index) => ({...step, id: `step_${index}`, durationMs: 1000, narrations: [spoken]}));
	const {page, requests, complaints} = await open(sampleTour(steps), {hash: '#step_1'});
	t.deepEqual(await shownSteps(page), ['s2']);
	// A step lasts a second, which a busy machine may need to ask: the page notes what it says and how far it plays.
	await page.evaluate(() => {
		const caption = document.querySelector('.sound p')!;
		const sound = document.querySelector<HTMLAudioElement>('.sound audio')!;
		const heard = {captions: [] as string[], seconds: 0};
		new MutationObserver(() => heard.captions.push(caption.textContent!)).observe(caption, {
			childList: true,
			characterData: true,
			subtree: true,
		});
		sound.addEventListener('timeupdate', () => {
			heard.seconds = Math.max(heard.seconds, sound.currentTime);
		});
		Object.assign(globalThis, {heard});
	});
	await page.click('.play');
	await page.waitForFunction(() => document.querySelector('.step.on')!.id === 'end');
	const {captions, seconds} = await page.evaluate(() => (globalThis as unknown as {heard: {captions: string[]; seconds: number}}).heard);
	t.regex(captions[0]!, /^Aqui ficam/);
	t.true(captions.some(words => words.startsWith('Clique em Relatórios')));
	t.true(seconds > 0.2);
	t.deepEqual(requests, []);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('what needs the service is left out and said, and nothing of it is left in the page', async t => {
	const {html, warnings} = await exported({...tour, leadCapture: sampleForm({allowSkip: false})});
	t.deepEqual(
		warnings.map(({code}) => code).filter(code => code !== 'font_left_out'),
		['lead_form_left_out', 'statistics_left_out'],
	);
	t.notRegex(html, /<form|id="lead"|data-report|sendBeacon|postMessage|og:|canonical/);
	t.deepEqual(
		(await exported(tour)).warnings.map(({code}) => code).filter(code => code !== 'font_left_out'),
		['statistics_left_out'],
	);
	const spoken = sampleTour([sampleStep({image, narrations: [narration]})]);
	t.true((await exported(spoken)).html.includes('data:audio/mpeg;base64,'));
	t.notRegex((await exported(spoken, {narration: false})).html, /audio|transcript|class="sound"/i);
});

test.serial('axe finds nothing in any language, dark or light; without JavaScript it is a document', async t => {
	const arabic = sampleTour([sampleSlide({title: 'مرحبا'}), sampleStep({title: 'افتح التقارير', image})], {
		language: 'ar',
		title: 'جولة',
		theme: resolveTheme({preset: 'dark'}),
	});
	for (const [snapshot, width, height] of [[tour, 1280, 800] as const, [arabic, 390, 844] as const]) {
		const {page} = await open(snapshot, {bypass: true, width, height});
		for (const key of ['ArrowRight', 'End'] as const) {
			t.deepEqual(await axeViolations(page), [], `${snapshot.language} before ${key}`);
			await page.keyboard.press(key);
		}
		t.deepEqual(await axeViolations(page), [], snapshot.language);
		t.is(await page.$eval('html', ({dir}) => dir), snapshot === tour ? 'ltr' : 'rtl');
		await page.close();
	}
	const {page, complaints} = await open(tour, {script: false});
	const client = await page.createCDPSession();
	const {root} = await client.send('DOM.getDocument');
	for (const selector of ['#s1 h2', '#s2 img', '#s3 .ring', '#end .button']) {
		const {nodeId} = await client.send('DOM.querySelector', {nodeId: root.nodeId, selector});
		t.true((await client.send('DOM.getBoxModel', {nodeId})).model.width > 20, selector);
	}
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('hostile words stay words', async t => {
	const steps = [sampleStep({title: HOSTILE, text: HOSTILE, alt: HOSTILE, image, narrations: [{...narration, script: HOSTILE}]})];
	const {page, requests, complaints} = await open(sampleTour(steps, {title: HOSTILE}));
	t.is(await page.evaluate(() => (globalThis as {hacked?: number}).hacked), undefined);
	t.is(await page.$eval('h2', ({textContent}) => textContent), HOSTILE);
	t.deepEqual([requests, complaints], [[], []]);
	await page.close();
});

test.serial('it has at most 1.4 times the bytes that count at a publish, and its font where that leaves room', async t => {
	const noise = await sharp({
		create: {width: 960, height: 600, channels: 3, background: '#888', noise: {type: 'gaussian', mean: 128, sigma: 30}},
	})
		.webp()
		.toBuffer();
	const file = fileName('media', noise, '.webp');
	media.set(file, noise);
	const large = {...image, variants: [{file, width: 960, height: 600, bytes: noise.length, format: 'webp' as const}]};
	const twelve = Array.from({length: 12}, () => sampleStep({image: large}));
	const polyglot = sampleSlide({title: 'Çŧğłżøđ', text: 'Àéîõüñß Ăąćďěģħĩķľňőŕşťųŵŷž ŒœŠšŸ «¿¡» ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789'});
	for (const [steps, preset, has] of [
		[twelve, 'documento', true],
		[sampleSteps(image), 'corporate-blue', true],
		[[sampleSlide()], 'dark', true],
		[[polyglot], 'documento', false],
	] as const) {
		const snapshot = sampleTour([...steps], {theme: resolveTheme({preset})});
		const {bytes, html, warnings} = await exported(snapshot);
		const counted = countedBytes(renderPage(snapshot, PUBLIC).html, snapshot).bytes;
		t.log(`${bytes.length} of ${counted} bytes: ${(bytes.length / counted).toFixed(3)}`);
		t.true(bytes.length <= 1.4 * counted);
		t.is(html.includes('data:font/woff2;base64,'), has);
		t.is(
			warnings.some(({code}) => code === 'font_left_out'),
			!has,
		);
	}
});

test.serial('a file that has gone costs its own step alone what it showed or said; more than may be published is refused', async t => {
	const gone = {...image, variants: [{...image.variants[0]!, file: 'gone.webp'}]};
	const smaller = {...image, variants: [image.variants[0]!, {...image.variants[1]!, file: 'gone.webp'}]};
	const steps = [
		sampleStep({id: 'step_gone', image: gone, narrations: [{...narration, file: 'gone.mp3'}]}),
		sampleStep({id: 'step_smaller', image: smaller}),
	];
	const {page, warnings, complaints} = await open(sampleTour(steps));
	t.deepEqual(
		warnings.filter(({stepId}) => stepId).map(({code, stepId}) => [code, stepId]),
		[
			['picture_missing', 'step_gone'],
			['narration_missing', 'step_gone'],
		],
	);
	t.deepEqual(await picturesShown(page), [640]);
	t.deepEqual(complaints, []);
	await page.close();
	const huge = {...narration, file: 'huge.mp3'};
	media.set(huge.file, Buffer.alloc(LIMITS.tourBytes));
	await t.throwsAsync(exported(sampleTour([sampleStep({narrations: [huge]})])), {code: 'tour_too_large'});
});

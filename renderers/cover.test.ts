import test from 'ava';
import puppeteer from 'puppeteer';
import sharp from 'sharp';
import {readConfig} from '../shared/config.ts';
import type {Snapshot, SnapshotImage} from '../shared/contract/snapshot.ts';
import {FONTS, PRESETS} from '../shared/contract/theme.ts';
import {resolveTheme} from '../shared/tour/themes.ts';
import {screenshot} from '../test/helpers/images.ts';
import {openBrowser} from './browser.ts';
import {coverStep, plainCover, renderCover} from './cover.ts';
import {coverPage} from './cover-page.ts';
import {stepCount} from './cover-words.ts';
import {sampleSlide, sampleStep, sampleTour} from './player/sample-tour.ts';

const bytes = await screenshot(1440, 900).webp().toBuffer();
const executablePath = readConfig().chromium;
const browser = openBrowser({executablePath});
test.after.always(() => browser.close());

const image: SnapshotImage = {width: 1440, height: 900, color: '#ffffff', variants: [], still: null};
const tour = (change: Partial<Snapshot> = {}) => sampleTour([sampleStep({image}), sampleStep(), sampleSlide()], change);
const LONG =
	'Aprenda a configurar relatórios automáticos de vendas por região, comparar períodos, exportar planilhas e compartilhar os resultados com toda a sua equipe comercial antes da reunião de segunda às nove';

for (const preset of PRESETS) {
	test.serial(`both covers of ${preset} are JPEGs of 1200 x 630 and 200 KB at most, and differ from another preset's`, async t => {
		const theme = resolveTheme({preset});
		const other = resolveTheme({preset: preset === 'dark' ? 'green' : 'dark'});
		for (const make of [plainCover, (snapshot: Snapshot, webp: Buffer | null) => renderCover(browser, snapshot, webp)]) {
			for (const webp of [bytes, null]) {
				const jpeg = await make(tour({theme}), webp);
				t.like(await sharp(jpeg).metadata(), {format: 'jpeg', width: 1200, height: 630, exif: undefined});
				t.true(jpeg.length <= 200 * 1024, `${jpeg.length}`);
				t.notDeepEqual(jpeg, await make(tour({theme: other}), webp));
			}
		}
	});
}

test.serial('the same tour has the same cover each time', async t => {
	const first = await renderCover(browser, tour(), bytes);
	for (let i = 0; i < 5; i++) t.deepEqual(await renderCover(browser, tour(), bytes), first);
	t.deepEqual(await plainCover(tour(), bytes), await plainCover(tour(), bytes));
});

test.serial('a screenshot that hardly compresses still makes a cover of 200 KB at most', async t => {
	const noise = Buffer.alloc(1440 * 900 * 3);
	for (let at = 0, seed = 1; at < noise.length; at++) {
		seed = (seed * 48_271) % 2_147_483_647;
		noise[at] = seed & 255;
	}
	const webp = await sharp(noise, {raw: {width: 1440, height: 900, channels: 3}})
		.webp({quality: 60})
		.toBuffer();
	t.true((await renderCover(browser, tour(), webp)).length <= 200 * 1024);
	t.true((await plainCover(tour(), webp)).length <= 200 * 1024);
});

test.serial('the highlighted part of the screenshot is on both covers', async t => {
	const marked = sharp(await screenshot(1440, 900).png().toBuffer());
	const spot = await sharp({create: {width: 60, height: 30, channels: 3, background: '#ff00ff'}})
		.png()
		.toBuffer();
	const webp = await marked
		.composite([{input: spot, left: 1300, top: 800}])
		.webp()
		.toBuffer();
	const highlight = {x: 1290 / 1440, y: 790 / 900, width: 80 / 1440, height: 50 / 900};
	const snapshot = sampleTour([sampleStep({image, highlight, click: null})]);
	for (const jpeg of [await renderCover(browser, snapshot, webp), await plainCover(snapshot, webp)]) {
		const {data} = await sharp(jpeg).raw().toBuffer({resolveWithObject: true});
		let magenta = 0;
		for (let at = 0; at < data.length; at += 3) if (data[at]! > 200 && data[at + 1]! < 60 && data[at + 2]! > 200) magenta += 1;
		t.true(magenta > 500, `${magenta}`);
	}
});

test("the first screenshot that a visitor sees is shown; a slide's image is not", t => {
	const [slide, screen] = [sampleSlide({id: 'step_a', image}), sampleStep({id: 'step_b', image})];
	t.is(coverStep(sampleTour([slide, sampleStep({id: 'step_c'}), screen]))?.id, 'step_b');
	t.is(coverStep(sampleTour([slide])), null);
	t.false(coverPage(sampleTour([slide]), null, bytes).includes('data:image'));
});

test('the page carries all that it shows and takes texts for texts', t => {
	const hostile = '"><img src=https://evil.test/x onerror=alert(1)><script>alert(1)</script>&amp;';
	const snapshot = sampleTour([sampleSlide({title: hostile, text: hostile})], {title: hostile, language: hostile});
	const html = coverPage(snapshot, null, null) + coverPage(tour({title: hostile}), coverStep(tour()), bytes);
	t.notRegex(html, /<script|<img src=https|<img(?! alt="" src="data:)/);
	t.notRegex(html, /(?:src|href)="(?!data:)|url\((?!data:)|@import/);
});

test('the count of the steps is said in the language of the tour', t => {
	t.is(stepCount(1, 'pt-BR'), '1 passo');
	t.is(stepCount(5, 'pt'), '5 passos');
	t.is(stepCount(5, 'EN_us'), '5 steps');
	t.is(stepCount(1, 'es-MX'), '1 paso');
	t.is(stepCount(12, 'ja'), '12');
	t.is(stepCount(2, ''), '2');
});

test.serial('titles of every length stand whole in the picture and beside the screenshot, in every font', async t => {
	const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	const chromium = await puppeteer.launch({executablePath, headless: 'shell', pipe: true, args});
	t.teardown(() => chromium.close());
	const page = await chromium.newPage();
	await page.setViewport({width: 1200, height: 630});
	const titles = [
		'Olá',
		'Onboarding for new administrators',
		'Painel de vendas: do pedido ao relatório do mês',
		LONG.slice(0, 110),
		LONG.slice(0, 150),
		LONG,
	];
	for (const font of FONTS) {
		for (const title of [...titles, 'كيفية إنشاء تقرير المبيعات الشهري في خمس دقائق', '🚀 Lançamento da loja 🎉 👩‍💻', 'x'.repeat(200)]) {
			const snapshot = tour({title, theme: resolveTheme({preset: 'violet', font})});
			await page.setContent(`<!doctype html>${coverPage(snapshot, coverStep(snapshot), bytes)}`);
			const {cut, right, bottom, frame} = await page.evaluate(() => {
				const title = document.querySelector('h1')!;
				const range = document.createRange();
				range.selectNodeContents(title);
				return {
					cut: title.scrollHeight - title.clientHeight,
					right: range.getBoundingClientRect().right,
					bottom: document.querySelector('.marks')!.getBoundingClientRect().bottom,
					frame: document.querySelector('.frame')!.getBoundingClientRect().left,
				};
			});
			const what = `${font}: ${title.slice(0, 30)} (${title.length}) ${JSON.stringify({cut, right, bottom, frame})}`;
			if (title[0] !== 'x') t.true(cut <= 12, what);
			t.true(right <= frame - 10, what);
			t.true(bottom <= 630 - 40, what);
		}
	}
});

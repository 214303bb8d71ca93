import test from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import type {Snapshot, SnapshotImage} from '../../shared/contract/snapshot.ts';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../browser/browser.ts';
import {coverContent, coverStep, plainCover, renderCover} from './cover.ts';
import {coverPage} from './document.ts';
import {coverDirection, stepCount} from './words.ts';

const bytes = await screenshot(1440, 900).webp().toBuffer();
const browser = openBrowser({executablePath: readConfig().chromium});
test.after.always(() => browser.close());

const image: SnapshotImage = {width: 1440, height: 900, color: '#ffffff', variants: [], still: null};
const tour = (change: Partial<Snapshot> = {}) => sampleTour([sampleStep({image}), sampleStep(), sampleSlide()], change);
const page = (snapshot: Snapshot, webp: Buffer | null) => coverPage(coverContent(snapshot), webp).html;

for (const make of [plainCover, (snapshot: Snapshot, webp: Buffer | null) => renderCover(browser, snapshot, webp)]) {
	const which = make === plainCover ? 'plain covers' : 'covers';
	test.serial(`${which} are JPEGs of 1200 x 630, 200 KB at most, and tell the presets apart at a glance`, async t => {
		const seen: Array<{preset: string; pixels: Buffer}> = [];
		for (const preset of PRESETS) {
			for (const webp of [null, bytes]) {
				const jpeg = await make(tour({theme: resolveTheme({preset})}), webp);
				t.like(await sharp(jpeg).metadata(), {format: 'jpeg', width: 1200, height: 630, exif: undefined});
				t.true(jpeg.length <= 200 * 1024, `${jpeg.length}`);
				if (webp) seen.push({preset, pixels: await sharp(jpeg).resize(30, 16, {fit: 'fill'}).raw().toBuffer()});
			}
		}
		for (const [i, one] of seen.entries()) {
			for (const other of seen.slice(i + 1)) {
				const distance = one.pixels.reduce((sum, value, at) => sum + Math.abs(value - other.pixels[at]!), 0) / one.pixels.length;
				t.true(distance >= (make === plainCover ? 3 : 12), `${one.preset} and ${other.preset}: ${distance.toFixed(1)} of 255`);
			}
		}
	});
}

test.serial('the same tour has the same cover each time', async t => {
	const first = await renderCover(browser, tour(), bytes);
	for (let i = 0; i < 5; i++) t.true(first.equals(await renderCover(browser, tour(), bytes)));
	t.true((await plainCover(tour(), bytes)).equals(await plainCover(tour(), bytes)));
});

test.serial('a screenshot that cannot be decoded is left out, and the cover is that of a tour without one', async t => {
	const broken = [bytes.subarray(0, bytes.length / 2), Buffer.from('no image'), Buffer.alloc(0)];
	for (const make of [plainCover, (snapshot: Snapshot, webp: Buffer | null) => renderCover(browser, snapshot, webp)]) {
		const without = await make(tour(), null);
		for (const webp of broken) t.true(without.equals(await make(tour(), webp)));
	}
});

test.serial('a title that no font here can draw is left out, and a missing sign goes from its title', async t => {
	const draw = (title: string) => renderCover(browser, tour({title}), bytes);
	t.true((await draw('Guia \u{1E290}\u{1E291}')).equals(await draw(' \u200B')));
	t.true((await draw('Novo \u0378 painel')).equals(await draw('Novo painel')));
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
	t.false(page(sampleTour([slide]), bytes).includes('data:image'));
});

test('the page carries all that it shows and takes texts for texts', t => {
	const hostile = '"><img src=https://evil.test/x onerror=alert(1)><script>alert(1)</script>&amp;';
	const snapshot = sampleTour([sampleSlide({title: hostile, text: hostile})], {title: hostile, language: hostile});
	const html = page(snapshot, null) + page(tour({title: hostile}), bytes);
	t.notRegex(html, /<script|<img src=https|<img(?! alt="" src="data:)/);
	t.notRegex(html, /(?:src|href)="(?!data:)|url\((?!data:)|@import/);
});

test('letters of eastern Europe come in the font of the theme, and only those bring its second file', t => {
	const faces = (title: string) => page(tour({title}), null).match(/base64,/g)!.length;
	t.is(faces('Visão geral'), 1);
	t.is(faces('Przegląd sprzedaży'), 2);
});

test('the count of the steps is said in the language of the tour', t => {
	t.is(stepCount(1, 'pt-BR'), '1 passo');
	t.is(stepCount(5, 'pt'), '5 passos');
	t.is(stepCount(5, 'EN_us'), '5 steps');
	t.is(stepCount(1, 'es-MX'), '1 paso');
	t.is(stepCount(12, 'ja'), '12');
	t.is(stepCount(2, ''), '2');
});

test("the layout begins where the title's first letter does; without letters, where the language does", t => {
	t.is(coverDirection('כך עובדים', 'pt-BR'), 'rtl');
	t.is(coverDirection('2026: مرحبا', 'pt-BR'), 'rtl');
	t.is(coverDirection('API של מכירות', 'he'), 'ltr');
	t.is(coverDirection('🚀 100%', 'ar'), 'rtl');
	t.is(coverDirection('', 'en'), 'ltr');
});

test('steps beside the main path are not counted, as on the page', t => {
	const [first, last] = [sampleStep({id: 'first', actions: {next: {to: 'step', step: 'last'}}}), sampleSlide({id: 'last'})];
	t.is(coverContent(sampleTour([first, sampleStep({id: 'beside'}), last])).count, 2);
});

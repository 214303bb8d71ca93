import {readFile, stat} from 'node:fs/promises';
import test from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import type {WebpOptions} from '../../../shared/contract/exports/options.ts';
import {openBench} from '../../../test/helpers/exporting/bench.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../../browser/browser.ts';
import {gifExporter, ladderOf, nextRung, webpExporter} from './animation.ts';

const browser = openBrowser({executablePath: readConfig().chromium, timeout: 60_000});
const bench = await openBench(browser);
const {image, files} = await sampleImage();
const tour = sampleTour([
	sampleSlide({id: 'a', title: 'Olá 👋', text: null}),
	sampleStep({id: 'b', title: 'Perto', text: null, image, highlight: {x: 0.6, y: 0.6, width: 0.03, height: 0.02}, click: null}),
]);
const OPTIONS: WebpOptions = {style: 'motion', width: 480, loop: true, maxBytes: 9_500_000, opening: false, closing: true};

test.after.always(() => Promise.all([browser.close(), bench.remove()]));

async function make(exporter: typeof webpExporter, options: Partial<WebpOptions> = {}) {
	const source = {snapshot: tour, url: null, read: async (file: string) => files.get(file) ?? null};
	const made = await exporter.make(source, {...OPTIONS, ...options}, await bench.work());
	const bytes = await readFile(made.path);
	const {width, pageHeight, pages = 1, delay = [], loop} = await sharp(bytes, {animated: true, limitInputPixels: false}).metadata();
	return {
		...made,
		width,
		height: pageHeight,
		pages,
		delay,
		loop,
		frame: (page: number) => sharp(bytes, {page}).removeAlpha().raw().toBuffer(),
	};
}
const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);

test.serial('slides: one frame a step, held for as long as the step lasts', async t => {
	for (const [exporter, last] of [
		[webpExporter, 3000],
		[gifExporter, 3000],
	] as const) {
		const {pages, delay, width, height, loop, warnings} = await make(exporter, {style: 'slides'});
		t.like({pages, width, height, loop}, {pages: 3, width: 480, height: 300, loop: 0});
		t.deepEqual(delay, [3000, 3000, last]);
		t.deepEqual(warnings, []);
	}
});

test.serial('motion: as long as the steps, the last frame is held, and nothing of what has gone is left in it', async t => {
	const moving = await make(webpExporter);
	t.true(moving.pages > 20, `${moving.pages}`);
	t.true(Math.abs(sum(moving.delay) - 9000) <= 250, `${sum(moving.delay)} ms`);
	t.true(moving.delay.at(-1)! >= 2000);
	const still = await make(webpExporter, {style: 'slides'});
	const [one, other] = await Promise.all([moving.frame(moving.pages - 1), still.frame(2)]);
	const worst = one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0);
	t.true(worst < 60, `${worst}`);
	const gif = await make(gifExporter, {loop: false});
	t.true(gif.pages > 20 && gif.delay.at(-1)! >= 2000);
	t.not(gif.loop, 0);
});

test.serial('it is never larger than it may be, and says what it gave up', async t => {
	const whole = await make(gifExporter, {width: 800});
	const {size: length} = await stat(whole.path);
	const maxBytes = Math.round(length * 0.6);
	const made = await make(gifExporter, {width: 800, maxBytes});
	t.true((await stat(made.path)).size <= maxBytes);
	t.is(made.warnings[0]!.code, 'reduced');
	t.regex(made.warnings[0]!.message, /frames a second|pixels across|one frame a step/);
	await t.throwsAsync(make(gifExporter, {maxBytes: 1000}), {code: 'tour_too_large'} as object);
});

test('each rung of the ladder promises less than the one before it', t => {
	for (const format of ['webp', 'gif'] as const) {
		for (const style of ['slides', 'motion'] as const) {
			for (const width of [320, 500, 801, 1280]) {
				const ladder = ladderOf(format, style, width);
				t.deepEqual(ladder[0]!.gave, []);
				t.is(ladder.at(-1)!.style, 'slides');
				t.true(ladder.every(rung => rung.width % 2 === 0 && rung.height % 2 === 0 && rung.width <= width + 1));
				for (let at = 0, turns = 0; ; turns++) {
					t.true(turns <= ladder.length);
					const next = nextRung(ladder, at, 10 ** 9, 1);
					if (next === null) break;
					t.true(next > at);
					at = next;
				}
			}
		}
	}
	const ladder = ladderOf('gif', 'motion', 800);
	t.is(nextRung(ladder, 0, 12_000_000, 9_500_000), 1, 'a little too large: fewer frames');
	t.is(ladder[nextRung(ladder, 0, 90_000_000, 9_500_000)!]!.style, 'slides', 'far too large');
});

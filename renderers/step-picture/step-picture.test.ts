import test from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import type {Viewport} from '../../shared/contract/pictures/step-picture.ts';
import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../browser/browser.ts';
import {drawStepPicture} from './step-picture.ts';

const {image, files} = await sampleImage();
const browser = openBrowser({executablePath: readConfig().chromium, timeout: 30_000});
test.after.always(() => browser.close());

const LONG = 'Clique em Relatórios para ver as vendas do mês. '.repeat(25);
/** A share of the picture that is so many pixels. */
const square = (x: number, y: number, pixels: number) => ({x, y, width: pixels / image.width, height: pixels / image.height});

const codes = (findings: Array<{code: string}>) => findings.map(({code}) => code);

/** The second of three steps. */
function draw(step: SnapshotStep, viewport: Viewport = 'desktop') {
	const snapshot = sampleTour([sampleSlide({id: 'a'}), step, sampleSlide({id: 'b'})]);
	return drawStepPicture(browser, {snapshot, index: 1, viewport}, async file => files.get(file) ?? null);
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
	const {data, info} = await sharp(bytes).raw().toBuffer({resolveWithObject: true});
	return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
}

test.serial(
	'a sound step has no findings; its picture is the window, its crop the target at twice the size without the balloon',
	async t => {
		// In the dark bar at the top of the picture.
		const step = sampleStep({image, highlight: square(0.5, 0.02, 40), click: null});
		for (const [viewport, width, height] of [
			['desktop', 1440, 900],
			['phone', 390, 844],
		] as const) {
			const {picture, crop, findings} = await draw(step, viewport);
			t.deepEqual(findings, [], viewport);
			t.like(await sharp(picture.bytes).metadata(), {format: 'jpeg', width, height});
			t.like(await sharp(crop!.bytes).metadata(), {width: crop!.width, height: crop!.height});
			t.true(crop!.width <= 1440 && crop!.width >= 640 && crop!.height >= 400);
			t.true(picture.bytes.length < 200_000 && crop!.bytes.length < 200_000);
		}
	},
);

test.serial('the crop has the target also where the balloon hides it', async t => {
	const {picture, crop, findings} = await draw(sampleStep({image, highlight: {x: 0, y: 0, width: 1, height: 1}, click: null}));
	t.true(findings.some(({code}) => code === 'balloon_over_target'));
	const [red, green, blue] = await pixel(crop!.bytes, 300, 300);
	const isGround = [red! - 0xdd, green! - 0xe3, blue! - 0xea].every(difference => Math.abs(difference) < 12);
	t.true(isGround, `${[red, green, blue]}`);
	t.true(picture.bytes.length > 0);
});

for (const [what, step, desktop, phone] of [
	['a target of 10 pixels', {highlight: square(0.5, 0.5, 10), click: null, camera: {zoom: 'none'}}, ['target_small'], ['target_small']],
	['no words', {title: null, text: '  '}, ['balloon_empty'], ['balloon_empty']],
	["more words than fit below a telephone's picture", {text: LONG}, [], ['text_overflows']],
	[
		'a slide with more words than it holds',
		{type: 'slide', image: null, highlight: null, text: LONG},
		['text_overflows'],
		['text_overflows'],
	],
	['a screen without a picture', {image: null, highlight: null, click: null}, ['picture_missing'], ['picture_missing']],
	['a slide', {type: 'slide', image: null, highlight: null, click: null}, [], []],
	['a balloon that is asked to lie over its target', {popoverSide: 'over'}, [], []],
	[
		'a picture that is drawn far beyond its pixels',
		{highlight: square(0.5, 0.5, 60), click: null, camera: {zoom: 4}},
		['picture_coarse'],
		null,
	],
	[
		'a picture that cannot be read',
		{image: {...image, variants: image.variants.map(variant => ({...variant, file: `${'0'.repeat(32)}.webp`}))}},
		['picture_unreadable'],
		['picture_unreadable'],
	],
] as Array<[string, Partial<SnapshotStep>, string[] | null, string[] | null]>) {
	test.serial(`${what}: ${desktop} on a desktop, ${phone} on a phone`, async t => {
		for (const [viewport, expected] of [
			['desktop', desktop],
			['phone', phone],
		] as const) {
			if (expected === null) continue;
			const {findings} = await draw(sampleStep({image, ...step}), viewport);
			t.deepEqual(codes(findings), expected, viewport);
			for (const {field, message, hint} of findings)
				t.true(
					[field, message, hint].every(text => text.length > 3),
					message,
				);
		}
	});
}

test.serial('hostile words run nothing and reach nothing', async t => {
	const title = '</h2><script>document.body.remove()</script><img src="https://elsewhere.invalid/x" onerror="document.body.remove()">';
	const {findings, picture} = await draw(sampleStep({image, title, text: title}));
	t.deepEqual(findings, []);
	t.true(picture.bytes.length > 20_000);
});

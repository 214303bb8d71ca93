import {readFile} from 'node:fs/promises';
import test from 'ava';
import sharp, {type Sharp} from 'sharp';
import {AppError} from '../../shared/errors.ts';
import {animation, gifOfFrames, notImages, pngOfZeros, screenshot, turnedCompass, webpFlood} from '../../test/helpers/images.ts';
import {noise} from '../../test/helpers/pictures.ts';
import {stepPicture} from './annotated-step.ts';

const NOTHING = {highlight: null, click: null};
const BUTTON = {x: 0.8, y: 0.1, width: 0.15, height: 0.06};

const SIZES: Array<[what: string, image: [number, number], marks: Parameters<typeof stepPicture>[1], picture: [number, number]]> = [
	['a small one stays as it is', [640, 400], {highlight: BUTTON, click: null}, [640, 400]],
	['a laptop screen is shown whole', [1920, 1200], {highlight: BUTTON, click: null}, [1568, 980]],
	['of a screen at twice the pixels the part around the highlight is shown', [2880, 1800], {highlight: BUTTON, click: null}, [1568, 1378]],
	['around the click where there is nothing else', [2880, 1800], {highlight: null, click: {x: 0, y: 1}}, [1568, 1378]],
	['whole where nothing is marked', [2880, 1800], NOTHING, [1568, 980]],
	[
		'a highlight larger than the context is shown whole',
		[6000, 2000],
		{highlight: {x: 0.1, y: 0, width: 0.4, height: 1}, click: null},
		[1568, 653],
	],
	['of a long page a part', [1440, 9000], {highlight: {x: 0.1, y: 0.9, width: 0.1, height: 0.01}, click: null}, [1103, 1568]],
	['a line of pixels is no problem', [4000, 1], {highlight: {x: 1, y: 1, width: 0, height: 0}, click: {x: 1, y: 1}}, [1568, 1]],
	['nor is a single one', [1, 1], {highlight: {x: 0, y: 0, width: 1, height: 1}, click: {x: 0.5, y: 0.5}}, [1, 1]],
];

for (const [what, [width, height], marks, [pictureWidth, pictureHeight]] of SIZES) {
	test(`size: ${what}`, async t => {
		const picture = await stepPicture(await screenshot(width, height).png().toBuffer(), marks);
		t.like(await sharp(picture).metadata(), {format: 'jpeg', width: pictureWidth, height: pictureHeight, channels: 3});
		t.true(picture.length <= 1_000_000);
	});
}

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
	test(`a ${format} gets its frame around the highlight, and a ring around the click that hides nothing`, async t => {
		const image = await plain(1000, 500, '#336699').toFormat(format).toBuffer();
		const picture = await stepPicture(image, {highlight: {x: 0.2, y: 0.2, width: 0.4, height: 0.4}, click: {x: 0.3, y: 0.5}});
		const color = await colors(picture);
		// Inside the highlight nothing is painted but the ring around the click and its pointer.
		for (const [x, y] of [
			[201, 101],
			[598, 298],
			[400, 200],
		])
			t.is(color(x!, y!), 'ground', `${x},${y}`);
		for (const [x, y] of [
			[197, 200],
			[602, 200],
			[400, 97],
			[400, 302],
			[198, 98],
		])
			t.is(color(x!, y!), 'mark', `${x},${y}`);
		for (const [x, y] of [
			[194, 200],
			[605, 200],
		])
			t.is(color(x!, y!), 'halo', `${x},${y}`);
		for (const [x, y] of [
			[188, 200],
			[612, 200],
		])
			t.is(color(x!, y!), 'ground', `${x},${y}`);
		t.is(color(300, 250), 'ground');
		t.is(color(300, 233), 'mark');
		t.is(color(300, 225), 'ground');
	});
}

test('a frame at the edge of the screenshot stays visible on all sides', async t => {
	const picture = await stepPicture(await plain(400, 200, '#336699').png().toBuffer(), {
		highlight: {x: 0, y: 0, width: 1, height: 1},
		click: {x: 1, y: 1},
	});
	const color = await colors(picture);
	for (const [x, y] of [
		[0, 100],
		[399, 100],
		[200, 0],
		[200, 199],
	])
		t.is(color(x!, y!), 'mark', `${x},${y}`);
	t.is(color(200, 100), 'ground');
});

test('the frame lies around the same thing in the cropped picture', async t => {
	const [width, height] = [4000, 3000];
	const thing = {left: 3000, top: 2000, width: 200, height: 100};
	const image = await plain(width, height, '#336699')
		.composite([{...thing, input: {create: {width: 200, height: 100, channels: 3, background: '#ffff00'}}}])
		.png()
		.toBuffer();
	const highlight = {x: 0.75, y: 2 / 3, width: 0.05, height: 1 / 30};
	const {data, info} = await sharp(await stepPicture(image, {highlight, click: null}))
		.raw()
		.toBuffer({resolveWithObject: true});
	const found = {yellow: box(data, info.width, ([r, g, b]) => r! > 200 && g! > 200 && b! < 90), mark: box(data, info.width, isMark)};
	t.true(found.yellow.right - found.yellow.left > 140);
	for (const side of ['left', 'top'] as const) t.true(Math.abs(found.yellow[side] - found.mark[side] - 6) <= 1, JSON.stringify(found));
	for (const side of ['right', 'bottom'] as const) t.true(Math.abs(found.mark[side] - found.yellow[side] - 6) <= 1, JSON.stringify(found));
});

for (const orientation of [1, 3, 6, 8]) {
	test(`EXIF orientation ${orientation} is applied before anything is measured`, async t => {
		const picture = await stepPicture(await turnedCompass(orientation), NOTHING);
		const {data, info} = await sharp(picture).raw().toBuffer({resolveWithObject: true});
		t.deepEqual([info.width, info.height], [60, 40]);
		const at = (x: number, y: number) =>
			[...data.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)].map(value => (value > 127 ? 1 : 0)).join('');
		t.deepEqual([at(30, 4), at(10, 30), at(50, 30)], ['010', '100', '001']);
	});
}

for (const format of ['gif', 'webp'] as const) {
	test(`of an animated ${format} the first frame is shown`, async t => {
		const picture = await stepPicture(await animation(format), {highlight: BUTTON, click: null});
		t.like(await sharp(picture).metadata(), {format: 'jpeg', width: 120, height: 80, pages: undefined});
	});
}

test('what is transparent is white; grey and 16 bits are no problem', async t => {
	const clear = await sharp({create: {width: 50, height: 50, channels: 4, background: {r: 0, g: 0, b: 0, alpha: 0}}})
		.png()
		.toBuffer();
	t.true(
		(
			await sharp(await stepPicture(clear, NOTHING))
				.raw()
				.toBuffer()
		).every(value => value > 250),
	);
	const grey = await screenshot(300, 200).greyscale().png().toBuffer();
	const deep = await screenshot(300, 200).toColourspace('rgb16').png().toBuffer();
	for (const image of [grey, deep, pngOfZeros(300, 200)]) {
		const picture = await stepPicture(image, {highlight: BUTTON, click: {x: 0.9, y: 0.13}});
		t.like(await sharp(picture).metadata(), {width: 300, height: 200, channels: 3});
		const {data} = await sharp(picture).raw().toBuffer({resolveWithObject: true});
		t.true(box(data, 300, isMark).right > 280);
	}
});

test('noise comes below 1 MB as well', async t => {
	const picture = await stepPicture(await noise(3000, 3000), {highlight: BUTTON, click: null});
	t.true(picture.length <= 1_000_000, String(picture.length));
	t.true((await sharp(picture).metadata()).width === 1568);
});

test('a real screenshot at twice the pixels is below 300 KB', async t => {
	const image = await readFile(new URL('../../docs/examples/first-flow/08-deploy.png', import.meta.url));
	const picture = await stepPicture(image, {
		highlight: {x: 0.87572, y: 0.00111, width: 0.07706, height: 0.04222},
		click: {x: 0.914, y: 0.022},
	});
	t.true(picture.length < 300_000, String(picture.length));
});

test('hostile images are refused as they are at ingest', async t => {
	const whole = await screenshot(800, 600).png().toBuffer();
	const images = {
		...(await notImages()),
		'a flood of WebP': webpFlood(),
		'51 megapixels': pngOfZeros(10_000, 5_100),
		'too many frames': gifOfFrames(5_001),
		'half a PNG': whole.subarray(0, whole.length / 2),
	};
	for (const [what, image] of Object.entries(images)) {
		const error = await t.throwsAsync(stepPicture(image, {highlight: BUTTON, click: null}), {instanceOf: AppError}, what);
		t.regex((error as AppError).code, /^image_/, what);
	}
});

function plain(width: number, height: number, background: string): Sharp {
	return sharp({create: {width, height, channels: 3, background}});
}

function isMark([r, g, b]: number[]): boolean {
	return r! > 200 && g! < 90 && b! > 150;
}

async function colors(picture: Buffer): Promise<(x: number, y: number) => string> {
	const {data, info} = await sharp(picture).raw().toBuffer({resolveWithObject: true});
	return (x, y) => {
		const pixel = [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
		if (isMark(pixel)) return 'mark';
		if (pixel.every(value => value > 215)) return 'halo';
		return pixel.every((value, channel) => Math.abs(value - [0x33, 0x66, 0x99][channel]!) < 30) ? 'ground' : 'mixed';
	};
}

/** The smallest box around all pixels that are meant. */
function box(data: Buffer, width: number, isMeant: (pixel: number[]) => boolean) {
	const found = {left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: -1, bottom: -1};
	for (let at = 0; at < data.length; at += 3) {
		if (!isMeant([data[at]!, data[at + 1]!, data[at + 2]!])) continue;
		const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
		found.left = Math.min(found.left, x);
		found.right = Math.max(found.right, x);
		found.top = Math.min(found.top, y);
		found.bottom = Math.max(found.bottom, y);
	}
	return found;
}

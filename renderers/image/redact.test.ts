import test from 'ava';
import sharp from 'sharp';
import type {RedactionArea} from '../../shared/contract/pictures/redaction.ts';
import {animation, turnedCompass} from '../../test/helpers/images.ts';
import {redactImage} from './redact.ts';

/** Every pixel another colour. */
async function noise(width: number, height: number, channels: 3 | 4 = 3): Promise<Buffer> {
	const data = Buffer.alloc(width * height * channels);
	for (let at = 0; at < data.length; at++) data[at] = (at * 7919 + (at >> 3) * 31) % 251;
	return sharp(data, {raw: {width, height, channels}}).png().toBuffer();
}
const area = (style: RedactionArea['style'], x: number, y: number, width: number, height: number): RedactionArea => ({
	x,
	y,
	width,
	height,
	style,
});
async function colors(bytes: Buffer, left: number, top: number, width: number, height: number): Promise<Set<string>> {
	const {data, info} = await sharp(bytes).extract({left, top, width, height}).raw().toBuffer({resolveWithObject: true});
	const found = new Set<string>();
	for (let at = 0; at < data.length; at += info.channels) found.add(data.subarray(at, at + info.channels).toString('hex'));
	return found;
}

test('a box is one colour, a blur at most 4 x 2, and everything beside them stays as it was', async t => {
	const before = await noise(400, 300);
	const after = await redactImage(before, [area('box', 0.1, 0.1, 0.25, 0.1), area('blur', 0.5, 0.5, 0.4, 0.3)]);
	t.is((await colors(after, 40, 30, 100, 30)).size, 1);
	// Two cells may have the same mean.
	t.true((await colors(after, 200, 150, 160, 90)).size <= 8);
	const rest = (bytes: Buffer) => sharp(bytes).extract({left: 0, top: 240, width: 400, height: 60}).raw().toBuffer();
	t.deepEqual(await rest(after), await rest(before));
});

test('what is small keeps no shape: an area of 12 pixels becomes one colour, a line of text one row of cells', async t => {
	const before = await noise(400, 300);
	const after = await redactImage(before, [area('blur', 0.1, 0.1, 12 / 400, 12 / 300), area('blur', 0.25, 0.5, 0.5, 14 / 300)]);
	t.is((await colors(after, 40, 30, 12, 12)).size, 1);
	t.is((await colors(after, 100, 150, 200, 14)).size, 4);
});

test('half a pixel counts as a whole one, what hangs over the edge is cut, and a box lies over a blur', async t => {
	const before = await noise(100, 100);
	const after = await redactImage(before, [area('box', 0.105, 0.105, 0.1, 0.1), area('blur', 0.1, 0.1, 2, 2)]);
	t.is((await colors(after, 10, 10, 11, 11)).size, 1);
	t.true((await colors(after, 10, 10, 90, 90)).size <= 9);
});

test('an image that has to be turned is redacted as it is seen, and keeps nothing of its metadata', async t => {
	for (const orientation of [1, 3, 6, 8]) {
		const after = await redactImage(await turnedCompass(orientation), [area('box', 0, 0, 0.5, 1)]);
		const {exif, icc, xmp, orientation: turned, width, height} = await sharp(after).metadata();
		t.deepEqual([exif, icc, xmp, turned, width, height], [undefined, undefined, undefined, undefined, 60, 40]);
		const {data} = await sharp(after).removeAlpha().raw().toBuffer({resolveWithObject: true});
		const pixel = (x: number, y: number) => [...data.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)];
		t.true(
			pixel(10, 20).every(value => value < 50),
			`left is covered at ${orientation}: ${pixel(10, 20)}`,
		);
		t.true(pixel(50, 30)[2]! > 200, 'right is blue');
	}
});

test('every frame of an animation is redacted, and each is shown as long as before', async t => {
	for (const format of ['gif', 'webp'] as const) {
		const after = await redactImage(await animation(format), [area('box', 0, 0, 1, 0.5)]);
		const {pages, delay} = await sharp(after, {animated: true}).metadata();
		t.deepEqual([pages, delay], [6, Array(6).fill(100)]);
		const {data, info} = await sharp(after, {animated: true}).removeAlpha().raw().toBuffer({resolveWithObject: true});
		t.is(info.height, 480);
		for (let frame = 0; frame < 6; frame++) {
			const covered = data.subarray(frame * 80 * 120 * 3, (frame * 80 + 30) * 120 * 3);
			t.true(covered.every(value => Math.abs(value - 0x1a) <= 6));
		}
	}
});

test('nothing is hidden under what is transparent', async t => {
	const data = Buffer.from(Array.from({length: 80 * 80}, (_, at) => [at % 251, 40, 200, 0]).flat());
	const before = await sharp(data, {raw: {width: 80, height: 80, channels: 4}})
		.png()
		.toBuffer();
	for (const style of ['box', 'blur'] as const)
		t.true((await colors(await redactImage(before, [area(style, 0, 0, 1, 1)]), 0, 0, 80, 80)).size <= 8);
});

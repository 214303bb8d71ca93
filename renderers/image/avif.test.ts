import test from 'ava';
import sharp from 'sharp';
import {examplePictures} from '../../test/bench/pictures.ts';
import {pngOfZeros, screenshot, turnedCompass} from '../../test/helpers/images.ts';
import {noise} from '../../test/helpers/pictures.ts';
import {encodeAvif} from './avif.ts';
import {ingestImage} from './variants.ts';

async function both(original: Buffer) {
	const {variants} = await ingestImage(original);
	return {webp: variants, avif: await encodeAvif(original, variants)};
}

test('a real screenshot has a quarter fewer bytes in every width, and is no further from its source', async t => {
	const [picture] = await examplePictures();
	const {webp, avif} = await both(picture!);
	t.deepEqual(
		avif.map(({width, height}) => [width, height]),
		[...webp.map(({width, height}) => [width, height]), [2880, 1800]],
	);
	const bytes = (list: Array<{bytes: Buffer}>) => list.reduce((sum, variant) => sum + variant.bytes.length, 0);
	const besides = avif.slice(0, webp.length);
	t.true(bytes(besides) < bytes(webp) * 0.75, `${bytes(besides)} against ${bytes(webp)}`);
	t.true(avif.at(-1)!.bytes.length < webp.at(-1)!.bytes.length * 1.2, 'the size for dense displays weighs little more than the usual WebP');
	for (const [index, {bytes: made, width, height}] of besides.entries()) {
		t.like(await sharp(made).metadata(), {format: 'heif', compression: 'av1', width, height, exif: undefined, icc: undefined});
		const source = await sharp(picture).removeAlpha().resize(width, height).raw().toBuffer();
		const error = async (encoded: Buffer) => meanError(source, await sharp(encoded).removeAlpha().raw().toBuffer());
		t.true((await error(made)) <= (await error(webp[index]!.bytes)) * 1.26, `${width}`);
	}
});

test('what is hardly smaller or shows less is left out', async t => {
	const {webp, avif} = await both(await noise(320, 200));
	for (const {width, bytes} of avif) t.true(bytes.length <= webp.find(variant => variant.width === width)!.bytes.length * 0.9);
	// A flat colour: the container alone is larger than the WebP.
	t.deepEqual((await both(pngOfZeros(64, 64))).avif, []);
});

test('a turned image is upright, a transparent one stays so', async t => {
	const {avif} = await both(await turnedCompass(6));
	for (const {bytes} of avif) t.like(await sharp(bytes).metadata(), {width: 60, height: 40, orientation: undefined});
	const clear = await screenshot(800, 500).ensureAlpha(0.5).png().toBuffer();
	const {avif: seen} = await both(clear);
	t.true(seen.length > 0);
	for (const {bytes} of seen) {
		const {data, info} = await sharp(bytes).raw().toBuffer({resolveWithObject: true});
		t.is(info.channels, 4);
		t.true(Math.abs(data[3]! - 128) <= 3);
	}
});

test('sizes beyond 8.5 megapixels are left out, the smaller ones of the same image are not', async t => {
	const [picture] = await examplePictures();
	const {webp, avif} = await both(await sharp(picture).resize(1440, 6000, {fit: 'fill'}).png().toBuffer());
	t.deepEqual(
		webp.map(({width}) => width),
		[640, 960, 1440],
	);
	t.true(avif.length > 0 && avif.every(({width}) => width < 1440));
});

function meanError(a: Buffer, b: Buffer): number {
	let sum = 0;
	for (let at = 0; at < a.length; at++) sum += (a[at]! - b[at]!) ** 2;
	return sum / a.length;
}

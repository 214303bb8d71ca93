import test from 'ava';
import sharp from 'sharp';
import {screenshot} from '../../test/helpers/images.ts';
import {ownBytes} from './own-bytes.ts';

/** A mark changes the name of a file and not one of its pixels. */

const still = screenshot(320, 200);
const frames = sharp({create: {width: 40, height: 90, channels: 3, background: '#369'}, pages: 3} as never).raw();
const ENCODED: Record<string, () => Promise<Buffer>> = {
	webp: () => still.clone().webp({quality: 60}).toBuffer(),
	'webp without loss': () => still.clone().webp({lossless: true}).toBuffer(),
	'webp with transparency': () => still.clone().ensureAlpha(0.5).webp().toBuffer(),
	'animated webp': async () => {
		const {data} = await frames.toBuffer({resolveWithObject: true});
		return sharp(data, {raw: {width: 40, height: 90, channels: 3, pageHeight: 30}})
			.webp({delay: [90, 90, 90]})
			.toBuffer();
	},
	avif: () => still.clone().avif({quality: 50, effort: 0}).toBuffer(),
	jpeg: () => still.clone().jpeg().toBuffer(),
	'jpeg of another encoder': () => still.clone().jpeg({mozjpeg: true, progressive: true}).toBuffer(),
};
sharp.unblock({operation: ['VipsForeignLoadHeifBuffer']});

for (const [name, encode] of Object.entries(ENCODED)) {
	test(`${name}: two accounts have two files of the same pixels, one account always the same`, async t => {
		const picture = await encode();
		const [hers, his] = [ownBytes(picture, 'acc_a'), ownBytes(picture, 'acc_b')];
		t.false(hers.equals(his));
		t.true(hers.equals(ownBytes(picture, 'acc_a')));
		t.true(hers.length - picture.length <= 20);
		t.is(hers.indexOf('acc_'), -1);
		const pixels = (bytes: Buffer) => sharp(bytes, {animated: true, failOn: 'warning'}).raw().toBuffer();
		t.deepEqual(await pixels(hers), await pixels(picture));
		const {pages, width, format} = await sharp(picture).metadata();
		t.like(await sharp(his).metadata(), {pages, width, format});
		// Of the same account no mark says that two pictures are its own.
		const other = ownBytes(await sharp(picture).resize(20).jpeg().toBuffer(), 'acc_a');
		t.is(other.indexOf(hers.subarray(-12)), -1);
	});
}

test('what is no picture of these kinds is refused', t => {
	t.throws(() => ownBytes(Buffer.from('no picture at all'), 'acc_a'), {message: /neither WebP nor AVIF nor JPEG/});
});

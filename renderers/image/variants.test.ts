import {randomBytes} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import sharp from 'sharp';
import {AppError, type ErrorCode} from '../../shared/errors.ts';
import {
	animation,
	compass,
	gifOfFrames,
	notImages,
	paddedPng,
	pngOfZeros,
	screenshot,
	turnedCompass,
	webpFlood,
} from '../../test/helpers/images.ts';
import {ingestImage, isComplete} from './variants.ts';

// Before the first test, as ava wants it.
const images = {
	png: screenshot(300, 200).png(),
	'interlaced png': screenshot(300, 200).png({progressive: true}),
	jpeg: screenshot(300, 200).withMetadata({orientation: 6}).jpeg(),
	'progressive jpeg': screenshot(300, 200).jpeg({progressive: true}),
	webp: screenshot(300, 200).webp(),
	gif: screenshot(300, 200).gif(),
};
const encoded = {
	...Object.fromEntries(await Promise.all(Object.entries(images).map(async ([name, image]) => [name, await image.toBuffer()]))),
	'animated gif': await animation('gif'),
	'animated webp': await animation('webp'),
} as Record<string, Buffer>;

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
	test(`a ${format} becomes WebP at every width that is not larger than it`, async t => {
		const image = await ingestImage(await screenshot(1600, 1000).toFormat(format).toBuffer());
		t.like(image, {width: 1600, height: 1000, format, animated: false, still: null});
		t.deepEqual(
			image.variants.map(({width, height}) => [width, height]),
			[
				[640, 400],
				[960, 600],
				[1440, 900],
				[1600, 1000],
			],
		);
		for (const {bytes, width, height} of image.variants) {
			t.like(await sharp(bytes).metadata(), {format: 'webp', width, height, pages: undefined});
		}
		t.regex(image.color, /^#f[9ab]f[9ab]f[9ab]$/);
	});
}

test('a variant looks like the image', async t => {
	const source = await screenshot(1440, 900).png().toBuffer();
	const {variants} = await ingestImage(source);
	for (const {bytes, width, height} of variants) {
		const [was, is] = await Promise.all([source, bytes].map(image => sharp(image).resize(width, height).removeAlpha().raw().toBuffer()));
		const error = was!.reduce((sum, value, at) => sum + (value - is![at]!) ** 2, 0) / was!.length;
		t.true(10 * Math.log10(255 ** 2 / error) > 32, `${width}: ${error}`);
	}
});

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
	test(`EXIF orientation ${orientation} is applied`, async t => {
		const {width, height, variants} = await ingestImage(await turnedCompass(orientation));
		t.deepEqual([width, height], [60, 40]);
		t.like(await sharp(variants[0]!.bytes).metadata(), {width: 60, height: 40, orientation: undefined});
		const color = await colors(variants[0]!.bytes);
		t.is(color(30, 4), 'green');
		t.is(color(10, 30), 'red');
		t.is(color(50, 30), 'blue');
	});
}

test('metadata and whatever follows the image are gone', async t => {
	const secret = 'Rua-das-Flores-42';
	const exif = {IFD0: {Copyright: secret, ImageDescription: secret}, IFD3: {GPSLatitude: '51/1 30/1 3230/100'}};
	for (const format of ['png', 'jpeg', 'webp'] as const) {
		const image = screenshot(300, 200)
			.withExif(exif)
			.withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
			.withIccProfile('p3');
		const source = Buffer.concat([await image.toFormat(format).toBuffer(), Buffer.from(`<script>${secret}</script>`)]);
		t.true(source.includes(secret));
		for (const {bytes} of (await ingestImage(source)).variants) {
			t.false(bytes.includes(secret));
			t.like(await sharp(bytes).metadata(), {exif: undefined, xmp: undefined, icc: undefined, iptc: undefined});
		}
	}
});

for (const depth of [8, 16]) {
	test(`a wider colour space is brought to sRGB: ${depth} bits`, async t => {
		const wide = compass()
			.toColourspace(depth === 16 ? 'rgb16' : 'srgb')
			.withIccProfile('p3')
			.png();
		const source = await wide.toBuffer();
		t.is((await sharp(source).metadata()).depth, depth === 16 ? 'ushort' : 'uchar');
		const {data} = await sharp((await ingestImage(source)).variants[0]!.bytes)
			.raw()
			.toBuffer({resolveWithObject: true});
		const red = [...data.subarray((30 * 60 + 10) * 3, (30 * 60 + 10) * 3 + 3)];
		for (const [at, value] of [255, 0, 0].entries()) t.true(Math.abs(red[at]! - value) <= 6, String(red));
	});
}

test('CMYK, grey, grey with alpha, a palette, 1 and 16 bits are all taken', async t => {
	const make = {
		cmyk: compass().toColourspace('cmyk').jpeg({quality: 95}),
		grey: compass().greyscale().png(),
		greyAlpha: compass().greyscale().ensureAlpha(0.5).png(),
		palette: compass().png({palette: true}),
		deep: compass().toColourspace('rgb16').png(),
	};
	for (const [name, image] of Object.entries(make)) {
		const {variants, width, height} = await ingestImage(await image.toBuffer());
		t.deepEqual([width, height], [60, 40], name);
		const {data, info} = await sharp(variants[0]!.bytes).raw().toBuffer({resolveWithObject: true});
		t.is(info.channels, name === 'greyAlpha' ? 4 : 3, name);
		if (name === 'greyAlpha') t.true(Math.abs(data[3]! - 128) <= 1);
	}
	t.is((await ingestImage(pngOfZeros(50, 50))).color, '#000000');
});

for (const format of ['gif', 'webp'] as const) {
	test(`an animated ${format} stays animated, with its first frame as a still`, async t => {
		const source = await animation(format, {width: 900, height: 300, frames: 5});
		const image = await ingestImage(source);
		t.like(image, {width: 900, height: 300, format, animated: true});
		t.deepEqual(
			image.variants.map(({width, height}) => [width, height]),
			[
				[640, 213],
				[900, 300],
			],
		);
		for (const {bytes, width, height} of image.variants) {
			t.like(await sharp(bytes, {animated: true}).metadata(), {
				format: 'webp',
				width,
				pageHeight: height,
				pages: 5,
				delay: [100, 100, 100, 100, 100],
				loop: 0,
			});
		}
		t.like(await sharp(image.still!.bytes).metadata(), {format: 'webp', width: 900, height: 300, pages: undefined});
		t.is((await colors(image.still!.bytes))(10, 150), 'red');
	});
}

test('an animated GIF that was cut off is refused wherever it was cut, not taken for a shorter one', async t => {
	const source = await animation('gif', {frames: 6});
	for (let length = 20; length < source.length; length += Math.ceil(source.length / 25)) {
		await refused(t, source.subarray(0, length), 'image_unreadable', `${length} of ${source.length}`);
	}
});

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
	test(`a truncated or corrupt ${format} is unreadable`, async t => {
		const source = await screenshot(400, 300).toFormat(format).toBuffer();
		for (const part of [0.05, 0.3, 0.6, 0.9, 0.99]) {
			await refused(t, source.subarray(0, Math.max(16, Math.floor(source.length * part))), 'image_unreadable', `${part}`);
		}
		await refused(t, source.subarray(0, -1), 'image_unreadable', 'the last byte');
		const head = source.subarray(0, 24);
		await refused(t, Buffer.concat([head, Buffer.alloc(5000, 0x5a)]), 'image_unreadable', 'another body');
		await refused(t, Buffer.concat([head, Buffer.alloc(5000)]), 'image_unreadable', 'zeros');
	});
}

test('what is not PNG, JPEG, WebP or GIF is of the wrong type', async t => {
	for (const [name, bytes] of Object.entries(await notImages())) await refused(t, bytes, 'image_type', name);
});

test('15,728,640 bytes are taken and one more is not', async t => {
	const small = await screenshot(300, 200).png().toBuffer();
	t.is((await ingestImage(paddedPng(small, 15_728_640))).width, 300);
	await refused(t, paddedPng(small, 15_728_641), 'image_too_large');
	await refused(t, Buffer.alloc(15_728_641), 'image_too_large', 'the size is looked at before the type');
});

test.serial('50 megapixels are taken; more are refused with the figures, for a tenth of the work at most', async t => {
	const decoding = process.cpuUsage();
	t.is((await ingestImage(pngOfZeros(10_000, 5_000))).variants.at(-1)!.width, 1920);
	const decoded = process.cpuUsage(decoding);
	const floods = [pngOfZeros(10_000, 5_001), gifOfFrames(60, 1000, 1000), gifOfFrames(5001), webpFlood()];
	const refusing = process.cpuUsage();
	const errors = [];
	for (const flood of floods) errors.push(await refused(t, flood, 'image_unreadable'));
	t.true(process.cpuUsage(refusing).user < decoded.user / 10);
	t.regex(errors[0]!.message, /10000 x 5001 pixels, 50\.1 megapixels.*50 are the most.* make it 9999 x 5000 pixels/);
	t.regex(errors[1]!.message, /1000 x 1000 pixels in 60 frames, 60\.0 megapixels/);
	t.regex(errors[1]!.message, /keep 50 of its frames at most, or make it 912 x 912 pixels/);
	t.regex(errors[2]!.message, /5001 frames; 5000 are the most/);
});

test('an image without pixels or frames is unreadable', async t => {
	for (const bytes of [pngOfZeros(0, 0), pngOfZeros(0, 10), pngOfZeros(10, 0), gifOfFrames(0)]) await refused(t, bytes, 'image_unreadable');
});

async function refused(t: ExecutionContext, bytes: Buffer, code: ErrorCode, message?: string): Promise<AppError> {
	const error = (await t.throwsAsync(ingestImage(bytes), {instanceOf: AppError}, message)) as AppError;
	t.is(error?.code, code, message);
	return error;
}

/** Names the strongest channel of a pixel. */
async function colors(bytes: Buffer) {
	const {data, info} = await sharp(bytes).removeAlpha().raw().toBuffer({resolveWithObject: true});
	return (x: number, y: number) => {
		const pixel = [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
		return ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))];
	};
}

// Alone: it compares times of the processor.
test.serial('noise becomes no larger without the search of the encoder, which would take most of the time', async t => {
	const side = 1440;
	const pixels = sharp(randomBytes(side * side * 3), {raw: {width: side, height: side, channels: 3}});
	const source = await pixels.png({compressionLevel: 0}).toBuffer();
	const start = process.cpuUsage();
	const {variants} = await ingestImage(source);
	const ours = process.cpuUsage(start);
	const before = process.cpuUsage();
	for (const {bytes, width, height} of variants) {
		const searched = await pixels.clone().resize({width, height, fit: 'fill'}).webp({quality: 80}).toBuffer();
		t.true(bytes.length < 1.1 * searched.length, `${width}: ${bytes.length} beside ${searched.length}`);
	}
	const theirs = process.cpuUsage(before);
	const share = (ours.user + ours.system) / (theirs.user + theirs.system);
	t.true(share < 0.75, `${share} of the processor's time, decoding included`);
});

for (const [name, bytes] of Object.entries(encoded)) {
	const format = name.split(' ').at(-1) as 'png' | 'jpeg' | 'webp' | 'gif';

	test(`a ${name} is whole, whatever follows it, and is not with any number of bytes less`, t => {
		t.true(isComplete(bytes, format));
		t.true(isComplete(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]), format));
		for (let length = 0; length < bytes.length; length++) {
			if (isComplete(bytes.subarray(0, length), format)) return t.fail(`whole with ${length} of ${bytes.length} bytes`);
		}
		return t.pass();
	});
}

test('bytes that lead in circles or out of the file end the walk', t => {
	t.false(isComplete(Buffer.alloc(1_000_000, 0xff), 'jpeg'));
	t.false(isComplete(Buffer.alloc(1_000_000, 0x00), 'png'));
	t.false(isComplete(Buffer.alloc(1_000_000, 0x21), 'gif'));
	t.false(isComplete(Buffer.alloc(1_000_000, 0xff), 'webp'));
});

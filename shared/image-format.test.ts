import test from 'ava';
import {notImages, screenshot} from '../test/helpers/images.ts';
import {sniffFormat} from './image-format.ts';

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
	test(`${format} is known by its first bytes, 16 of them at most`, async t => {
		const bytes = await screenshot(32, 20).toFormat(format).toBuffer();
		t.is(sniffFormat(bytes), format);
		t.is(sniffFormat(new Uint8Array(bytes.subarray(0, 16))), format);
		t.is(sniffFormat(bytes.subarray(1)), null);
	});
}

test('lossless, lossy and extended WebP are WebP, whatever length they declare', t => {
	for (const kind of ['VP8 ', 'VP8L', 'VP8X']) t.is(sniffFormat(Buffer.from(`RIFF\n\r\xff\0WEBP${kind}`, 'latin1')), 'webp');
});

test('nothing else is an image', async t => {
	for (const [name, bytes] of Object.entries(await notImages())) t.is(sniffFormat(bytes), null, name);
});

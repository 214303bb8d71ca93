import test from 'ava';
import {animation, screenshot} from '../../test/helpers/images.ts';
import {isComplete} from './truncation.ts';

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

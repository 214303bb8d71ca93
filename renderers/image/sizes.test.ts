import test from 'ava';
import {animationSizes, denseSizes, variantSizes} from './sizes.ts';

const widths = (width: number, height: number) => variantSizes({width, height}).map(size => size.width);

test('a large image has the four widths of the ladder', t => {
	t.deepEqual(variantSizes({width: 2880, height: 1800}), [
		{width: 640, height: 400},
		{width: 960, height: 600},
		{width: 1440, height: 900},
		{width: 1920, height: 1200},
	]);
});

test('a smaller image has its own width as the largest, and no other within a tenth of it', t => {
	t.deepEqual(widths(1920, 1080), [640, 960, 1440, 1920]);
	t.deepEqual(widths(1900, 1080), [640, 960, 1440, 1900]);
	t.deepEqual(widths(1600, 900), [640, 960, 1440, 1600]);
	t.deepEqual(widths(1536, 864), [640, 960, 1536]);
	t.deepEqual(widths(1440, 900), [640, 960, 1440]);
	t.deepEqual(widths(1000, 700), [640, 1000]);
	t.deepEqual(widths(641, 400), [641]);
	t.deepEqual(widths(32, 32), [32]);
	t.deepEqual(widths(1, 1), [1]);
});

test('an ultra-wide image, of which a small part is shown large, has its own width up to 3840', t => {
	t.deepEqual(widths(3440, 900), [640, 960, 1440, 1920, 2880, 3440]);
	t.deepEqual(widths(5120, 1440), [640, 960, 1440, 1920, 2880, 3840]);
	t.deepEqual(widths(2560, 1440), [640, 960, 1440, 1920]);
	t.deepEqual(widths(1400, 300), [640, 960, 1400]);
});

test('beyond its variants an image is kept in its own width, up to 3840', t => {
	const dense = (width: number, height: number) =>
		denseSizes({width, height}, variantSizes({width, height}).at(-1)!).map(size => size.width);
	t.deepEqual(dense(2880, 1800), [2880]);
	t.deepEqual(dense(2560, 1440), [2560]);
	t.deepEqual(dense(3840, 2160), [2880, 3840]);
	t.deepEqual(dense(5120, 2880), [2880, 3840]);
	t.deepEqual(dense(2000, 1200), []);
	t.deepEqual(dense(1440, 900), []);
	t.deepEqual(dense(3440, 900), [], 'its variants reach it');
});

test('an animation has fewer, and one alone where all its frames in two would be too much work', t => {
	const animated = (width: number, height: number, frames: number) => animationSizes({width, height, frames}).map(size => size.width);
	t.deepEqual(animated(2000, 1000, 10), [640, 1440]);
	t.deepEqual(animated(2000, 1000, 25), [1440]);
	t.deepEqual(animated(800, 400, 30), [640, 800]);
	t.deepEqual(animated(800, 400, 40), [800]);
	t.deepEqual(animated(439, 439, 259), [439]);
});

test('no size is larger than the image, than a WebP can be or than 10 megapixels, and none has an empty side', t => {
	const sides = [1, 2, 3, 17, 639, 640, 641, 1440, 1920, 5000, 16_383, 16_384, 60_000, 900_000, 50_000_000];
	for (const width of sides) {
		for (const height of sides.filter(side => side * width <= 50_000_000)) {
			const sizes = variantSizes({width, height});
			t.true(sizes.length >= 1 && sizes.length <= 6);
			for (const [index, size] of sizes.entries()) {
				t.true(size.width >= 1 && size.width <= Math.min(width, width > 2.4 * height ? 3840 : 1920), `${width}x${height}`);
				t.true(size.height >= 1 && size.height <= Math.min(height, 16_383), `${width}x${height}`);
				t.true(size.width * size.height <= 10_010_000, `${width}x${height}`);
				if (index > 0) t.true(size.width >= sizes[index - 1]!.width * 1.1, `${width}x${height}`);
			}
		}
	}
});

test('a full page of 1440 x 6900 keeps its width', t => {
	t.deepEqual(widths(1440, 6900), [640, 960, 1440]);
});

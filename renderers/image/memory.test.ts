import {execFile} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import sharp from 'sharp';
import {shareOf} from '../../test/helpers/extent.ts';
import {pngOfZeros, pngWithBomb} from '../../test/helpers/images.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'roteiro-memory-'));
test.after.always(() => rm(folder, {recursive: true, force: true}));

const MB = 1024 * 1024;
const BOUND = 256 * MB;

/** Returns how far one ingest raises the memory of a process that has done one before, and how it ended. */
const CHILD = `
	import {readFile, writeFile} from 'node:fs/promises';
	import {ingestImage} from ${JSON.stringify(new URL('variants.ts', import.meta.url).href)};
	const status = async name => 1024 * new RegExp(name + ':\\\\s+(\\\\d+)').exec(await readFile('/proc/self/status', 'utf8'))[1];
	await ingestImage(await readFile(process.argv[1]));
	const bytes = await readFile(process.argv[2]);
	const before = await status('VmRSS');
	await writeFile('/proc/self/clear_refs', '5');
	const outcome = await ingestImage(bytes).then(image => image.variants.length + ' variants', error => error.code);
	console.log(JSON.stringify({outcome, growth: (await status('VmHWM')) - before}));
`;

/** Colours and transparency that change slowly: much to keep, little to compress. */
const gradient = new Uint32Array(8000 * 6250);
for (let y = 0, at = 0; y < 6250; y++) {
	for (let x = 0; x < 8000; x++, at++) {
		gradient[at] = (x >> 5) | ((y >> 5) << 8) | (((x * y) >> 16) << 16) | ((255 - ((x >> 6) & 63)) << 24);
	}
}
const pixels = Buffer.from(gradient.buffer);
const large = (channels: 3 | 4) => {
	const image = sharp(pixels, {raw: {width: 8000, height: 6250, channels: 4}, limitInputPixels: false});
	return channels === 3 ? image.removeAlpha() : image;
};
const roll = sharp(pixels, {raw: {width: 500, height: 100_000, channels: 4, pageHeight: 500}, limitInputPixels: false});
const tall = sharp(pixels.subarray(0, 1440 * 34_000 * 4), {raw: {width: 1440, height: 34_000, channels: 4}});

/** Decoding, which is what is measured, takes the same memory however well it was packed. */
const FAST = {compressionLevel: 4};
const IMAGES: Record<string, [make: () => Promise<Buffer>, outcome: string]> = {
	'PNG of 50 megapixels': [async () => pngOfZeros(10_000, 5_000), '4 variants'],
	'PNG of 50 megapixels with alpha': [() => large(4).png(FAST).toBuffer(), '4 variants'],
	'interlaced PNG of 50 megapixels with alpha': [
		() =>
			large(4)
				.png({...FAST, progressive: true})
				.toBuffer(),
		'4 variants',
	],
	'progressive JPEG of 50 megapixels': [() => large(3).jpeg({progressive: true}).toBuffer(), '4 variants'],
	'progressive JPEG of 50 megapixels that keeps all colours': [
		() => large(3).jpeg({progressive: true, chromaSubsampling: '4:4:4'}).toBuffer(),
		'image_unreadable',
	],
	'WebP of 50 megapixels with alpha': [() => large(4).webp({effort: 0, quality: 10}).toBuffer(), '4 variants'],
	'page of 34,000 pixels height with alpha': [() => tall.png(FAST).toBuffer(), '1 variants'],
	'animation of 50 megapixels': [() => roll.webp({effort: 0}).toBuffer(), '1 variants'],
	'profile that unpacks to 500 MB': [async () => pngWithBomb('iCCP', 500_000_000), '1 variants'],
	'text that unpacks to 500 MB': [async () => pngWithBomb('zTXt', 500_000_000), '1 variants'],
};

for (const [name, [make, expected]] of shareOf(Object.entries(IMAGES), () => 'image')) {
	test.serial(`a ${name} takes 256 MB of memory at most`, async t => {
		const [small, path] = [join(folder, 'small'), join(folder, 'image')];
		await writeFile(small, pngOfZeros(64, 64));
		await writeFile(path, await make());
		const {stdout} = await run(process.execPath, ['--input-type=module', '-e', CHILD, small, path]);
		const {outcome, growth} = JSON.parse(stdout);
		t.log(`${Math.round(growth / MB)} MB`);
		t.true(growth < BOUND, `${growth}`);
		t.is(outcome, expected);
	});
}

import test from 'ava';
import sharp from 'sharp';
import {hiddenFiles} from '../../../test/helpers/hidden/files.ts';
import {findWords} from '../../../test/helpers/hidden/find-words.ts';
import {animation, compass, gifOfFrames, pngOfZeros, screenshot, turnedCompass} from '../../../test/helpers/images.ts';
import {launchLoopbackBrowser} from '../../../test/helpers/loopback-browser.ts';
import {seededRandom} from '../../../test/helpers/random.ts';
import {redactImage} from '../redact.ts';
import {acceptImage, type IngestedImage, ingestImage} from '../variants.ts';
import {cleanImage} from './clean-image.ts';

const files = await hiddenFiles();
const words = files.map(({word}) => word);
/** Only decoding tells the end of a progressive JPEG's last scan. */
const RECODED = ['jpeg: behind the last block of a progressive one'];

/** Returns the pixels of all frames, upright and in sRGB. */
async function seen(bytes: Buffer) {
	const {pages = 1, delay, loop, autoOrient} = await sharp(bytes).metadata();
	const image = sharp(bytes, {failOn: 'error', ...(pages > 1 ? {animated: true} : {autoOrient: true})});
	return {pixels: await image.toColourspace('srgb').raw().toBuffer(), facts: {pages, delay, loop, ...autoOrient}};
}

test('there are fifty files and more, and the search finds what is hidden in each', t => {
	t.true(files.length >= 50, String(files.length));
	for (const {name, word, bytes} of files) t.deepEqual(findWords(bytes, words), [word], name);
});

for (const {name, bytes} of files) {
	test(`nothing rides along, and what is seen stays as it was: ${name}`, async t => {
		const cut = await cleanImage(bytes, await acceptImage(bytes));
		t.is(cut === null, RECODED.includes(name), 'Nothing else has to be encoded again.');
		const clean = cut ?? (await redactImage(bytes, [], 'png'));
		t.deepEqual(findWords(clean, words), []);
		const [before, after] = [await seen(bytes), await seen(clean)];
		t.deepEqual(after.facts, before.facts);
		t.true(after.pixels.equals(before.pixels));
		t.true((await cleanImage(clean, await acceptImage(clean)))!.equals(clean) || cut === null, 'Cleaned again it stays as it is.');
	});
}

/** Returns one text for each pair of pictures that a browser draws differently: size, orientation or a pixel. */
async function drawnDifferently(pairs: Array<{name: string; pictures: Buffer[]}>): Promise<string[]> {
	const browser = await launchLoopbackBrowser();
	try {
		const page = await browser.newPage();
		const given = pairs.map(({name, pictures}) => ({name, pictures: pictures.map(bytes => bytes.toString('base64'))}));
		return await page.evaluate(async pairs => {
			const drawn = async (base64: string) => {
				const image = new Image();
				image.src = `data:image/any;base64,${base64}`;
				await image.decode();
				const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
				const context = canvas.getContext('2d')!;
				context.drawImage(image, 0, 0);
				return context.getImageData(0, 0, canvas.width, canvas.height);
			};
			const faults: string[] = [];
			for (const {name, pictures} of pairs) {
				const [before, after] = await Promise.all(pictures.map(drawn));
				if (before!.width !== after!.width || before!.height !== after!.height) faults.push(`${name}: size`);
				else if (before!.data.some((value, index) => value !== after!.data[index])) faults.push(`${name}: pixels`);
			}
			return faults;
		}, given);
	} finally {
		await browser.close();
	}
}

test('a browser draws what is cleaned as it drew it before', async t => {
	t.timeout(60_000);
	const pairs = await Promise.all(
		files.map(async ({name, bytes}) => ({name, pictures: [bytes, (await cleanImage(bytes, await acceptImage(bytes))) ?? bytes]})),
	);
	t.deepEqual(await drawnDifferently(pairs), []);
	const [one, other] = [await compass(40, 30).png().toBuffer(), await screenshot(40, 30).png().toBuffer()];
	t.deepEqual(await drawnDifferently([{name: 'two', pictures: [one, other]}]), ['two: pixels'], 'It would be seen.');
});

test('pictures of every kind are cut, not encoded again, and look as before', async t => {
	const shot = () => screenshot(300, 200);
	const alpha = await shot().ensureAlpha(0.5).png().toBuffer();
	const kinds: Record<string, Buffer> = {
		grey: await shot().greyscale().png().toBuffer(),
		'16 bits': await shot().toColourspace('rgb16').png().toBuffer(),
		'16 bits with a profile': await shot().withIccProfile('p3').toColourspace('rgb16').png().toBuffer(),
		interlaced: await shot().png({progressive: true}).toBuffer(),
		'a palette with alpha': await sharp(alpha).png({palette: true, colours: 8}).toBuffer(),
		'two colours': pngOfZeros(77, 31),
		transparent: alpha,
		'a baseline JPEG with 4:4:4': await shot().jpeg({chromaSubsampling: '4:4:4'}).toBuffer(),
		'a grey JPEG': await shot().greyscale().jpeg().toBuffer(),
		'a JPEG in CMYK': await shot().toColourspace('cmyk').jpeg().toBuffer(),
		'a JPEG with a profile': await shot().withIccProfile('p3').jpeg().toBuffer(),
		'a progressive JPEG': await shot().jpeg({progressive: true}).toBuffer(),
		'a JPEG by mozjpeg': await shot().jpeg({mozjpeg: true}).toBuffer(),
		'a transparent WebP': await sharp(alpha).webp().toBuffer(),
		'a lossless transparent WebP': await sharp(alpha).webp({lossless: true}).toBuffer(),
		'a WebP with a profile': await shot().withIccProfile('p3').webp().toBuffer(),
		'an animated GIF': await animation('gif'),
		'an animated WebP': await animation('webp'),
		'many small frames': gifOfFrames(50),
		tiny: await compass(1, 1).png().toBuffer(),
	};
	for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) kinds[`turned ${orientation}`] = await turnedCompass(orientation);
	for (const [name, bytes] of Object.entries(kinds)) {
		const clean = await cleanImage(bytes, await acceptImage(bytes));
		t.truthy(clean, name);
		const [before, after] = [await seen(bytes), await seen(clean!)];
		t.deepEqual(after.facts, before.facts, name);
		t.true(after.pixels.equals(before.pixels), name);
	}
});

const largest = ({variants}: IngestedImage) => variants.at(-1)!.bytes;

test('a damaged picture is cut, encoded again or refused as before, and never becomes another picture', async t => {
	t.timeout(300_000);
	const {below} = seededRandom(32);
	const bases = files.filter((_file, index) => index % 5 === 0);
	for (const {name, bytes} of bases) {
		for (let round = 0; round < 12; round++) {
			const damaged = Buffer.from(bytes);
			for (let count = 1 + below(4); count > 0; count--) damaged[12 + below(damaged.length - 12)] = below(256);
			const header = await acceptImage(damaged).catch(() => null);
			if (!header) continue;
			const clean = await cleanImage(damaged, header);
			const before = await ingestImage(damaged, header).catch(() => null);
			if (!clean || !before) continue;
			const after = await ingestImage(clean, header).catch(() => null);
			t.true(after !== null && largest(after).equals(largest(before)), `${name}, round ${round}`);
		}
	}
});

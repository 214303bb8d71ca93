import sharp, {type AvifOptions, type Sharp} from 'sharp';
import {decode, fromPixels, type Pixels} from './decode.ts';
import {readHeader} from './header.ts';
import {denseSizes, type Size} from './sizes.ts';
import {pixels} from './variants.ts';

// This process reads back what it made. It is one of its own, which reads no image that was not accepted before (`avif-process.ts`).
sharp.unblock({operation: ['VipsForeignLoadHeifBuffer']});

/** A stored variant of an image. */
export type WebpVariant = Size & {bytes: Buffer};
export type AvifVariant = Size & {bytes: Buffer; format: 'avif'};

/*
 * Measured on the ten screenshots of docs/examples against WebP q80, at 640, 960, 1440 and 1920 pixels of width: 27, 31, 38 and
 * 43 % fewer bytes, PSNR higher by 0.9, 1.4, 2.3 and 1.6 dB, SSIM .986/.976, .989/.986, .995/.991, .996/.997; 2.9 s for the four,
 * whose WebP take 0.4 s. Left out:
 * - Effort 4 makes them 6 to 10 % smaller in 2.5 to 4 times the time; effort 2 makes them no smaller and 3 dB worse than effort 3.
 * - 4:2:0 saves 1 % of the bytes and costs 2 dB: small text in colours loses its colour.
 * - Quality 40 saves another 20 % and is then worse than the WebP.
 */
const OPTIONS: AvifOptions = {quality: 50, effort: 3, chromaSubsampling: '4:4:4'};
/** The encoder needs some 50 bytes a pixel: with this many, 450 MB and 4 s. What is larger stays WebP. */
const MAX_PIXELS = 8_500_000;
/** Most size relative to the WebP: a hardly smaller file helps no visitor and fills caches. */
const SMALLER = 0.9;
/** Most error relative to the WebP, 1 dB: a worse AVIF is smaller only because it shows less. */
const WORSE = 10 ** 0.1;

/**
 * Encodes an accepted still image as AVIF in the sizes of its WebP variants, kept only if it has 10 % fewer bytes at least
 * and shows no less; and in the sizes beyond them, for which there is no WebP. Takes seconds and 450 MB.
 */
export async function encodeAvif(original: Buffer, variants: WebpVariant[]): Promise<AvifVariant[]> {
	const header = await readHeader(original);
	const dense = variants.length > 0 ? denseSizes(header, variants.at(-1)!) : [];
	const encoded: Array<Size & {bytes?: Buffer}> = [...variants, ...dense].filter(({width, height}) => width * height <= MAX_PIXELS);
	const largest = encoded.at(-1);
	if (!largest) return [];
	const source = await pixels(withoutTimeout(decode(original, {autoOrient: true})), largest, header);
	const made: AvifVariant[] = [];
	for (const {width, height, bytes: webp} of encoded) {
		const size = {width, height};
		const bytes = await resized(source, size).avif(OPTIONS).toBuffer();
		if (webp && !(await isBetter(bytes, webp, resized(source, size)))) continue;
		made.push({...size, bytes, format: 'avif'});
	}
	return made;
}

async function isBetter(avif: Buffer, webp: Buffer, source: Sharp): Promise<boolean> {
	if (avif.length > webp.length * SMALLER) return false;
	const wanted = await shown(source);
	const [avifError, webpError] = [
		squaredError(wanted, await shown(withoutTimeout(sharp(avif)))),
		squaredError(wanted, await shown(decode(webp))),
	];
	return avifError <= webpError * WORSE;
}

function resized(source: Pixels, size: Size): Sharp {
	return withoutTimeout(fromPixels(source)).resize({...size, fit: 'fill'});
}

/** Lifts sharp's time limit: at the lowest priority a step may wait long. The process has a limit of its own. */
function withoutTimeout(image: Sharp): Sharp {
	return image.timeout({seconds: 0});
}

/** Returns the pixels on white, since transparent ones have no colour of their own. */
function shown(image: Sharp): Promise<Buffer> {
	return image.flatten({background: '#ffffff'}).toColourspace('srgb').raw().toBuffer();
}

function squaredError(a: Buffer, b: Buffer): number {
	if (a.length !== b.length) throw new Error(`An encoded image has ${b.length} samples, its source ${a.length}.`);
	let sum = 0;
	for (let at = 0; at < a.length; at++) sum += (a[at]! - b[at]!) ** 2;
	return sum;
}

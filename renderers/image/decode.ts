import sharp, {type Sharp, type SharpOptions} from 'sharp';
import {LIMITS} from '../../shared/contract/limits.ts';

// Everything is blocked, then the four formats are let in again, from memory alone: no SVG, no TIFF, no path, whatever the bytes say.
sharp.block({operation: ['VipsForeignLoad']});
sharp.unblock({
	operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// One thread an operation: a worker has several under way, and threads of their own cost memory. No two images are the same: nothing to cache.
sharp.concurrency(1);
sharp.cache(false);

/** Seconds that one step of work on an image may take; sharp throws beyond it. */
const TIMEOUT_SECONDS = 15;

export type Pixels = {data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4};

/**
 * Opens an image of unknown origin, not decoded yet. Truncated or corrupt data throws then; odd but harmless data (a
 * stray byte between two JPEG markers) does not.
 */
export function decode(bytes: Buffer, options: SharpOptions = {}): Sharp {
	return sharp(bytes, {limitInputPixels: LIMITS.imagePixels, failOn: 'error', ...options}).timeout({seconds: TIMEOUT_SECONDS});
}

/** Returns an image of our own, decoded before. */
export function fromPixels({data, width, height, channels}: Pixels): Sharp {
	return sharp(data, {raw: {width, height, channels}, limitInputPixels: false}).timeout({seconds: TIMEOUT_SECONDS});
}

/** Drops the fourth channel if all pixels are opaque, as in most screenshots. */
export function dropOpaqueAlpha(pixels: Pixels): Pixels {
	const {data, channels} = pixels;
	if (channels !== 4) return pixels;
	for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return pixels;
	for (let from = 0, to = 0; from < data.length; from += 4) {
		data[to++] = data[from]!;
		data[to++] = data[from + 1]!;
		data[to++] = data[from + 2]!;
	}
	return {...pixels, data: data.subarray(0, (data.length / 4) * 3), channels: 3};
}

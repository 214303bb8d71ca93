import {isDeepStrictEqual} from 'node:util';
import {decode} from '../decode.ts';
import {type ImageHeader, readHeader} from '../header.ts';
import {cleanGif} from './gif.ts';
import {cleanJpeg} from './jpeg.ts';
import {cleanPng} from './png.ts';
import {cleanWebp} from './webp.ts';

/**
 * Returns an accepted image with only its pixels, timing, colours and orientation, without encoding the pixels again.
 * Returns null if only decoding can tell which bytes belong to the image.
 */
export async function cleanImage(bytes: Buffer, header: ImageHeader): Promise<Buffer | null> {
	const {format, orientation} = header;
	const clean = await {
		png: () => cleanPng(bytes, orientation),
		jpeg: () => cleanJpeg(bytes, orientation),
		webp: () => cleanWebp(bytes, orientation),
		gif: () => cleanGif(bytes),
	}[format]();
	if (!clean || (clean.equals(bytes) && format !== 'jpeg')) return clean;
	const after = await readHeader(clean).catch(() => null);
	if (!isDeepStrictEqual(after, header)) return null;
	return header.isProgressiveJpeg && (await hasMoreInScans(clean)) ? null : clean;
}

/**
 * Returns true if scans have extra bytes. The decoder reads all scans of a progressive JPEG before the first pixel, and
 * warns of such bytes.
 */
async function hasMoreInScans(bytes: Buffer): Promise<boolean> {
	const first = decode(bytes, {failOn: 'warning'}).extract({left: 0, top: 0, width: 1, height: 1}).raw();
	return first.toBuffer().then(
		() => false,
		() => true,
	);
}

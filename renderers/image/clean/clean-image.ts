import {isDeepStrictEqual} from 'node:util';
import {decode} from '../decode.ts';
import {type ImageHeader, readHeader} from '../header.ts';
import {cleanGif} from './gif.ts';
import {cleanJpeg} from './jpeg.ts';
import {cleanPng} from './png.ts';
import {cleanWebp} from './webp.ts';

/**
 * An accepted image with its pixels, timing, colours and orientation, and nothing else of what it brought along: what is cut off is never encoded
 * anew. Null where it is built so oddly that only decoding it tells what belongs to it.
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

/** The decoder reads all scans of a progressive JPEG before it returns the first pixel, and warns of bytes that belong to none of them. */
async function hasMoreInScans(bytes: Buffer): Promise<boolean> {
	const first = decode(bytes, {failOn: 'warning'}).extract({left: 0, top: 0, width: 1, height: 1}).raw();
	return first.toBuffer().then(
		() => false,
		() => true,
	);
}

import type {ImageFormat} from '../../shared/image-format.ts';

/**
 * True if the bytes reach the end that the format itself marks. Decoders do not tell: an animated GIF that
 * was cut off decodes as a shorter one, a JPEG without its last bytes as one with a grey edge.
 * Bytes after the end are ignored.
 */
export function isComplete(bytes: Buffer, format: ImageFormat): boolean {
	const end = {png: pngEnd, jpeg: jpegEnd, webp: webpEnd, gif: gifEnd}[format](bytes);
	return end <= bytes.length;
}

// Each returns the offset behind the last byte, or Infinity where the marks lead out of the bytes.

const IEND = 0x49454e44;

function pngEnd(bytes: Buffer): number {
	let at = 8;
	while (at + 12 <= bytes.length) {
		const next = at + 12 + bytes.readUInt32BE(at);
		if (bytes.readUInt32BE(at + 4) === IEND) return next;
		at = next;
	}
	return Infinity;
}

function jpegEnd(bytes: Buffer): number {
	let at = 2;
	while (at >= 0 && at + 1 < bytes.length) {
		if (bytes[at] !== 0xff) {
			// Pixels, or stray bytes between two segments: on to the next marker.
			at = bytes.indexOf(0xff, at);
			continue;
		}
		const marker = bytes[at + 1]!;
		if (marker === 0xd9) return at + 2;
		if (marker === 0xff) at += 1;
		// A stuffed FF, a restart marker and TEM stand alone; every other marker is followed by its length.
		else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
		else if (at + 3 < bytes.length) at += 2 + bytes.readUInt16BE(at + 2);
		else return Infinity;
	}
	return Infinity;
}

function webpEnd(bytes: Buffer): number {
	return bytes.length < 12 ? Infinity : 8 + bytes.readUInt32LE(4);
}

function gifEnd(bytes: Buffer): number {
	if (bytes.length < 14) return Infinity;
	let at = 13 + colourTable(bytes[10]!);
	while (at < bytes.length) {
		const block = bytes[at];
		if (block === 0x3b) return at + 1;
		if (block === 0x2c && at + 10 < bytes.length) at = afterSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9]!));
		else if (block === 0x21) at = afterSubBlocks(bytes, at + 2);
		else return Infinity;
	}
	return Infinity;
}

function colourTable(flags: number): number {
	return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

function afterSubBlocks(bytes: Buffer, start: number): number {
	let at = start;
	while (at < bytes.length) {
		const length = bytes[at]!;
		at += 1 + length;
		if (length === 0) return at;
	}
	return Infinity;
}

import {crc32, deflateSync} from 'node:zlib';
import sharp, {type Sharp} from 'sharp';

/** Images that people send, and images that nobody should have sent. */

/** Something like a screenshot: a bar, a sidebar, lines of text, a button. The same for the same size. */
export function screenshot(width: number, height: number): Sharp {
	const data = Buffer.alloc(width * height * 3, 0xfa);
	const box = (left: number, top: number, w: number, h: number, color: [number, number, number]) => {
		for (let y = Math.floor(top); y < Math.min(height, top + h); y++) {
			for (let x = Math.floor(left); x < Math.min(width, left + w); x++) data.set(color, (y * width + x) * 3);
		}
	};
	box(0, 0, width, height * 0.08, [16, 42, 67]);
	box(0, height * 0.08, width * 0.18, height, [226, 232, 240]);
	for (let line = 0; line * 24 + height * 0.12 < height; line++) {
		for (let word = 0; word < 14; word++) {
			const length = 12 + ((line * 31 + word * 17) % 40);
			box(width * 0.2 + word * width * 0.055, height * 0.12 + line * 24, (length * width) / 1440, 11, [31 + ((line * 7) % 60), 41, 51]);
		}
	}
	box(width * 0.8, height * 0.1, width * 0.15, height * 0.06, [37, 99, 235]);
	return sharp(data, {raw: {width, height, channels: 3}});
}

/** Two colours side by side, red left and blue right of the middle, and a green stripe at the top: shows how it was turned. */
export function compass(width = 60, height = 40): Sharp {
	const data = Buffer.alloc(width * height * 3);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			data.set(y < height / 4 ? [0, 255, 0] : x < width / 2 ? [255, 0, 0] : [0, 0, 255], (y * width + x) * 3);
		}
	}
	return sharp(data, {raw: {width, height, channels: 3}});
}

/** Returns the pixels of a still image, upright and in sRGB. */
export function pixelsOf(bytes: Buffer): Promise<Buffer> {
	return sharp(bytes, {autoOrient: true, failOn: 'error'}).toColourspace('srgb').raw().toBuffer();
}

/** The compass as a JPEG that has to be turned (EXIF orientation 1 to 8) to stand upright. */
export async function turnedCompass(orientation: number): Promise<Buffer> {
	const upright = sharp(await compass().png().toBuffer());
	const turned = {
		1: () => upright,
		2: () => upright.flop(),
		3: () => upright.rotate(180),
		4: () => upright.flip(),
		5: async () => sharp(await upright.rotate(270).toBuffer()).flip(),
		6: () => upright.rotate(270),
		7: async () => sharp(await upright.rotate(90).toBuffer()).flip(),
		8: () => upright.rotate(90),
	}[orientation]!;
	return (await turned()).withMetadata({orientation}).jpeg({quality: 95, chromaSubsampling: '4:4:4'}).toBuffer();
}

/** A square that moves over a ground that changes: no frame is like another. */
export async function animation(format: 'gif' | 'webp', {width = 120, height = 80, frames = 6} = {}): Promise<Buffer> {
	const data = Buffer.alloc(width * height * 3 * frames);
	for (let frame = 0; frame < frames; frame++) {
		for (let y = 0; y < height; y++) {
			for (let x = 0; x < width; x++) {
				const inside = Math.abs(x - (width * frame) / frames) < height / 5 && Math.abs(y - height / 2) < height / 5;
				data.set(inside ? [240, 60, 60] : [20, (frame * 16) % 200, 90], ((frame * height + y) * width + x) * 3);
			}
		}
	}
	const roll = sharp(data, {raw: {width, height: height * frames, channels: 3, pageHeight: height}});
	return roll.toFormat(format, {delay: Array(frames).fill(100), loop: 0, effort: 1}).toBuffer();
}

/** A PNG of one bit a pixel: as many pixels as one likes in a few kilobytes, all of them really there. */
export function pngOfZeros(width: number, height: number): Buffer {
	return png(width, height, [0x01, 0x00], [['IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))]]);
}

/** A small PNG with a chunk that unpacks to `bytes` bytes: a profile (iCCP) or a text (zTXt). */
export function pngWithBomb(kind: 'iCCP' | 'zTXt', bytes: number): Buffer {
	const bomb = Buffer.concat([Buffer.from('bomb\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]);
	return png(
		8,
		8,
		[0x08, 0x00],
		[
			[kind, bomb],
			['IDAT', deflateSync(Buffer.alloc(9 * 8))],
		],
	);
}

/** Forty bytes of WebP that declare 16384 x 16384 pixels: 268 megapixels. */
export function webpFlood(): Buffer {
	const bytes = Buffer.alloc(40);
	bytes.write('RIFF', 0, 'latin1');
	bytes.writeUInt32LE(32, 4);
	bytes.write('WEBPVP8X', 8, 'latin1');
	bytes.writeUInt32LE(10, 16);
	bytes.writeUIntLE(16_383, 24, 3);
	bytes.writeUIntLE(16_383, 27, 3);
	bytes.write('VP8L', 30, 'latin1');
	bytes.writeUInt32LE(2, 34);
	return bytes;
}

/** A GIF of tiny frames on a screen of this size. */
export function gifOfFrames(frames: number, width = 4, height = 4): Buffer {
	const head = Buffer.alloc(19);
	head.write('GIF89a', 'latin1');
	head.writeUInt16LE(width, 6);
	head.writeUInt16LE(height, 8);
	head.set([0x80, 0, 0, 0, 0, 0, 255, 255, 255], 10);
	const control = [0x21, 0xf9, 4, 4, 5, 0, 0, 0];
	const frame = [...control, 0x2c, 0, 0, 0, 0, 4, 0, 4, 0, 0, 2, 3, 0x84, 0x8f, 0x05, 0];
	return Buffer.concat([head, Buffer.from(Array(frames).fill(frame).flat()), Buffer.from([0x3b])]);
}

/** The image with a last chunk of padding, so that it has exactly this many bytes and is still whole. */
export function paddedPng(bytes: Buffer, length: number): Buffer {
	const end = bytes.length - 12;
	const padding = chunk('paDd', Buffer.alloc(length - bytes.length - 12, 0x2e));
	return Buffer.concat([bytes.subarray(0, end), padding, bytes.subarray(end)]);
}

/** What is no PNG, JPEG, WebP or GIF, whatever it is called: by name. */
export async function notImages(): Promise<Record<string, Buffer>> {
	const small = () => compass(16, 16);
	return {
		nothing: Buffer.alloc(0),
		'one byte': Buffer.from([0x89]),
		text: Buffer.from('not an image at all'),
		HTML: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
		SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
		'SVG behind an XML declaration': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
		AVIF: await small().avif({effort: 0}).toBuffer(),
		TIFF: await small().tiff().toBuffer(),
		BMP: Buffer.from(
			'424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000ffffff00',
			'hex',
		),
		ICO: Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
		PDF: Buffer.from('%PDF-1.7\n%%EOF'),
		ZIP: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
		'a PNG without its first byte': (await small().png().toBuffer()).subarray(1),
		'a PNG whose line ends were changed': Buffer.from('89504e470a1a0a0000000d49484452', 'hex'),
		'a RIFF that is sound': Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'),
	};
}

function png(width: number, height: number, [depth, color]: [number, number], chunks: [kind: string, data: Buffer][]): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([depth, color, 0, 0, 0], 8);
	const all: [string, Buffer][] = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]];
	return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...all.map(([kind, data]) => chunk(kind, data))]);
}

function chunk(kind: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, check]);
}

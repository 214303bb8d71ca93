import {animation, screenshot} from '../images.ts';
import {exifWith, xmpWith} from './exif.ts';
import type {Maker} from './files.ts';
import {profileWith} from './profile.ts';

const WIDTH = 240;
const HEIGHT = 160;

export async function hiddenInWebps(): Promise<Record<string, Maker>> {
	const lossy = picturesOf(await screenshot(WIDTH, HEIGHT).webp().toBuffer());
	const lossless = picturesOf(await screenshot(WIDTH, HEIGHT).webp({lossless: true}).toBuffer());
	const moving = await animation('webp', {frames: 3});
	const words = (word: string) => Buffer.from(word);
	return {
		EXIF: word => extended(lossy, 8, chunk('EXIF', exifWith({gps: word}))),
		'EXIF in an image that is turned': word => extended(lossless, 8, chunk('EXIF', exifWith({orientation: 6, description: word}))),
		XMP: word => extended(lossy, 4, chunk('XMP ', xmpWith(word))),
		'a chunk of its own': word => extended(lossy, 0, chunk('pRiV', words(word))),
		'words after the end': word => Buffer.concat([riff(lossy), words(word)]),
		'a profile that is announced nowhere': word => extended(lossy, 0, chunk('ICCP', words(word))),
		'behind the pixels': word => riff(grown(lossy, words(word))),
		'behind the pixels without loss': word => riff(grown(lossless, words(word))),
		'XMP in an animation': word => riff(Buffer.concat([moving.subarray(12), chunk('XMP ', xmpWith(word))])),
		'a chunk in a frame': word => {
			const at = moving.indexOf('ANMF');
			const end = at + 8 + moving.readUInt32LE(at + 4);
			return riff(
				Buffer.concat([
					moving.subarray(12, at),
					grown(moving.subarray(at, end), chunk('pRiV', words(word))),
					moving.subarray(end + (end & 1)),
				]),
			);
		},
		'the description of a profile': async word => {
			const profile = chunk('ICCP', await profileWith({description: word}));
			return riff(Buffer.concat([head(0x20), profile, lossy]));
		},
	};
}

function picturesOf(webp: Buffer): Buffer {
	return webp.subarray(12);
}

function extended(picture: Buffer, flags: number, more: Buffer): Buffer {
	return riff(Buffer.concat([head(flags), picture, more]));
}

function head(flags: number): Buffer {
	const data = Buffer.alloc(10);
	data[0] = flags;
	data.writeUIntLE(WIDTH - 1, 4, 3);
	data.writeUIntLE(HEIGHT - 1, 7, 3);
	return chunk('VP8X', data);
}

function chunk(kind: string, data: Buffer): Buffer {
	const start = Buffer.alloc(8);
	start.write(kind, 'latin1');
	start.writeUInt32LE(data.length, 4);
	return Buffer.concat([start, data, Buffer.alloc(data.length & 1)]);
}

/** Returns a chunk with more bytes after its data. */
function grown(whole: Buffer, more: Buffer): Buffer {
	return chunk(whole.toString('latin1', 0, 4), Buffer.concat([whole.subarray(8, 8 + whole.readUInt32LE(4)), more]));
}

function riff(content: Buffer): Buffer {
	return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), content]));
}

import {crc32, deflateSync, inflateSync} from 'node:zlib';
import {screenshot} from '../images.ts';
import {exifWith, xmpWith} from './exif.ts';
import type {Maker} from './files.ts';
import {profileWith} from './profile.ts';

const WIDTH = 240;
const HEIGHT = 160;

export async function hiddenInPngs(): Promise<Record<string, Maker>> {
	const base = await screenshot(WIDTH, HEIGHT).png().toBuffer();
	const indexed = await screenshot(WIDTH, HEIGHT).png({palette: true, colours: 16}).toBuffer();
	const other = await screenshot(120, 400).png().toBuffer();
	const [rows] = [inflateSync(Buffer.concat(dataOf(base, 'IDAT')))];
	const withPixels = (idat: Buffer) => Buffer.concat([...before(base, 'IDAT'), chunk('IDAT', idat), chunk('IEND')]);
	const text = (word: string) => Buffer.from(word.repeat(40));
	return {
		'words after the end': word => Buffer.concat([base, text(word)]),
		'a whole screenshot after the end': word => Buffer.concat([base, insert(other, 'IDAT', chunk('tEXt', Buffer.from(`Title\0${word}`)))]),
		'one byte of zero and words after the end': word => Buffer.concat([base, Buffer.from([0]), text(word)]),
		'rows below the last one': word => withPixels(deflateSync(Buffer.concat([rows, text(word)]))),
		'rows below the last one, not packed': word => withPixels(deflateSync(Buffer.concat([rows, text(word)]), {level: 0})),
		'words behind the packed pixels': word => withPixels(Buffer.concat([deflateSync(rows), text(word)])),
		'more pixels in a chunk after the pixels': word =>
			insert(base, 'IEND', chunk('tIME', Buffer.alloc(7)), chunk('IDAT', Buffer.from(word))),
		tEXt: word => insert(base, 'IDAT', chunk('tEXt', Buffer.from(`Comment\0${word}`))),
		'tEXt behind the pixels': word => insert(base, 'IEND', chunk('tEXt', Buffer.from(`Comment\0${word}`))),
		zTXt: word => insert(base, 'IDAT', chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.from(word))]))),
		'packed iTXt': word =>
			insert(base, 'IDAT', chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0en\0\0', 'latin1'), deflateSync(Buffer.from(word))]))),
		XMP: word => insert(base, 'IDAT', chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmpWith(word)]))),
		'GPS in an image that is turned': word => insert(base, 'IDAT', chunk('eXIf', exifWith({orientation: 6, gps: word}))),
		'a chunk of its own': word => insert(base, 'IDAT', chunk('prVt', Buffer.from(word))),
		'a chunk whose sum is wrong': word => {
			const broken = chunk('tEXt', Buffer.from(`a\0${word}`));
			broken[broken.length - 1]! ^= 1;
			return insert(base, 'IDAT', broken);
		},
		'a palette that nothing uses': word => insert(base, 'IDAT', chunk('PLTE', paddedTo3(Buffer.from(word)))),
		'a palette that is suggested': word =>
			insert(base, 'IDAT', chunk('sPLT', Buffer.concat([Buffer.from(`${word}\0\x08`, 'latin1'), Buffer.alloc(6)]))),
		'a second frame': word => {
			const frame = deflateSync(Buffer.concat([rows.subarray(0, -200), Buffer.from(word.padEnd(200))]));
			const control = Buffer.alloc(26);
			control.writeUInt32BE(WIDTH, 4);
			control.writeUInt32BE(HEIGHT, 8);
			const second = Buffer.from(control);
			second[3] = 1;
			const animated = insert(base, 'IDAT', chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), chunk('fcTL', control));
			return insert(animated, 'IEND', chunk('fcTL', second), chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), frame])));
		},
		'the description of a profile': async word => withProfile(base, await profileWith({description: word})),
		'a tag of its own in a profile': async word => withProfile(base, await profileWith({tag: word})),
		'the end of a profile': async word => withProfile(base, await profileWith({end: word})),
		'gaps in a profile': async word => withProfile(base, await profileWith({gap: word})),
		'the name of a profile': async word => withProfile(base, await profileWith({}), word),
		'a text beside a palette': word => insert(indexed, 'IDAT', chunk('tEXt', Buffer.from(`Software\0${word}`))),
		'a text beside gamma and primaries': word => {
			const gamma = Buffer.alloc(4);
			gamma.writeUInt32BE(45_455);
			return insert(base, 'IDAT', chunk('gAMA', gamma), chunk('tEXt', Buffer.from(`Source\0${word}`)));
		},
	};
}

function withProfile(base: Buffer, profile: Buffer, name = 'icc'): Buffer {
	return insert(base, 'IDAT', chunk('iCCP', Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), deflateSync(profile)])));
}

/** Returns a chunk of a PNG. */
export function chunk(kind: string, data: Buffer = Buffer.alloc(0)): Buffer {
	const made = Buffer.concat([Buffer.alloc(4), Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
	made.writeUInt32BE(data.length, 0);
	made.writeUInt32BE(crc32(made.subarray(4, -4)), made.length - 4);
	return made;
}

/** Returns the PNG with these chunks before the first one of that kind, in place of the encoder's chunks of the same kinds. */
export function insert(png: Buffer, kind: string, ...chunks: Buffer[]): Buffer {
	const at = placeOf(png, kind);
	return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

function before(png: Buffer, kind: string): Buffer[] {
	return [png.subarray(0, placeOf(png, kind))];
}

function placeOf(png: Buffer, kind: string): number {
	return [...chunksOf(png)].find(one => one.kind === kind)!.at;
}

function dataOf(png: Buffer, wanted: string): Buffer[] {
	return [...chunksOf(png)].filter(({kind}) => kind === wanted).map(({data}) => data);
}

/** Yields the chunks of a PNG up to its end. */
export function* chunksOf(png: Buffer): Generator<{kind: string; at: number; data: Buffer}> {
	for (let at = 8; at + 12 <= png.length; ) {
		const end = at + 12 + png.readUInt32BE(at);
		yield {kind: png.toString('latin1', at + 4, at + 8), at, data: png.subarray(at + 8, end - 4)};
		at = end;
	}
}

function paddedTo3(bytes: Buffer): Buffer {
	return Buffer.concat([bytes, Buffer.alloc((3 - (bytes.length % 3)) % 3)]);
}

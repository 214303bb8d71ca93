import {screenshot} from '../images.ts';
import {exifWith, xmpWith} from './exif.ts';
import type {Maker} from './files.ts';
import {profileWith} from './profile.ts';

export async function hiddenInJpegs(): Promise<Record<string, Maker>> {
	const make = () => screenshot(240, 160);
	const base = await make().jpeg({quality: 85}).toBuffer();
	const progressive = await make().jpeg({quality: 85, progressive: true}).toBuffer();
	const small = await make().resize(60).jpeg().toBuffer();
	const exif = (block: Buffer) => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]);
	const commented = (word: string) => insert(small, segment(0xfe, word));
	const profile = async (parts: Parameters<typeof profileWith>[0]) =>
		insert(base, segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), await profileWith(parts)])));
	return {
		'words after the end': word => Buffer.concat([base, Buffer.from(word)]),
		'a second image after the end': word => Buffer.concat([insert(base, segment(0xe2, mpf(base.length))), commented(word)]),
		'a film after the end': word => Buffer.concat([base, Buffer.from(`\0\0\0\x18ftypmp42${word}`, 'latin1')]),
		GPS: word => insert(base, segment(0xe1, exif(exifWith({gps: word})))),
		'GPS in an image that is turned': word => insert(base, segment(0xe1, exif(exifWith({orientation: 8, gps: word})))),
		'a thumbnail': word => insert(base, segment(0xe1, exif(exifWith({thumbnail: commented(word)})))),
		"a maker's note": word => insert(base, segment(0xe1, exif(exifWith({makerNote: word})))),
		'a description in an image that is mirrored': word => insert(base, segment(0xe1, exif(exifWith({orientation: 5, description: word})))),
		XMP: word => insert(base, segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmpWith(word)]))),
		'more XMP': word =>
			insert(
				base,
				segment(0xe1, Buffer.concat([Buffer.from(`http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}\0\0\0\0\0\0\0\0`), xmpWith(word)])),
			),
		IPTC: word => insert(base, segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x40\x1c\x02\x78\0\x20${word}`)),
		'a comment': word => insert(base, segment(0xfe, word)),
		'a comment behind the tables': word => insertBefore(base, 0xda, segment(0xfe, word)),
		'where it comes from': word => insert(base, segment(0xeb, `JP\0\x01\0\0\0\x01\0\0\0\x40jumb${word}`)),
		'a second EXIF': word =>
			insert(base, segment(0xe1, exif(exifWith({orientation: 3}))), segment(0xe1, exif(exifWith({description: word})))),
		'bytes between two segments': word => insertBefore(base, 0xc0, Buffer.from(word)),
		'a thumbnail of JFIF': word => {
			const pixels = Buffer.from(word.padEnd(48));
			return Buffer.concat([
				base.subarray(0, 2),
				segment(0xe0, Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x04\x04', 'latin1'), pixels])),
				base.subarray(2),
			]);
		},
		'a segment of Adobe that is too long': word => insert(base, segment(0xee, `Adobe\0d\0\0\0\0\x01${word}`)),
		'tables that nothing uses': word => insert(base, segment(0xdb, Buffer.concat([Buffer.from([3]), Buffer.from(word.padEnd(64, '~'))]))),
		'behind the last block': word => Buffer.concat([base.subarray(0, -2), Buffer.from(word), base.subarray(-2)]),
		'behind the last block of a progressive one': word =>
			Buffer.concat([progressive.subarray(0, -2), Buffer.from(word), progressive.subarray(-2)]),
		'the description of a profile': word => profile({description: word}),
		'a tag of its own in a profile': word => profile({tag: word}),
	};
}

/** Returns an index of several images in one file. */
function mpf(bytes: number): Buffer {
	const index = Buffer.from('MPF\0MM\0*\0\0\0\x08\0\x01\xb0\x01\0\x04\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
	index.writeUInt32BE(bytes, index.length - 8);
	return index;
}

export function segment(marker: number, data: Buffer | string): Buffer {
	const content = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}

/** Returns the JPEG with these segments after its first one. */
function insert(jpeg: Buffer, ...segments: Buffer[]): Buffer {
	const at = 4 + jpeg.readUInt16BE(4);
	return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
}

function insertBefore(jpeg: Buffer, marker: number, bytes: Buffer): Buffer {
	let at = 2;
	while (jpeg[at + 1] !== marker) at += 2 + jpeg.readUInt16BE(at + 2);
	return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
}

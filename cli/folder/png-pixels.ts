import {deflateSync, inflateSync} from 'node:zlib';

/** Difference of a colour that no eye sees, such as rounding in mixed colours; of 255. */
const TOLERANCE = 3;

/** A part of a PNG file. */
type Chunk = {type: string; data: Buffer};

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Rows of pixels, as they are in the file before they are packed. */
export type Pixels = {width: number; height: number; channels: number; data: Buffer};

/** Colour types with 8 bits a channel that browsers write: RGB and RGBA. */
const CHANNELS: Record<number, number> = {2: 3, 6: 4};
const MAX_PIXELS = 50_000_000;

/** The checksum of PNG; the one of Node is younger than the oldest Node that the command runs on. */
const CRC_TABLE = Uint32Array.from({length: 256}, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

/** Returns the share (0..1) of pixels that differ; null for different sizes, or unless both are PNG of a browser. */
export function difference(one: Buffer, other: Buffer): number | null {
	const [a, b] = [decodePng(one), decodePng(other)];
	if (!a || !b || a.width !== b.width || a.height !== b.height) return null;
	let differing = 0;
	const pixels = a.width * a.height;
	for (let pixel = 0; pixel < pixels; pixel++) {
		for (let channel = 0; channel < 4; channel++) {
			const mine = channel < a.channels ? a.data[pixel * a.channels + channel]! : 255;
			const theirs = channel < b.channels ? b.data[pixel * b.channels + channel]! : 255;
			if (Math.abs(mine - theirs) <= TOLERANCE) continue;
			differing++;
			break;
		}
	}
	return differing / pixels;
}

/** Returns the parts of a PNG file in their order; null if it is none, or ends too early. */
function readChunks(png: Buffer): Chunk[] | null {
	if (!png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
	const chunks: Chunk[] = [];
	for (let at = PNG_SIGNATURE.length; at + 12 <= png.length; ) {
		const end = at + 8 + png.readUInt32BE(at);
		if (end + 4 > png.length) return null;
		const type = png.toString('latin1', at + 4, at + 8);
		chunks.push({type, data: png.subarray(at + 8, end)});
		if (type === 'IEND') return chunks;
		at = end + 4;
	}
	return null;
}

/** Returns the pixels of a PNG as browsers write it; null if it is anything else. */
export function decodePng(png: Buffer): Pixels | null {
	const chunks = readChunks(png);
	const header = chunks?.[0]?.type === 'IHDR' && chunks[0].data.length === 13 ? chunks[0].data : null;
	if (!chunks || !header) return null;
	const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), CHANNELS[header[9]!]];
	const isPlain = header[8] === 8 && header[12] === 0 && !chunks.some(({type}) => type === 'tRNS' || type === 'acTL');
	if (!channels || !isPlain || width * height > MAX_PIXELS) return null;
	const stride = width * channels + 1;
	const packed = Buffer.concat(chunks.flatMap(({type, data}) => (type === 'IDAT' ? [data] : [])));
	try {
		const rows = inflateSync(packed, {maxOutputLength: stride * height});
		return rows.length === stride * height ? {width, height, channels, data: unfilter(rows, {stride, height, channels})} : null;
	} catch {
		return null;
	}
}

/** Undoes what PNG does to each row: its bytes are differences to those on the left, above, or both. */
function unfilter(rows: Buffer, {stride, height, channels}: {stride: number; height: number; channels: number}): Buffer {
	const wide = stride - 1;
	const data = Buffer.alloc(wide * height);
	for (let row = 0; row < height; row++) {
		const filter = rows[row * stride]!;
		const from = row * stride + 1;
		const to = row * wide;
		for (let at = 0; at < wide; at++) {
			const left = at >= channels ? data[to + at - channels]! : 0;
			const above = row > 0 ? data[to + at - wide]! : 0;
			const corner = row > 0 && at >= channels ? data[to + at - wide - channels]! : 0;
			data[to + at] = (rows[from + at]! + predicted(filter, left, above, corner)) & 0xff;
		}
	}
	return data;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
	if (filter === 0) return 0;
	if (filter === 1) return left;
	if (filter === 2) return above;
	if (filter === 3) return (left + above) >> 1;
	const guess = left + above - corner;
	const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
	if (a <= b && a <= c) return left;
	return b <= c ? above : corner;
}

/** Writes pixels as a PNG. Each row is its difference to the one above: drawn screens change little from row to row. */
export function encodePng({width, height, channels, data}: Pixels): Buffer {
	const wide = width * channels;
	const rows = Buffer.alloc((wide + 1) * height);
	for (let row = 0; row < height; row++) {
		const to = row * (wide + 1);
		const from = row * wide;
		rows[to] = row === 0 ? 0 : 2;
		for (let at = 0; at < wide; at++) rows[to + 1 + at] = row === 0 ? data[at]! : data[from + at]! - data[from + at - wide]!;
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	header[9] = channels === 4 ? 6 : 2;
	return Buffer.concat([
		PNG_SIGNATURE,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(rows, {level: 9})),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	body.copy(framed, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}

function crc32(bytes: Buffer): number {
	let value = 0xffffffff;
	for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
	return (value ^ 0xffffffff) >>> 0;
}

import {inflateSync} from 'node:zlib';
import {readChunks} from './png.ts';

/** Rows of pixels, as they are in the file before they are packed. */
type Pixels = {width: number; height: number; channels: number; data: Buffer};

/** Colour types with 8 bits a channel that browsers write: RGB and RGBA. */
const CHANNELS: Record<number, number> = {2: 3, 6: 4};
/** What no eye sees: rounding of colours that are mixed. Of 255. */
const TOLERANCE = 3;
const MAX_PIXELS = 50_000_000;

/** The share of pixels in which two pictures differ, from 0 to 1; null where they cannot be compared: other sizes, or not both PNG of a browser. */
export function difference(one: Buffer, other: Buffer): number | null {
	const [a, b] = [decode(one), decode(other)];
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

function decode(png: Buffer): Pixels | null {
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

import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {promisify} from 'node:util';
import {crc32, createDeflate, createInflate, inflate} from 'node:zlib';
import {cleanProfile} from './icc-profile.ts';
import {isTurned, orientationOnly} from './jpeg.ts';

/** Chunks that declare colours, with their length. */
const COLOUR_CHUNKS: Record<string, number> = {gAMA: 4, cHRM: 32, sRGB: 1, cICP: 4};
/** Larger profiles are rejected: those of printers have 3 MB at most, unpacked. */
const PROFILE_BYTES = 8 * 1024 * 1024;

const unpack = promisify(inflate);

type Chunk = {kind: string; data: Buffer; intact: boolean};

/**
 * Returns the PNG with its pixels, palette, transparency, colour space and orientation, and no other chunk. Bytes after
 * the last row and after the end are omitted; an animation keeps only its default image. Returns null if only decoding
 * can tell which bytes belong to the image.
 */
export async function cleanPng(bytes: Buffer, orientation?: number): Promise<Buffer | null> {
	const chunks = chunksOf(bytes);
	const header = chunks[0];
	const first = chunks.findIndex(({kind}) => kind === 'IDAT');
	if (header?.kind !== 'IHDR' || header.data.length !== 13 || first === -1) return null;
	const behind = chunks.findIndex(({kind}, index) => index > first && kind !== 'IDAT');
	const packed = chunks.slice(first, behind === -1 ? undefined : behind).map(({data}) => data);
	const idat = Buffer.concat(packed);
	const pixels = await cleanPixels(idat, rawBytes(header.data));
	if (!pixels) return null;
	// The chunks keep their division, so that an image without extra bytes stays byte for byte equal.
	const rows = pixels.length === idat.length && pixels.equals(idat) ? packed : [pixels];
	const before = await declared(chunks.slice(1, first), header.data);
	const turned = isTurned(orientation) ? [chunk('eXIf', orientationOnly(orientation))] : [];
	return Buffer.concat([
		bytes.subarray(0, 8),
		chunk('IHDR', header.data),
		...before,
		...turned,
		...rows.map(data => chunk('IDAT', data)),
		chunk('IEND', EMPTY),
	]);
}

const EMPTY = Buffer.alloc(0);

function chunksOf(bytes: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = 8; at + 12 <= bytes.length; ) {
		const end = at + 12 + bytes.readUInt32BE(at);
		if (end > bytes.length) break;
		const kind = bytes.toString('latin1', at + 4, at + 8);
		const intact = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4);
		chunks.push({kind, data: bytes.subarray(at + 8, end - 4), intact});
		if (kind === 'IEND') break;
		at = end;
	}
	return chunks;
}

/**
 * Returns the chunks before the pixels that tell how these look, one of each kind. It omits damaged ones and those of
 * another length, which decoders ignore.
 */
async function declared(chunks: Chunk[], header: Buffer): Promise<Buffer[]> {
	const colors = header[9]!;
	const seen = new Set<string>();
	let palette = 0;
	const kept: Buffer[] = [];
	for (const {kind, data, intact} of chunks) {
		if (!intact || seen.has(kind)) continue;
		seen.add(kind);
		if (COLOUR_CHUNKS[kind] === data.length) kept.push(chunk(kind, data));
		else if (kind === 'iCCP' && palette === 0) kept.push(...(await profileChunk(data)));
		else if (kind === 'PLTE' && colors === 3) {
			const size = Math.min(Math.floor(data.length / 3), 2 ** header[8]!);
			palette = size;
			kept.push(chunk(kind, data.subarray(0, size * 3)));
		} else if (kind === 'tRNS' && isTransparency(data.length, colors, palette)) kept.push(chunk(kind, data));
	}
	return kept;
}

function isTransparency(length: number, colors: number, palette: number): boolean {
	return colors === 3 ? length <= palette : length === {0: 2, 2: 6}[colors];
}

async function profileChunk(data: Buffer): Promise<Buffer[]> {
	const name = data.indexOf(0);
	if (name < 1 || name > 79 || data[name + 1] !== 0) return [];
	const unpacked = await unpack(data.subarray(name + 2), {maxOutputLength: PROFILE_BYTES}).catch(() => null);
	const profile = unpacked && cleanProfile(unpacked);
	if (!profile) return [];
	return [chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), await pack([profile])]))];
}

/** Returns the bytes of all rows with their filters, in the seven passes of an interlaced image. */
function rawBytes(header: Buffer): number {
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const bits = header[8]! * ({0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[header[9]!] ?? 1);
	const passes = header[12] === 1 ? ADAM7 : [[0, 0, 1, 1] as const];
	return passes.reduce((sum, [left, top, right, down]) => {
		const [columns, rows] = [Math.ceil((width - left) / right), Math.ceil((height - top) / down)];
		return sum + (columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * bits) / 8)) : 0);
	}, 0);
}

const ADAM7 = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
] as const;

/** Returns only the packed rows, unchanged if they end with the image, else packed again. Returns null if rows are missing. */
async function cleanPixels(idat: Buffer, wanted: number): Promise<Buffer | null> {
	const unpacking = createInflate();
	let rows = 0;
	try {
		unpacking.end(idat);
		for await (const piece of unpacking) {
			rows += piece.length;
			if (rows > wanted) break;
		}
		if (rows === wanted) return idat.subarray(0, unpacking.bytesWritten);
	} catch {
		// A wrong checksum after the last row is no reason to refuse an image; an error before it is.
	}
	return rows < wanted ? null : pack(firstBytes(idat, wanted));
}

async function* firstBytes(idat: Buffer, wanted: number): AsyncGenerator<Buffer> {
	const unpacking = createInflate();
	unpacking.end(idat);
	let left = wanted;
	for await (const piece of unpacking) {
		yield piece.subarray(0, left);
		left -= piece.length;
		if (left <= 0) return;
	}
}

async function pack(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<Buffer> {
	const deflate = createDeflate();
	const [packed] = await Promise.all([buffer(deflate), pipeline(Readable.from(pieces), deflate)]);
	return packed;
}

function chunk(kind: string, data: Buffer): Buffer {
	const made = Buffer.alloc(data.length + 12);
	made.writeUInt32BE(data.length, 0);
	made.write(kind, 4, 'latin1');
	data.copy(made, 8);
	made.writeUInt32BE(crc32(made.subarray(4, -4)), made.length - 4);
	return made;
}

import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {promisify} from 'node:util';
import {crc32, createDeflateRaw, deflateRaw} from 'node:zlib';

/** A file in the zip. `stored`: not compressed, as for pictures and sounds. Text in parts need not fit into memory. */
export type Entry = {path: string; content: Buffer | AsyncIterable<string>; stored?: boolean};

/** The last file of the zip: checksums of all others, as `sha256sum -c` reads them. */
const SUMS = 'SHA256SUMS';
/** Number of headers and sums joined into one buffer: each file keeps some 250 bytes in memory until the end. */
const PAGE = 1000;

const deflate = promisify(deflateRaw);
type Placed = {
	path: string;
	/** Time of the file. */
	at: Date;
	/** Offset of its local header. */
	offset: number;
	/** 0: stored, 8: deflated. */
	method: 0 | 8;
	/** True if checksum and sizes follow the bytes. */
	isStreamed: boolean;
	crc: number;
	packed: number;
	bytes: number;
};

const UTF8 = 1 << 11;
const DESCRIPTOR = 1 << 3;
/** Version of the format that a reader needs: 2.0 has deflate, 4.5 has ZIP64. */
const VERSION = {plain: 20, zip64: 45};
const UNIX = 3 << 8;
const REGULAR_FILE = 0o100644;
/** Values that point to the ZIP64 field. */
const LARGE = 0xffffffff;
const MANY = 0xffff;

type Field = [bytes: 2 | 4 | 6 | 8, value: number];

/** Yields a zip of these files, made as it is read. Uses ZIP64 beyond 65,535 files or 4 GB. */
export async function* zipOf(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Buffer> {
	const directory = openPages();
	const sums = openPages();
	const end = {offset: 0, files: 0};
	const add = async function* ({path, content, stored = false}: Entry): AsyncGenerator<Buffer> {
		const placed: Placed = {
			path,
			at,
			offset: end.offset,
			method: stored ? 0 : 8,
			isStreamed: !Buffer.isBuffer(content),
			crc: 0,
			packed: 0,
			bytes: 0,
		};
		const hash = createHash('sha256');
		const parts = Buffer.isBuffer(content) ? whole(placed, content, hash) : streamed(placed, content, hash);
		for await (const part of parts) {
			end.offset += part.length;
			yield part;
		}
		end.files++;
		directory.add(centralHeader(placed));
		sums.add(Buffer.from(`${hash.digest('hex')}  ${path}\n`));
	};
	for await (const entry of entries) yield* add(entry);
	yield* add({path: SUMS, content: Buffer.concat(sums.all())});
	const start = end.offset;
	for (const page of directory.all()) {
		end.offset += page.length;
		yield page;
	}
	yield endOfDirectory({files: end.files, start, bytes: end.offset - start});
}

type Hash = {update(data: Uint8Array): unknown};

/** Writes an entry whose sum and sizes are known before its first byte. */
async function* whole(placed: Placed, content: Buffer, hash: Hash): AsyncGenerator<Buffer> {
	hash.update(content);
	const packed = placed.method === 0 ? content : await deflate(content);
	Object.assign(placed, {crc: crc32(content), bytes: content.length, packed: packed.length});
	yield localHeader(placed);
	yield packed;
}

/** Writes a streamed entry, followed by its checksum and sizes, which are known only at the end. */
async function* streamed(placed: Placed, content: AsyncIterable<string>, hash: Hash): AsyncGenerator<Buffer> {
	yield localHeader(placed);
	const counted = async function* () {
		for await (const text of content) {
			const bytes = Buffer.from(text);
			hash.update(bytes);
			placed.crc = crc32(bytes, placed.crc);
			placed.bytes += bytes.length;
			yield bytes;
		}
	};
	const packer = createDeflateRaw();
	const source = Readable.from(counted(), {objectMode: false}).on('error', error => packer.destroy(error));
	source.pipe(packer);
	for await (const part of packer as AsyncIterable<Buffer>) {
		placed.packed += part.length;
		yield part;
	}
	yield dataDescriptor(placed);
}

/** Collects many small buffers into a few large ones. */
function openPages() {
	const pages: Buffer[] = [];
	let page: Buffer[] = [];
	return {
		add(bytes: Buffer) {
			if (page.push(bytes) < PAGE) return;
			pages.push(Buffer.concat(page));
			page = [];
		},
		all: () => [...pages, Buffer.concat(page)],
	};
}

// The headers of a zip (PKWARE's APPNOTE 6.3, 4.3): all numbers little-endian. A library was looked for: decision 53.

function localHeader({path, at, method, isStreamed, crc, packed, bytes}: Placed): Buffer {
	const name = Buffer.from(path);
	// Its size is not known yet: the descriptor after its bytes has 8 bytes for each size.
	const extra = isStreamed ? zip64Field([0, 0]) : Buffer.alloc(0);
	const known = isStreamed ? [0, LARGE, LARGE] : [crc, packed, bytes];
	const header = numbers([
		[4, 0x04034b50],
		[2, isStreamed ? VERSION.zip64 : VERSION.plain],
		[2, UTF8 | (isStreamed ? DESCRIPTOR : 0)],
		[2, method],
		...dosTime(at),
		...known.map(value => [4, value] as Field),
		[2, name.length],
		[2, extra.length],
	]);
	return Buffer.concat([header, name, extra]);
}

function dataDescriptor({crc, packed, bytes}: Placed): Buffer {
	return numbers([
		[4, 0x08074b50],
		[4, crc],
		[8, packed],
		[8, bytes],
	]);
}

function centralHeader({path, at, offset, method, isStreamed, crc, packed, bytes}: Placed): Buffer {
	const name = Buffer.from(path);
	const isLarge = [bytes, packed, offset].some(value => value >= LARGE);
	const extra = isLarge ? zip64Field([bytes, packed, offset]) : Buffer.alloc(0);
	const header = numbers([
		[4, 0x02014b50],
		[2, UNIX | VERSION.zip64],
		[2, isLarge || isStreamed ? VERSION.zip64 : VERSION.plain],
		[2, UTF8 | (isStreamed ? DESCRIPTOR : 0)],
		[2, method],
		...dosTime(at),
		[4, crc],
		[4, isLarge ? LARGE : packed],
		[4, isLarge ? LARGE : bytes],
		[2, name.length],
		[2, extra.length],
		// No comment, first disk, no DOS attributes.
		[6, 0],
		[4, REGULAR_FILE * 0x10000],
		[4, isLarge ? LARGE : offset],
	]);
	return Buffer.concat([header, name, extra]);
}

/** Returns the end of the zip, which tells where its directory is and how many files it lists. */
function endOfDirectory({files, start, bytes}: {files: number; start: number; bytes: number}): Buffer {
	const isLarge = files >= MANY || start >= LARGE || bytes >= LARGE;
	const zip64 = numbers([
		[4, 0x06064b50],
		// The bytes of this record after this field.
		[8, 44],
		[2, UNIX | VERSION.zip64],
		[2, VERSION.zip64],
		[8, 0],
		[8, files],
		[8, files],
		[8, bytes],
		[8, start],
		[4, 0x07064b50],
		[4, 0],
		[8, start + bytes],
		[4, 1],
	]);
	const end = numbers([
		[4, 0x06054b50],
		[4, 0],
		[2, Math.min(files, MANY)],
		[2, Math.min(files, MANY)],
		[4, Math.min(bytes, LARGE)],
		[4, Math.min(start, LARGE)],
		[2, 0],
	]);
	return isLarge ? Buffer.concat([zip64, end]) : end;
}

function numbers(fields: Field[]): Buffer {
	const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
	let at = 0;
	for (const [bytes, value] of fields) {
		if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
		else buffer.writeUIntLE(value, at, bytes);
		at += bytes;
	}
	return buffer;
}

function zip64Field(values: number[]): Buffer {
	return numbers([[2, 1], [2, 8 * values.length], ...values.map(value => [8, value] as Field)]);
}

/** Returns time and date in DOS format, UTC, in steps of two seconds. */
function dosTime(at: Date): Field[] {
	const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
	const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
	return [
		[2, time],
		[2, date],
	];
}

import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {promisify} from 'node:util';
import {crc32, createDeflateRaw, deflateRaw} from 'node:zlib';
import {centralHeader, dataDescriptor, endOfDirectory, localHeader, type Placed} from './zip-headers.ts';

/** A file in the zip. `stored`: not compressed, as for pictures and sounds. Text in parts need not fit into memory. */
export type Entry = {path: string; content: Buffer | AsyncIterable<string>; stored?: boolean};

/** The last file: sums of all others, as `sha256sum -c` reads them. */
const SUMS = 'SHA256SUMS';
/** Headers and sums that are joined: of each file some 250 bytes stay in memory until the end. */
const PAGE = 1000;

const deflate = promisify(deflateRaw);

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

/** Many small buffers as few large ones. */
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

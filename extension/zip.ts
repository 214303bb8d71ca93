let table: Uint32Array | null = null;

/** Returns the checksum of zip files, which browsers lack. */
function crc32(bytes: Uint8Array): number {
	table ??= Uint32Array.from({length: 256}, (_, index) => {
		let value = index;
		for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
		return value;
	});
	let crc = 0xffffffff;
	for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

export type ZipFile = {name: string; bytes: Uint8Array<ArrayBuffer>};

/** 1985-10-26, 08:15, in the format of MS-DOS: a fixed time, so that the same files make the same bytes. */
const TIME = {date: (5 << 9) | (10 << 5) | 26, time: (8 << 11) | (15 << 5)};
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** Returns files as a zip, uncompressed: pictures are compressed already. */
export function zip(files: readonly ZipFile[]): Blob {
	const parts: BlobPart[] = [];
	const directory: BlobPart[] = [];
	let at = 0;
	let length = 0;
	for (const {name, bytes} of files) {
		const called = new TextEncoder().encode(name);
		const common = [
			[2, 20],
			[2, FLAGS],
			[2, 0],
			[2, TIME.time],
			[2, TIME.date],
			[4, crc32(bytes)],
			[4, bytes.length],
			[4, bytes.length],
			[2, called.length],
			[2, 0],
		] as const;
		const head = fields([[4, 0x04034b50], ...common]);
		const entry = fields([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]);
		parts.push(head, called, bytes);
		directory.push(entry, called);
		at += head.length + called.length + bytes.length;
		length += entry.length + called.length;
	}
	const end = fields([
		[4, 0x06054b50],
		[2, 0],
		[2, 0],
		[2, files.length],
		[2, files.length],
		[4, length],
		[4, at],
		[2, 0],
	]);
	return new Blob([...parts, ...directory, end], {type: 'application/zip'});
}

/** Returns numbers one after the other, each in so many bytes, the lowest first. */
function fields(values: ReadonlyArray<readonly [bytes: number, value: number]>): Uint8Array<ArrayBuffer> {
	const view = new DataView(new ArrayBuffer(values.reduce((sum, [bytes]) => sum + bytes, 0)));
	let at = 0;
	for (const [bytes, value] of values) {
		if (bytes === 2) view.setUint16(at, value, true);
		else view.setUint32(at, value, true);
		at += bytes;
	}
	return new Uint8Array(view.buffer);
}

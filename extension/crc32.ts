let table: Uint32Array | null = null;

/** The checksum of zip files, which no browser has by itself. */
export function crc32(bytes: Uint8Array): number {
	table ??= Uint32Array.from({length: 256}, (_, index) => {
		let value = index;
		for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
		return value;
	});
	let crc = 0xffffffff;
	for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

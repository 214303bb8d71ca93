/** A part of a PNG file. */
export type Chunk = {type: string; data: Buffer};

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The parts of a PNG file in their order; null where it is none, or ends too early. */
export function readChunks(png: Buffer): Chunk[] | null {
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

/** Codes have at most 12 bits. */
const MOST_CODES = 4096;

/**
 * Returns a frame's LZW codes up to its end code, without bytes after the last pixel. Returns null if the codes are
 * damaged. It counts each code's pixels and ignores their values.
 */
export function lzwEnd(codes: Buffer, minimum: number, pixels: number): Buffer | null {
	if (minimum < 1 || minimum > 11) return null;
	const clear = 1 << minimum;
	const lengths = new Uint32Array(MOST_CODES).fill(1, 0, clear);
	let [size, next, previous] = [minimum + 1, clear + 2, -1];
	let drawn = 0;
	let position = 0;
	while (position + size <= codes.length * 8) {
		const code = codeAt(codes, position, size);
		if (code === clear + 1) return upTo(codes, position + size);
		if (drawn >= pixels && code !== clear) return endAt(codes, position, size, clear + 1);
		position += size;
		if (code === clear) [size, next, previous] = [minimum + 1, clear + 2, -1];
		else {
			const isNext = code === next && previous >= 0;
			if (code >= next && !isNext) return null;
			drawn += isNext ? lengths[previous]! + 1 : lengths[code]!;
			if (previous >= 0 && next < MOST_CODES) {
				lengths[next++] = lengths[previous]! + 1;
				if (next === 1 << size && size < 12) size++;
			}
			previous = code;
		}
	}
	return drawn >= pixels ? upTo(codes, position) : codes;
}

/** Returns the codes without the bits after the position. */
function upTo(codes: Buffer, position: number): Buffer {
	const kept = Buffer.from(codes.subarray(0, Math.ceil(position / 8)));
	if (position % 8 !== 0) kept[kept.length - 1]! &= (1 << (position % 8)) - 1;
	return kept;
}

/** Returns the codes before the position, and an end code. */
function endAt(codes: Buffer, position: number, size: number, end: number): Buffer {
	const kept = Buffer.concat([upTo(codes, position), Buffer.alloc(3)]);
	for (let bit = 0; bit < size; bit++) if ((end >> bit) & 1) kept[(position + bit) >> 3]! |= 1 << ((position + bit) & 7);
	return upTo(kept, position + size);
}

function codeAt(codes: Buffer, position: number, size: number): number {
	const at = position >> 3;
	const bits = codes[at]! | ((codes[at + 1] ?? 0) << 8) | ((codes[at + 2] ?? 0) << 16);
	return (bits >> (position & 7)) & ((1 << size) - 1);
}

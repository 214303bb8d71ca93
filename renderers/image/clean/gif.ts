const TRAILER = Buffer.from([0x3b]);
const CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Extensions that tell how often an animation repeats. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Codes have at most 12 bits. */
const MOST_CODES = 4096;

/**
 * Returns the GIF with its screen, colour tables, frames, timing and repetitions. It omits comments, texts, application
 * extensions, and bytes after a frame's last pixel or the file's end. Returns null if only decoding can tell which
 * bytes belong to the image.
 */
export function cleanGif(bytes: Buffer): Buffer | null {
	if (bytes.length < 13) return null;
	const head = Buffer.from(bytes.subarray(0, 13 + tableBytes(bytes[10]!)));
	// No decoder reads the aspect ratio of pixels.
	head[12] = 0;
	const kept: Buffer[] = [head];
	let control: Buffer | null = null;
	let loops = false;
	for (let at = head.length; at < bytes.length; ) {
		const block = bytes[at];
		if (block === 0x3b) return Buffer.concat([...kept, TRAILER]);
		if (block === 0x2c) {
			const frame = cleanFrame(bytes, at);
			if (!frame) return null;
			if (control) kept.push(control);
			kept.push(...frame.kept);
			control = null;
			at = frame.end;
		} else if (block === 0x21) {
			const data = subBlocks(bytes, at + 2);
			if (!data) return null;
			const [first, second] = data.blocks;
			if (bytes[at + 1] === CONTROL && first?.length === 4) control = controlBlock(first);
			else if (bytes[at + 1] === APPLICATION && !loops && second && LOOPS.has(first!.toString('latin1')) && isLoop(second)) {
				kept.push(Buffer.from([0x21, APPLICATION, 11]), first!, Buffer.from([3]), second, Buffer.from([0]));
				loops = true;
			}
			at = data.end;
		} else return null;
	}
	return null;
}

function isLoop(block: Buffer): boolean {
	return block.length === 3 && (block[0]! & 7) === 1;
}

function controlBlock(block: Buffer): Buffer {
	return Buffer.from([0x21, CONTROL, 4, block[0]! & 0x1f, ...block.subarray(1), 0]);
}

function cleanFrame(bytes: Buffer, start: number): {kept: Buffer[]; end: number} | null {
	if (start + 11 > bytes.length) return null;
	const flags = bytes[start + 9]!;
	const begin = start + 10 + tableBytes(flags);
	const [width, height] = [bytes.readUInt16LE(start + 5), bytes.readUInt16LE(start + 7)];
	const data = subBlocks(bytes, begin + 1);
	if (!data) return null;
	const codes = Buffer.concat(data.blocks);
	const end = lzwEnd(codes, bytes[begin]!, width * height);
	if (end === null) return null;
	const head = Buffer.from(bytes.subarray(start, begin + 1));
	head[9] = flags & 0xe7;
	return {kept: [head, ...inSubBlocks(end)], end: data.end};
}

function tableBytes(flags: number): number {
	return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

function subBlocks(bytes: Buffer, start: number): {blocks: Buffer[]; end: number} | null {
	const blocks: Buffer[] = [];
	for (let at = start; at < bytes.length; ) {
		const end = at + 1 + bytes[at]!;
		if (bytes[at] === 0) return {blocks, end};
		if (end > bytes.length) return null;
		blocks.push(bytes.subarray(at + 1, end));
		at = end;
	}
	return null;
}

function* inSubBlocks(data: Buffer): Generator<Buffer> {
	for (let at = 0; at < data.length; at += 255) {
		const piece = data.subarray(at, at + 255);
		yield Buffer.from([piece.length]);
		yield piece;
	}
	yield Buffer.from([0]);
}

/**
 * Returns a frame's LZW codes up to its end code, without bytes after the last pixel. Returns null if the codes are
 * damaged. It counts each code's pixels and ignores their values.
 */
function lzwEnd(codes: Buffer, minimum: number, pixels: number): Buffer | null {
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

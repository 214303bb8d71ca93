import {lzwEnd} from './gif-lzw.ts';

const TRAILER = Buffer.from([0x3b]);
const CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Extensions that tell how often an animation repeats. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

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

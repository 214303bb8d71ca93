import {cleanProfile} from './icc-profile.ts';
import {type Frame, scanRanges, type Tables} from './jpeg-scan.ts';

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
/** A JFIF header with 1 x 1 dots and without a thumbnail. Its presence tells the colour model. */
const JFIF = Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1');
const PROFILE_NAME = 'ICC_PROFILE\0';
/** Bytes of a profile in one segment, at most. */
const PROFILE_PIECE = 65_519;

type State = {
	/** Tables that are defined but not yet written, by kind and number. Only those that a scan uses are written. */
	quantization: Map<number, Buffer>;
	huffman: Map<number, Buffer>;
	conditioning: Map<number, Buffer>;
	/** The current Huffman tables. */
	tables: Tables;
	frame: Frame | null;
	frameSegment: Buffer | null;
	restartEvery: number;
	written: Buffer[];
};

/**
 * Returns the JPEG with its coefficients, tables, colour profile and orientation. It omits thumbnails, EXIF, XMP,
 * comments, second images, and bytes between segments, after a scan's last block or after the end. Returns null if only
 * decoding can tell which bytes belong to the image.
 */
export function cleanJpeg(bytes: Buffer, orientation?: number): Buffer | null {
	const state: State = {
		quantization: new Map(),
		huffman: new Map(),
		conditioning: new Map(),
		tables: new Map(),
		frame: null,
		frameSegment: null,
		restartEvery: 0,
		written: [],
	};
	const about: {jfif: boolean; adobe: Buffer | null; profile: Map<number, Buffer>; pieces: number} = {
		jfif: false,
		adobe: null,
		profile: new Map(),
		pieces: 0,
	};
	for (let at = 2; ; ) {
		at = bytes.indexOf(0xff, at);
		if (at === -1 || at + 1 >= bytes.length) return null;
		const marker = bytes[at + 1]!;
		if (marker === 0xd9) break;
		if (marker === 0xff) at += 1;
		else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
		else {
			if (at + 4 > bytes.length) return null;
			const end = at + 2 + bytes.readUInt16BE(at + 2);
			const data = bytes.subarray(at + 4, end);
			if (end < at + 4 || end > bytes.length) return null;
			at = end;
			if (marker === 0xda) {
				const after = writeScan(bytes, end, data, state);
				if (after === null) return null;
				at = after;
			} else if (marker === 0xe0) about.jfif ||= state.frame === null && data.length >= 14 && data.toString('latin1', 0, 5) === 'JFIF\0';
			else if (marker === 0xee) about.adobe = (data.length >= 12 && data.toString('latin1', 0, 5) === 'Adobe' && data) || about.adobe;
			else if (marker === 0xe2) addPiece(data, about);
			else if (!define(marker, data, state)) return null;
		}
	}
	if (!state.frameSegment || state.written.length === 0) return null;
	return Buffer.concat([SOI, ...aboutColours(about, orientation), ...state.written, EOI]);
}

function addPiece(data: Buffer, about: {profile: Map<number, Buffer>; pieces: number}): void {
	if (data.length < 14 || data.toString('latin1', 0, 12) !== PROFILE_NAME) return;
	if (!about.profile.has(data[12]!)) about.profile.set(data[12]!, data.subarray(14));
	about.pieces ||= data[13]!;
}

function aboutColours(
	{jfif, adobe, profile, pieces}: {jfif: boolean; adobe: Buffer | null; profile: Map<number, Buffer>; pieces: number},
	orientation?: number,
): Buffer[] {
	const whole = Array.from({length: pieces}, (_, index) => profile.get(index + 1));
	const clean = pieces > 0 && whole.every(piece => piece !== undefined) ? cleanProfile(Buffer.concat(whole as Buffer[])) : null;
	const count = Math.ceil((clean?.length ?? 0) / PROFILE_PIECE);
	return [
		...(jfif ? [segment(0xe0, JFIF)] : []),
		...(isTurned(orientation) ? [segment(0xe1, Buffer.from('Exif\0\0', 'latin1'), orientationOnly(orientation))] : []),
		...Array.from({length: count}, (_, index) => {
			const piece = clean!.subarray(index * PROFILE_PIECE, (index + 1) * PROFILE_PIECE);
			return segment(0xe2, Buffer.from(PROFILE_NAME, 'latin1'), Buffer.from([index + 1, count]), piece);
		}),
		...(adobe ? [segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0', 'latin1'), adobe.subarray(11, 12))] : []),
	];
}

/** Records a segment's definitions; returns false if it is damaged. Other segments are ignored. */
function define(marker: number, data: Buffer, state: State): boolean {
	if (marker === 0xdb) return eachTable(data, state.quantization, first => 1 + 64 * (first >> 4 ? 2 : 1));
	if (marker === 0xcc) return eachTable(data, state.conditioning, () => 2);
	if (marker === 0xc4) {
		const fresh = new Map<number, Buffer>();
		const whole = eachTable(data, fresh, (_first, table) => 17 + table.subarray(1, 17).reduce((sum, count) => sum + count, 0));
		for (const [id, table] of fresh) {
			state.huffman.set(id, table);
			state.tables.set(id, table);
		}
		return whole;
	}
	if (marker === 0xdd) {
		if (data.length < 2) return false;
		state.restartEvery = data.readUInt16BE(0);
		state.written.push(segment(0xdd, data.subarray(0, 2)));
		return true;
	}
	if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) {
		const end = 6 + 3 * (data[5] ?? 0);
		if (state.frame || data.length < end || end === 6) return false;
		state.frame = frameOf(marker, data);
		state.frameSegment = segment(marker, data.subarray(0, end));
	}
	return true;
}

function eachTable(data: Buffer, into: Map<number, Buffer>, bytesOf: (first: number, table: Buffer) => number): boolean {
	for (let at = 0; at < data.length; ) {
		const end = at + bytesOf(data[at]!, data.subarray(at));
		if (end > data.length) return false;
		into.set(data[at]! & 0x1f, data.subarray(at, end));
		at = end;
	}
	return true;
}

function frameOf(marker: number, data: Buffer): Frame {
	const components = Array.from({length: data[5]!}, (_, index) => {
		const [id, sampling, quantization] = data.subarray(6 + index * 3, 9 + index * 3) as unknown as [number, number, number];
		return {id, across: sampling >> 4, down: sampling & 15, quantization};
	});
	return {marker, height: data.readUInt16BE(1), width: data.readUInt16BE(3), components};
}

/** Writes the tables that the scan uses, its head and its coefficients. Returns the offset after them, or null if it is unknown. */
function writeScan(bytes: Buffer, start: number, data: Buffer, state: State): number | null {
	const {frame, written} = state;
	const end = 4 + 2 * (data[0] ?? 0);
	if (!frame || end === 4 || data.length < end) return null;
	const used = Array.from({length: data[0]!}, (_, index) => {
		const component = frame.components.find(({id}) => id === data[1 + index * 2]);
		return component && {...component, dc: data[2 + index * 2]! >> 4, ac: 0x10 | (data[2 + index * 2]! & 15)};
	});
	if (used.includes(undefined)) return null;
	const scan = {components: used.flatMap(one => one ?? []), restartEvery: state.restartEvery, tables: state.tables};
	flush(
		0xdb,
		state.quantization,
		frame.components.map(({quantization}) => quantization),
		written,
		table => table[0]! & 15,
	);
	if (state.frameSegment && !written.includes(state.frameSegment)) written.push(state.frameSegment);
	const coders = scan.components.flatMap(({dc, ac}) => [dc, ac]);
	flush(0xc4, state.huffman, coders, written, table => table[0]! & 0x1f);
	flush(0xcc, state.conditioning, coders, written, table => table[0]! & 0x1f);
	written.push(segment(0xda, data.subarray(0, end)));
	const ranges = scanRanges(bytes, start, frame, scan);
	if (!ranges) return null;
	written.push(...ranges.kept.map(([from, to]) => bytes.subarray(from, to)));
	return ranges.end;
}

function flush(marker: number, waiting: Map<number, Buffer>, wanted: number[], written: Buffer[], idOf: (table: Buffer) => number): void {
	for (const [key, table] of waiting) {
		if (!wanted.includes(idOf(table))) continue;
		written.push(segment(marker, table));
		waiting.delete(key);
	}
}

function segment(marker: number, ...data: Buffer[]): Buffer {
	const content = Buffer.concat(data);
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}

/** Returns an EXIF block with only the orientation (2 to 8). */
export function orientationOnly(orientation: number): Buffer {
	const exif = Buffer.from('4d4d002a0000000800010112000300000001000000000000000000', 'hex').subarray(0, 26);
	exif.writeUInt16BE(orientation, 18);
	return exif;
}

/** Returns true if the orientation turns the image, so that the file must declare it. */
export function isTurned(orientation: number | undefined): orientation is number {
	return orientation !== undefined && orientation >= 2 && orientation <= 8;
}

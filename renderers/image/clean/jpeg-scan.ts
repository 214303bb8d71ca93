export type Component = {id: number; across: number; down: number; quantization: number};
export type Frame = {marker: number; width: number; height: number; components: Component[]};
/** A JPEG's Huffman tables, by class and number in one byte. */
export type Tables = Map<number, Buffer>;
export type Scan = {components: Array<Component & {dc: number; ac: number}>; restartEvery: number; tables: Tables};
/** `end`: offset at which the search for the next segment begins. */
export type ScanRanges = {kept: Array<[from: number, to: number]>; end: number};

/**
 * Returns the ranges of a scan's coefficients and restart markers. In a sequential, Huffman-coded image it reads all
 * blocks and omits bytes after the last one; in any other image it takes everything up to the next marker. Returns null
 * if a code is in none of the tables.
 */
export function scanRanges(bytes: Buffer, start: number, frame: Frame, scan: Scan): ScanRanges | null {
	const isSequential = frame.marker === 0xc0 || frame.marker === 0xc1;
	return isSequential ? readBlocks(bytes, start, frame, scan) : upToMarker(bytes, start);
}

function upToMarker(bytes: Buffer, start: number): ScanRanges {
	let at = start;
	while (at < bytes.length) {
		at = bytes.indexOf(0xff, at);
		if (at === -1) at = bytes.length;
		else if (bytes[at + 1] === 0 || isRestart(bytes[at + 1])) at += 2;
		else if (bytes[at + 1] === 0xff) at += 1;
		else break;
	}
	return {kept: [[start, at]], end: at};
}

function isRestart(marker: number | undefined): boolean {
	return marker !== undefined && marker >= 0xd0 && marker <= 0xd7;
}

type Coder = {symbols: Uint8Array; lengths: Uint8Array};
type Unit = {dc: Coder; ac: Coder};

function readBlocks(bytes: Buffer, start: number, frame: Frame, scan: Scan): ScanRanges | null {
	const units = unitsOf(scan);
	if (!units) return null;
	const total = unitCount(frame, scan);
	const every = scan.restartEvery || total;
	const kept: ScanRanges['kept'] = [];
	const reader = readBits(bytes, start);
	for (let done = 0; done < total; ) {
		const from = reader.at();
		for (const last = Math.min(total, done + every); done < last && !reader.ranOut(); done++) {
			for (const unit of units) if (!readBlock(reader, unit)) return null;
		}
		const isCutOff = reader.ranOut();
		const end = reader.align();
		kept.push([from, end]);
		if (isCutOff) return isRestart(bytes[end + 1]) ? null : {kept, end};
		if (done === total) break;
		// Bytes before the restart marker belong to no block.
		const marker = upToRestart(bytes, end);
		if (marker === null) return null;
		kept.push([marker, marker + 2]);
		reader.restart(marker + 2);
	}
	return {kept, end: reader.at()};
}

function upToRestart(bytes: Buffer, start: number): number | null {
	let at = start;
	while (true) {
		at = bytes.indexOf(0xff, at);
		if (at === -1 || at + 1 >= bytes.length) return null;
		if (isRestart(bytes[at + 1])) return at;
		if (bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff) return null;
		at += bytes[at + 1] === 0 ? 2 : 1;
	}
}

/** Returns the blocks of one unit, in their order; null if a table is missing. */
function unitsOf({components, tables}: Scan): Unit[] | null {
	const made = new Map<number, Coder | null>();
	const coder = (id: number) => {
		if (!made.has(id)) made.set(id, tables.has(id) ? coderOf(tables.get(id)!) : null);
		return made.get(id)!;
	};
	const units = components.flatMap(({dc, ac, across, down}) => {
		const unit = {dc: coder(dc), ac: coder(ac)};
		return Array<typeof unit>(components.length === 1 ? 1 : across * down).fill(unit);
	});
	return units.every(({dc, ac}) => dc && ac) ? (units as Unit[]) : null;
}

function unitCount({width, height, components: all}: Frame, {components}: Scan): number {
	const [most, highest] = [Math.max(...all.map(({across}) => across)), Math.max(...all.map(({down}) => down))];
	if (components.length > 1) return Math.ceil(width / (8 * most)) * Math.ceil(height / (8 * highest));
	const {across, down} = components[0]!;
	return Math.ceil(Math.ceil((width * across) / most) / 8) * Math.ceil(Math.ceil((height * down) / highest) / 8);
}

/** Returns each code's symbol and bits, by its first 16 bits; a length of 0 means no code. */
function coderOf(table: Buffer): Coder {
	const [symbols, lengths] = [new Uint8Array(65_536), new Uint8Array(65_536)];
	for (let length = 1, at = 0, next = 17; length <= 16; length++) {
		for (let count = table[length]!; count > 0; count--, next++) {
			const end = Math.min(65_536, at + (1 << (16 - length)));
			symbols.fill(table[next]!, at, end);
			lengths.fill(length, at, end);
			at = end;
		}
	}
	return {symbols, lengths};
}

function readBlock(reader: BitReader, {dc, ac}: Unit): boolean {
	const size = reader.symbol(dc);
	if (size < 0 || size > 16) return false;
	reader.skip(size);
	for (let index = 1; index < 64; ) {
		const symbol = reader.symbol(ac);
		if (symbol < 0) return false;
		if (symbol === 0) break;
		index += (symbol >> 4) + 1;
		reader.skip(symbol & 15);
	}
	return true;
}

type BitReader = {
	/** Returns the offset of the next byte. */
	at(): number;
	/** Returns true if the reader has passed the next marker. */
	ranOut(): boolean;
	/** Continues at this offset, at the beginning of a byte. */
	restart(at: number): void;
	/** Moves to the end of the byte whose bit was read last, and returns that offset. */
	align(): number;
	/** Returns the next symbol, or -1 if no code matches. */
	symbol(coder: Coder): number;
	skip(bits: number): void;
};

/** Reads bits up to the next marker; after it the reader returns zeros, as decoders do. */
function readBits(bytes: Buffer, start: number): BitReader {
	let at = start;
	let bits = 0;
	let count = 0;
	let zeros = 0;
	// Offsets of the last three bytes: at most three are unread.
	let [last, second, third] = [start, start, start];

	const fill = () => {
		while (count <= 16) {
			const byte = bytes[at];
			const isMarker = byte === undefined || (byte === 0xff && bytes[at + 1] !== 0);
			bits = ((bits << 8) | (isMarker ? 0 : byte)) >>> 0;
			count += 8;
			[third, second, last] = [second, last, at];
			if (isMarker) zeros += 8;
			else at += byte === 0xff ? 2 : 1;
		}
	};
	const restart = (from: number) => {
		[at, bits, count, zeros] = [from, 0, 0, 0];
	};
	return {
		at: () => at,
		ranOut: () => zeros > count,
		restart,
		align() {
			restart([at, last, second, third][count >> 3]!);
			return at;
		},
		symbol({symbols, lengths}) {
			fill();
			const next = (bits >>> (count - 16)) & 0xffff;
			const length = lengths[next]!;
			if (length === 0) return -1;
			count -= length;
			return symbols[next]!;
		},
		skip(some) {
			if (some === 0) return;
			fill();
			count -= some;
		},
	};
}

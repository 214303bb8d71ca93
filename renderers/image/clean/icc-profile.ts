/**
 * Returns a colour profile with only its curves, matrix and tables. It omits names, copyright, dates, serial numbers,
 * makers' tags and bytes between the parts; the required texts are constant. Returns null if no decoder would accept
 * the profile.
 */
export function cleanProfile(profile: Buffer): Buffer | null {
	if (profile.length < HEADER_BYTES + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return null;
	const [kind, space, connection] = [12, 16, 20].map(at => profile.toString('latin1', at, at + 4)) as [string, string, string];
	if (!KINDS.has(kind) || !SPACES.has(space) || !CONNECTION_SPACES.has(connection)) return null;
	const parts = tagsOf(profile).flatMap(({tag, data}) => {
		const part = COLOUR_TAGS.has(tag) ? cleanPart(data) : null;
		return part ? [{tag, data: part}] : [];
	});
	if (parts.length === 0) return null;
	return assemble(profile, [...textParts(profile[8]!), ...parts]);
}

type Part = {tag: string; data: Buffer};

const HEADER_BYTES = 128;
/** The bound exceeds the tags of any real profile. */
const MOST_TAGS = 100;
const KINDS = new Set(['scnr', 'mntr', 'prtr', 'spac']);
const SPACES = new Set(['RGB ', 'GRAY', 'CMYK', 'Lab ']);
const CONNECTION_SPACES = new Set(['XYZ ', 'Lab ']);
const COLOUR_TAGS = new Set('wtpt bkpt chad rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 cicp'.split(' '));
/** Numbers of a parametric curve, by its function. */
const PARAMETERS = [1, 3, 4, 5, 7];
/** The white point of the connection space, which every profile has. */
const D50 = Buffer.from('0000f6d6000100000000d32d', 'hex');

function tagsOf(profile: Buffer): Part[] {
	const count = Math.min(profile.readUInt32BE(HEADER_BYTES), MOST_TAGS);
	const found = new Map<string, Buffer>();
	for (let index = 0; index < count; index++) {
		const at = HEADER_BYTES + 4 + index * 12;
		if (at + 12 > profile.length) break;
		const tag = profile.toString('latin1', at, at + 4);
		const start = profile.readUInt32BE(at + 4);
		const data = profile.subarray(start, start + profile.readUInt32BE(at + 8));
		if (!found.has(tag)) found.set(tag, data);
	}
	return [...found].map(([tag, data]) => ({tag, data}));
}

/** Returns the part without trailing or padding bytes; null if its kind has no colours, or if it is cut off. */
function cleanPart(data: Buffer): Buffer | null {
	if (data.length < 12) return null;
	const ranges = usedRanges(data);
	const end = Math.max(0, ...ranges.map(([, to]) => to));
	if (end === 0 || end > data.length) return null;
	const clean = Buffer.alloc(end);
	for (const [from, to] of ranges) data.copy(clean, from, from, to);
	return clean.fill(0, 4, 8);
}

type Range = [from: number, to: number];

function usedRanges(data: Buffer): Range[] {
	const kind = data.toString('latin1', 0, 4);
	if (kind === 'XYZ ') return [[0, 20]];
	if (kind === 'sf32') return [[0, 44]];
	if (kind === 'cicp') return [[0, 12]];
	if (kind === 'curv' || kind === 'para') return [[0, curveBytes(data, 0)]];
	if (data.length < 52) return [];
	const [inputs, outputs, grid] = [data[8]!, data[9]!, data[10]!];
	if (kind === 'mft1') return [[0, 48 + 256 * (inputs + outputs) + grid ** inputs * outputs]];
	if (kind === 'mft2') {
		const [before, after] = [data.readUInt16BE(48), data.readUInt16BE(50)];
		return [[0, 52 + 2 * (before * inputs + grid ** inputs * outputs + after * outputs)]];
	}
	return kind === 'mAB ' || kind === 'mBA ' ? stagesOf(data, kind) : [];
}

/** Returns the bytes of the curve at this offset; Infinity if there is no curve. */
function curveBytes(data: Buffer, at: number): number {
	if (at + 12 > data.length) return Infinity;
	const kind = data.toString('latin1', at, at + 4);
	if (kind === 'curv') return 12 + 2 * data.readUInt32BE(at + 8);
	const parameters = PARAMETERS[data.readUInt16BE(at + 8)];
	return kind === 'para' && parameters ? 12 + 4 * parameters : Infinity;
}

/** Returns the ranges of curves, matrix and table within a `lutAToBType` or `lutBToAType`. */
function stagesOf(data: Buffer, kind: string): Range[] {
	const [inputs, outputs] = [data[8]!, data[9]!];
	const [bCurves, matrix, mCurves, table, aCurves] = [12, 16, 20, 24, 28].map(at => data.readUInt32BE(at)) as number[];
	const [ofA, ofB] = kind === 'mAB ' ? [inputs, outputs] : [outputs, inputs];
	const ranges: Range[] = [[0, 32]];
	for (const [start, count] of [
		[bCurves, ofB],
		[mCurves, 3],
		[aCurves, ofA],
	] as Array<[number, number]>) {
		let at = start;
		for (let curve = 0; start > 0 && curve < count; curve++) {
			const end = at + curveBytes(data, at);
			ranges.push([at, end]);
			at = end + (-end & 3);
		}
	}
	if (matrix) ranges.push([matrix, matrix + 48]);
	if (table && table + 20 <= data.length) {
		const points = data.subarray(table, table + inputs).reduce((product, side) => product * side, 1);
		ranges.push([table, table + inputs], [table + 16, table + 17], [table + 20, table + 20 + points * outputs * data[table + 16]!]);
	}
	return ranges;
}

/** Returns the required description and copyright, in the version's format. */
function textParts(version: number): Part[] {
	return [
		{tag: 'desc', data: version >= 4 ? localized('Colours') : described('Colours')},
		{tag: 'cprt', data: version >= 4 ? localized('None') : Buffer.from('text\0\0\0\0None\0', 'latin1')},
	];
}

function localized(text: string): Buffer {
	const letters = Buffer.from(text, 'utf16le').swap16();
	const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\0\0\0\0\x1c', 'latin1');
	head.writeUInt32BE(letters.length, 20);
	return Buffer.concat([head, letters]);
}

function described(text: string): Buffer {
	const data = Buffer.alloc(12 + text.length + 1 + 78);
	data.write(`desc\0\0\0\0\0\0\0${String.fromCharCode(text.length + 1)}${text}`, 'latin1');
	return data;
}

/** Joins the parts into a profile; equal parts are written once, as profiles share the curves of their channels. */
function assemble(profile: Buffer, parts: Part[]): Buffer {
	const table = Buffer.alloc(4 + parts.length * 12);
	table.writeUInt32BE(parts.length, 0);
	const pieces: Buffer[] = [table];
	const places = new Map<string, number>();
	let end = HEADER_BYTES + table.length;
	for (const [index, {tag, data}] of parts.entries()) {
		const content = data.toString('latin1');
		const start = places.get(content) ?? end;
		if (start === end) {
			places.set(content, start);
			pieces.push(data, Buffer.alloc(-data.length & 3));
			end += data.length + (-data.length & 3);
		}
		const at = 4 + index * 12;
		table.write(tag, at, 'latin1');
		table.writeUInt32BE(start, at + 4);
		table.writeUInt32BE(data.length, at + 8);
	}
	return Buffer.concat([headerOf(profile, end), ...pieces]);
}

/** Returns a header with version, kind, colour spaces and intent, without date, maker, model and flags. */
function headerOf(profile: Buffer, size: number): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	header.writeUInt32BE(size, 0);
	profile.copy(header, 8, 8, 10);
	profile.copy(header, 12, 12, 24);
	header.write('acsp', 36, 'latin1');
	header.writeUInt32BE(profile.readUInt32BE(64) & 3, 64);
	D50.copy(header, 68);
	return header;
}

import {decode} from '../decode.ts';
import {cleanProfile} from './icc-profile.ts';
import {isTurned, orientationOnly} from './jpeg.ts';

/** Bits in the header of an extended WebP. */
const FLAGS = {profile: 0x20, alpha: 0x10, exif: 0x08, animation: 0x02};
const FRAME_HEAD = 16;

type Chunk = {kind: string; data: Buffer};

/**
 * Returns the WebP with its pixels, transparency, frames, timing, colour profile and orientation. It omits EXIF, XMP,
 * other chunks and bytes after the end. Returns null if the structure is invalid.
 */
export async function cleanWebp(bytes: Buffer, orientation?: number): Promise<Buffer | null> {
	const chunks = chunksOf(bytes.subarray(12, 8 + bytes.readUInt32LE(4)));
	if (!chunks || chunks.length === 0) return null;
	const extended = chunks[0]!.kind === 'VP8X' ? chunks[0]!.data : null;
	if (!extended) {
		const still = await pictureOf(chunks);
		return still.length === 1 ? riff(still) : null;
	}
	if (extended.length < 10) return null;
	const flags = extended[0]!;
	const pictures = await ((flags & FLAGS.animation) !== 0 ? animationOf(chunks) : pictureOf(chunks, extended.subarray(4, 10)));
	if (!pictures || pictures.length === 0) return null;
	const icc = (flags & FLAGS.profile) !== 0 ? chunks.find(({kind}) => kind === 'ICCP') : undefined;
	const profile = icc ? cleanProfile(icc.data) : null;
	const isNotUpright = isTurned(orientation);
	const head = Buffer.alloc(10);
	head[0] = (flags & (FLAGS.alpha | FLAGS.animation)) | (profile ? FLAGS.profile : 0) | (isNotUpright ? FLAGS.exif : 0);
	extended.copy(head, 4, 4, 10);
	return riff([
		{kind: 'VP8X', data: head},
		...(profile ? [{kind: 'ICCP', data: profile}] : []),
		...pictures,
		...(isNotUpright ? [{kind: 'EXIF', data: orientationOnly(orientation)}] : []),
	]);
}

/** Returns the chunks in these bytes, or null if the last one is cut off. */
function chunksOf(bytes: Buffer): Chunk[] | null {
	const chunks: Chunk[] = [];
	for (let at = 0; at + 8 <= bytes.length; ) {
		const end = at + 8 + bytes.readUInt32LE(at + 4);
		if (end > bytes.length) return null;
		chunks.push({kind: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end)});
		at = end + (end & 1);
	}
	return chunks;
}

/** Returns the first image among the chunks with its transparency. `size`: width and height from the header of an extended WebP. */
async function pictureOf(chunks: Chunk[], size?: Buffer): Promise<Chunk[]> {
	const at = chunks.findIndex(({kind}) => kind === 'VP8 ' || kind === 'VP8L');
	const image = chunks[at];
	if (!image) return [];
	const alpha = size && image.kind === 'VP8 ' ? chunks.slice(0, at).find(({kind}) => kind === 'ALPH') : undefined;
	const pixels = {...image, data: await withoutRest(image.data, data => riff([{...image, data}]))};
	if (!alpha || !size) return [pixels];
	const head = Buffer.alloc(10);
	head[0] = FLAGS.alpha;
	size.copy(head, 4);
	const transparency = await withoutRest(alpha.data, data => riff([{kind: 'VP8X', data: head}, {...alpha, data}, pixels]));
	return [{...alpha, data: transparency}, pixels];
}

async function animationOf(chunks: Chunk[]): Promise<Chunk[] | null> {
	const about = chunks.find(({kind}) => kind === 'ANIM');
	if (!about || about.data.length < 6) return null;
	const made = [{kind: 'ANIM', data: about.data.subarray(0, 6)}];
	for (const {kind, data} of chunks) {
		if (kind !== 'ANMF') continue;
		const frame = await cleanFrame(data);
		if (!frame) return null;
		made.push(frame);
	}
	return made;
}

async function cleanFrame(data: Buffer): Promise<Chunk | null> {
	const inside = data.length > FRAME_HEAD ? chunksOf(data.subarray(FRAME_HEAD)) : null;
	const picture = inside && (await pictureOf(inside, data.subarray(6, 12)));
	if (!picture || picture.length === 0) return null;
	const head = Buffer.from(data.subarray(0, FRAME_HEAD));
	head[15]! &= 3;
	return {kind: 'ANMF', data: Buffer.concat([head, ...picture.map(written)])};
}

function riff(chunks: Chunk[]): Buffer {
	const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(written)]);
	return written({kind: 'RIFF', data: content});
}

function written({kind, data}: Chunk): Buffer {
	const head = Buffer.alloc(8);
	head.write(kind, 'latin1');
	head.writeUInt32LE(data.length, 4);
	return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

/** Encoders leave at most two bytes after the last needed bit; the rest is reserve. */
const SLACK = 4;

/**
 * Returns the coded pixels without the bytes after their end. The format has no field for that end; the decoder needs
 * the bytes up to it, and no more. `asImage` makes an image from a prefix of the pixels.
 */
async function withoutRest(coded: Buffer, asImage: (coded: Buffer) => Buffer): Promise<Buffer> {
	const decoded = (length: number) =>
		decode(asImage(coded.subarray(0, length)))
			.raw()
			.toBuffer()
			.catch(() => null);
	if (coded.length <= SLACK || !(await decoded(coded.length - SLACK))) return coded;
	const wanted = await decoded(coded.length);
	if (!wanted) return coded;
	const isWhole = async (length: number) => (await decoded(length))?.equals(wanted) ?? false;
	let [short, whole] = [0, coded.length];
	while (whole - short > 1) {
		const middle = (short + whole) >> 1;
		if (await isWhole(middle)) whole = middle;
		else short = middle;
	}
	return coded.subarray(0, whole);
}

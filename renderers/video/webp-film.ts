import {type FileHandle, open} from 'node:fs/promises';
import {fromPixels, type Pixels} from '../image/decode.ts';
import {changedRegion, newSurface, type Region, type Surface, unionOf} from './surface.ts';

/** One picture of the film and how long it is seen, milliseconds. `passing`: it is over at once, and need not be as good. */
export type Shown = {surface: Surface; ms: number; passing: boolean};

type Settings = {width: number; height: number; loop: boolean; quality: number; maxBytes: number; signal: AbortSignal};

/** Share of the quality for frames of a movement, seen for a twelfth of a second. */
const PASSING_SHARE = 0.6;
/** Milliseconds that three bytes hold. */
const MOST_MS = 0xffffff;

/**
 * Writes an animated WebP in which each frame holds only the changes. Encoders of whole frames leave traces of what
 * faded: they drop differences below their quality. Returns the file's bytes; beyond `maxBytes` the end is missing,
 * and an estimate for the whole is returned: `share` (0..1) tells how much has been written.
 */
export async function writeWebp(path: string, frames: AsyncIterable<Shown & {share: number}>, settings: Settings): Promise<number> {
	const {width, height, loop, quality, maxBytes, signal} = settings;
	const file = await open(path, 'w');
	try {
		let bytes = await write(
			file,
			[header(0), chunk('VP8X', canvas(width, height)), chunk('ANIM', Buffer.from([0, 0, 0, 0, loop ? 0 : 1, 0]))],
			0,
		);
		let waiting: {frame: Buffer; region: Region; ms: number} | null = null;
		let soft: Region | null = null;
		const before = {surface: null as Surface | null};
		for await (const {surface, ms, passing, share} of frames) {
			signal.throwIfAborted();
			const changed = changedRegion(before.surface, surface);
			const region: Region | null = passing ? changed : unionOf(changed, soft);
			if (!region && waiting) {
				waiting.ms += ms;
				continue;
			}
			if (waiting) bytes = await write(file, [animated(waiting)], bytes);
			if (bytes > maxBytes) return Math.ceil(bytes / Math.max(share, 0.01));
			const whole = region ?? {x: 0, y: 0, width: 2, height: 2};
			waiting = {frame: await encode(surface, whole, passing ? quality * PASSING_SHARE : quality), region: whole, ms};
			soft = passing ? unionOf(soft, region) : null;
			before.surface = copyOf(surface, before.surface);
		}
		if (waiting) bytes = await write(file, [animated(waiting)], bytes);
		await file.write(header(bytes - 8), 0, 12, 0);
		return bytes;
	} finally {
		await file.close();
	}
}

async function write(file: FileHandle, pieces: Buffer[], at: number): Promise<number> {
	const piece = Buffer.concat(pieces);
	await file.write(piece, 0, piece.length, at);
	return at + piece.length;
}

function copyOf({format, width, height, bytes}: Surface, into: Surface | null): Surface {
	const copy = into ?? newSurface(format, width, height);
	bytes.copy(copy.bytes);
	return copy;
}

/** The chunks of the region as a picture. */
async function encode(surface: Surface, region: Region, quality: number): Promise<Buffer> {
	const webp = await fromPixels(pixelsIn(surface, region))
		.webp({quality: Math.round(quality), smartSubsample: true, effort: 4})
		.toBuffer();
	return webp.subarray(12);
}

function pixelsIn({planes, width}: Surface, region: Region): Pixels {
	const [green, blue, red] = planes.map(({data}) => data) as [Buffer, Buffer, Buffer];
	const data = Buffer.allocUnsafe(region.width * region.height * 3);
	let to = 0;
	for (let y = region.y; y < region.y + region.height; y++) {
		for (let at = y * width + region.x, end = at + region.width; at < end; at++) {
			data[to++] = red[at]!;
			data[to++] = green[at]!;
			data[to++] = blue[at]!;
		}
	}
	return {data, width: region.width, height: region.height, channels: 3};
}

/** Flag of a frame that replaces what was there: no blending, no disposal. */
const REPLACES = 2;

function animated({frame, region, ms}: {frame: Buffer; region: Region; ms: number}): Buffer {
	const facts = Buffer.alloc(16);
	facts.writeUIntLE(region.x / 2, 0, 3);
	facts.writeUIntLE(region.y / 2, 3, 3);
	facts.writeUIntLE(region.width - 1, 6, 3);
	facts.writeUIntLE(region.height - 1, 9, 3);
	facts.writeUIntLE(Math.min(Math.round(ms), MOST_MS), 12, 3);
	facts[15] = REPLACES;
	return chunk('ANMF', Buffer.concat([facts, frame]));
}

function canvas(width: number, height: number): Buffer {
	const facts = Buffer.alloc(10);
	// It is animated.
	facts[0] = 2;
	facts.writeUIntLE(width - 1, 4, 3);
	facts.writeUIntLE(height - 1, 7, 3);
	return facts;
}

function header(length: number): Buffer {
	const bytes = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
	bytes.writeUInt32LE(length, 4);
	return bytes;
}

function chunk(name: string, payload: Buffer): Buffer {
	const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
	head.writeUInt32LE(payload.length, 4);
	// Chunks begin at even places.
	return Buffer.concat([head, payload, Buffer.alloc(payload.length % 2)]);
}

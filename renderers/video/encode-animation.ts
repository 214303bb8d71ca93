import {type FileHandle, open, stat} from 'node:fs/promises';
import {fromPixels, type Pixels} from '../image/decode.ts';
import {openScene, runsOf, type Scene} from './film.ts';
import {runEncoder} from './run.ts';
import {changedRegion, newSurface, type Region, type Surface, unionOf} from './surface.ts';

export type AnimationFormat = 'webp' | 'gif';
/** How much is given to a picture that moves. `colors`: 2..256, of a GIF; `quality`: 0..100, of a WebP. */
export type Effort = {fps: number; width: number; height: number; colors: number; quality: number};
/** Scenes that are fetched one after the other: all at once would not fit into memory. */
type Animated = {scenes: (() => Promise<Scene>)[]; durationMs: number; loop: boolean; maxBytes: number};
type Encoding = {ffmpeg: string; folder: string; signal: AbortSignal};

/** Joins frames that look the same into one that lasts longer. */
const ONCE = 'mpdecimate=max=0';
const TIMEOUT = {least: 60_000, perMs: 4};

/** One picture of the film and how long it is shown, milliseconds. `passing`: too briefly to need the full quality. */
type Shown = {surface: Surface; ms: number; passing: boolean};

type Settings = {width: number; height: number; loop: boolean; quality: number; maxBytes: number; signal: AbortSignal};

/** Share of the quality for frames of a movement, seen for a twelfth of a second. */
const PASSING_SHARE = 0.6;
/** Milliseconds that three bytes hold. */
const MOST_MS = 0xffffff;

/** Flag of a frame that replaces what was there: no blending, no disposal. */
const REPLACES = 2;

/**
 * Writes the animation. Returns its bytes; beyond `maxBytes` its end may be missing, and the bytes are a guess.
 * The palette of a GIF is made of the scenes at rest, and of some frames of an animated picture.
 */
export async function encodeAnimation(
	path: string,
	format: AnimationFormat,
	animated: Animated,
	effort: Effort,
	encoding: Encoding,
): Promise<number> {
	if (format === 'webp') {
		const {width, height, quality} = effort;
		const {loop, maxBytes} = animated;
		return writeWebp(path, shownOf(animated), {width, height, quality, loop, maxBytes, signal: encoding.signal});
	}
	await encodeGif(path, animated, effort, encoding);
	return (await stat(path)).size;
}

async function encodeGif(path: string, animated: Animated, effort: Effort, {ffmpeg, folder, signal}: Encoding): Promise<void> {
	const timeoutMs = TIMEOUT.least + TIMEOUT.perMs * animated.durationMs;
	const palette = `${folder}/palette.png`;
	const colors = ['-vf', `palettegen=max_colors=${effort.colors}:reserve_transparent=1`, '-frames:v', '1', '-f', 'image2', palette];
	await runEncoder(ffmpeg, [...rawInput(effort, 1), ...colors], {input: lastFramesOf(animated), timeoutMs, signal});
	const graph = `[0:v]${ONCE}[film];[film][1:v]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle`;
	// Hundredths of a second.
	const end = ['-final_delay', String(Math.round(LAST_MS / 10)), '-loop', animated.loop ? '0' : '-1'];
	const args = [...rawInput(effort, effort.fps), '-f', 'image2', '-i', palette, '-filter_complex', graph];
	const out = ['-c:v', 'gif', ...end, '-fs', String(FAR * animated.maxBytes), '-f', 'gif', path];
	await runEncoder(ffmpeg, [...args, ...out], {input: framesOf(animated), timeoutMs, signal});
}

/** Multiple of the allowed bytes at which encoding stops: by then the size can be estimated. */
const FAR = 4;

/** The last frame of a GIF is held for so long before it begins again. */
const LAST_MS = 3000;

function rawInput({width, height}: Effort, fps: number): string[] {
	return ['-f', 'rawvideo', '-pix_fmt', 'gbrp', '-video_size', `${width}x${height}`, '-framerate', String(fps), '-i', 'pipe:0'];
}

/** Yields all frames, repeated for as long as they last. */
async function* framesOf({scenes}: Animated): AsyncGenerator<Buffer> {
	for (const load of scenes) {
		const scene = await load();
		const draw = openScene(scene);
		for (const run of runsOf(scene)) {
			const {bytes} = await draw(run);
			for (let count = run.count; count > 0; count--) yield bytes;
		}
	}
}

async function* shownOf({scenes, durationMs}: Animated): AsyncGenerator<Shown & {share: number}> {
	for (const load of scenes) {
		const scene = await load();
		const {part, frameMs} = scene;
		const draw = openScene(scene);
		for (const run of runsOf(scene)) {
			const at = part.at + run.frame * frameMs;
			const passing = [part.fade, part.camera].some(event => event !== null && at < event.at + event.ms);
			yield {surface: await draw(run), ms: run.count * frameMs, passing, share: at / durationMs};
		}
	}
}

/** Frames of a picture that moves whose colours count beside the first one's. */
const PALETTE_SHARES = [0.25, 0.5, 0.75];

async function* lastFramesOf({scenes}: Animated): AsyncGenerator<Buffer> {
	for (const load of scenes) {
		const {final, moving} = await load();
		yield final.surface.bytes;
		if (!moving) continue;
		for (const share of PALETTE_SHARES) yield (await moving.draw(Math.floor(moving.delays.length * share), false)).surface.bytes;
	}
}

/**
 * Writes an animated WebP in which each frame holds only the changes. Encoders of whole frames leave traces of what
 * faded: they drop differences below their quality. Returns the file's bytes; beyond `maxBytes` the end is missing,
 * and an estimate for the whole is returned: `share` (0..1) tells how much has been written.
 */
async function writeWebp(path: string, frames: AsyncIterable<Shown & {share: number}>, settings: Settings): Promise<number> {
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

/** Returns the chunks of the region as a picture. */
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

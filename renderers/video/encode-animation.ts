import {readFile, writeFile} from 'node:fs/promises';
import {openScene, runsOf, type Scene} from './film.ts';
import {runEncoder} from './run.ts';

export type AnimationFormat = 'webp' | 'gif';
/** How much is given to a picture that moves. `colors`: 2..256, of a GIF; `quality`: 0..100, of a WebP. */
export type Effort = {fps: number; width: number; height: number; colors: number; quality: number};
/** Each scene is asked for when its turn comes: all of them at once would not fit into memory. */
type Animated = {scenes: (() => Promise<Scene>)[]; durationMs: number; loop: boolean; maxBytes: number};
type Encoding = {ffmpeg: string; folder: string; signal: AbortSignal};

/** Frames that look the same become one that lasts longer. */
const ONCE = 'mpdecimate=max=0';
const TIMEOUT = {least: 60_000, perMs: 4};

/** Writes the animation; of one that becomes larger than `maxBytes` the end may be missing. Only the scenes' last frames make the palette of a GIF. */
export async function encodeAnimation(
	path: string,
	format: AnimationFormat,
	animated: Animated,
	effort: Effort,
	encoding: Encoding,
): Promise<void> {
	const {ffmpeg, folder, signal} = encoding;
	const timeoutMs = TIMEOUT.least + TIMEOUT.perMs * animated.durationMs;
	const {loop, maxBytes} = animated;
	if (format === 'webp') {
		const webp = ['-c:v', 'libwebp_anim', '-quality', String(effort.quality), '-compression_level', '4', '-loop', loop ? '0' : '1'];
		const args = [...rawInput(effort, effort.fps), '-vf', `${ONCE},format=bgra`, '-fps_mode', 'vfr', ...webp, '-f', 'webp', path];
		const last = {ms: 0};
		await runEncoder(ffmpeg, args, {input: framesOf(animated, last), timeoutMs, signal});
		return holdLast(path, last.ms);
	}
	const palette = `${folder}/palette.png`;
	const colors = ['-vf', `palettegen=max_colors=${effort.colors}:reserve_transparent=1`, '-frames:v', '1', '-f', 'image2', palette];
	await runEncoder(ffmpeg, [...rawInput(effort, 1), ...colors], {input: lastFramesOf(animated), timeoutMs, signal});
	const graph = `[0:v]${ONCE}[film];[film][1:v]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle`;
	// Hundredths of a second.
	const end = ['-final_delay', String(Math.round(LAST_MS / 10)), '-loop', loop ? '0' : '-1'];
	const args = [...rawInput(effort, effort.fps), '-f', 'image2', '-i', palette, '-filter_complex', graph, '-fps_mode', 'vfr'];
	const out = ['-c:v', 'gif', ...end, '-fs', String(maxBytes + 1), '-f', 'gif', path];
	await runEncoder(ffmpeg, [...args, ...out], {input: framesOf(animated), timeoutMs, signal});
}

/** The last frame of a GIF is held for so long before it begins again. */
const LAST_MS = 3000;

function rawInput({width, height}: Effort, fps: number): string[] {
	return ['-f', 'rawvideo', '-pix_fmt', 'gbrp', '-video_size', `${width}x${height}`, '-framerate', String(fps), '-i', 'pipe:0'];
}

/** All frames, those that look the same as often as they last. Notes for how long the last one is held. */
async function* framesOf({scenes}: Animated, last = {ms: 0}): AsyncGenerator<Buffer> {
	for (const load of scenes) {
		const scene = await load();
		const draw = openScene(scene);
		for (const run of runsOf(scene)) {
			const {bytes} = draw(run);
			last.ms = run.count * scene.frameMs;
			for (let count = run.count; count > 0; count--) yield bytes;
		}
	}
}

async function* lastFramesOf({scenes}: Animated): AsyncGenerator<Buffer> {
	for (const load of scenes) yield (await load()).final.surface.bytes;
}

/** The encoder knows no end of the last frame: without one it would be gone at once. A frame's chunk has its milliseconds in bytes 12 to 14. */
async function holdLast(path: string, ms: number): Promise<void> {
	const bytes = await readFile(path);
	let last = -1;
	for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
		if (bytes.toString('latin1', at, at + 4) === 'ANMF') last = at + 8;
	}
	// One frame alone is no animation.
	if (last < 0) return;
	bytes.writeUIntLE(Math.min(Math.round(ms), 0xffffff), last + 12, 3);
	await writeFile(path, bytes);
}

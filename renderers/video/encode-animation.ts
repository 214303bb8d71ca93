import {stat} from 'node:fs/promises';
import {openScene, runsOf, type Scene} from './film.ts';
import {runEncoder} from './run.ts';
import {type Shown, writeWebp} from './webp-film.ts';

export type AnimationFormat = 'webp' | 'gif';
/** How much is given to a picture that moves. `colors`: 2..256, of a GIF; `quality`: 0..100, of a WebP. */
export type Effort = {fps: number; width: number; height: number; colors: number; quality: number};
/** Each scene is asked for when its turn comes: all of them at once would not fit into memory. */
type Animated = {scenes: (() => Promise<Scene>)[]; durationMs: number; loop: boolean; maxBytes: number};
type Encoding = {ffmpeg: string; folder: string; signal: AbortSignal};

/** Frames that look the same become one that lasts longer. */
const ONCE = 'mpdecimate=max=0';
const TIMEOUT = {least: 60_000, perMs: 4};

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

/** Times what is allowed: larger than this is large enough to say what would be smaller. */
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

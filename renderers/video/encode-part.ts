import {openScene, type Run, runsOf, type Scene} from './film.ts';
import {runEncoder} from './run.ts';

export type VideoQuality = 'high' | 'small';
type Encoding = {ffmpeg: string; quality: VideoQuality; signal: AbortSignal};

/** Rate factors of x264: hardly distinguishable from the original, and visibly compressed. */
const CRF: Record<VideoQuality, string> = {high: '20', small: '24'};
const COLORS = '-pix_fmt yuv420p -color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'.split(' ');
/** A viewer may jump to any tenth second at the latest. */
const SECONDS_BETWEEN_KEYS = 10;
/** An encoder that works needs a tenth of it. */
const TIMEOUT = {least: 60_000, perMs: 4};

/**
 * Encodes a piece of the film that joins any other without encoding it again: its first frame needs no other, and its
 * last one is held.
 */
export async function encodePart(scene: Scene, path: string, {ffmpeg, quality, signal}: Encoding): Promise<void> {
	const {width, height} = scene.final.surface;
	const rate = String(Math.round(1000 / scene.frameMs));
	const runs = runsOf(scene);
	const held = runs.at(-1)!.count - 1;
	const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${width}x${height}`, '-framerate', rate, '-i', 'pipe:0'];
	const hold = ['-vf', `tpad=stop_mode=clone:stop=${held},setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709`];
	const keys = String(Number(rate) * SECONDS_BETWEEN_KEYS);
	const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', CRF[quality], '-g', keys, '-threads', '1', ...COLORS];
	await runEncoder(ffmpeg, [...raw, ...hold, ...x264, '-video_track_timescale', '15360', '-f', 'mp4', path], {
		input: framesOf(scene, runs),
		timeoutMs: TIMEOUT.least + TIMEOUT.perMs * scene.part.durationMs,
		signal,
	});
}

/** Yields all frames except those that the encoder repeats. */
async function* framesOf(scene: Scene, runs: Run[]): AsyncGenerator<Buffer> {
	const draw = openScene(scene);
	for (const [index, run] of runs.entries()) {
		const {bytes} = await draw(run);
		for (let count = index === runs.length - 1 ? 1 : run.count; count > 0; count--) yield bytes;
	}
}

import {open, rm, writeFile} from 'node:fs/promises';
import {join as joinPath} from 'node:path';
import {matchLanguage, primaryLanguage} from '../../shared/contract/page-language.ts';
import {FACTS} from '../../shared/locales/languages.ts';
import type {Timeline} from '../../shared/tour/timeline.ts';
import {type Frames, openScene, type Run, runsOf, type Scene} from './film.ts';
import {runEncoder} from './run.ts';

/** Encodes a film: its pieces, its sound, and both joined in one file. */

type Joined = {
	/** The pieces in their order: paths, and milliseconds. */
	pieces: {path: string; durationMs: number}[];
	/** Milliseconds of the whole film. */
	durationMs: number;
	/** Metadata in ffmpeg's format. */
	metadata: string;
	/** Path of its sound, AAC in MP4; null if nothing is said. */
	sound: string | null;
	/** Captions as SubRip; null for none. */
	captions: string | null;
	/** BCP 47 of what is said. */
	language: string;
};

const AAC = ['-c:a', 'aac', '-b:a', '96k'];
/** Allows no decoder: ffmpeg would decode the first frame of each piece only to describe it, three quarters of the time of joining. */
const UNDECODED = ['-codec_whitelist', 'none'];
const TIMEOUT = {least: 60_000, perMs: 1};

type VideoQuality = 'high' | 'small';
type Encoding = {ffmpeg: string; quality: VideoQuality; signal: AbortSignal};

/** Rate factors of x264: hardly distinguishable from the original, and visibly compressed. */
const CRF: Record<VideoQuality, string> = {high: '19', small: '23'};
/**
 * Long runs of B-frames and a coarse search suit pictures that mostly stand still: more than a quarter less time than `veryfast` with its own
 * settings and a rate factor of one more, at the same SSIM and 6 % more bytes.
 */
const PRESET = ['-preset', 'veryfast', '-bf', '8', '-x264-params', 'b-adapt=0:subme=0'];
/** Two, since one piece is often encoded alone, after a change of one step: a third less time there, and 100 MB more for two pieces. */
const THREADS = '2';
const COLORS = '-pix_fmt yuv420p -color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'.split(' ');
/** A viewer may jump to any tenth second at the latest. */
const SECONDS_BETWEEN_KEYS = 10;
/** An encoder that works needs a tenth of it. */
const PART_TIMEOUT = {least: 60_000, perMs: 4};

/** Samples a second of the sound track, as narrations have them. */
const SAMPLE_RATE = 44_100;
const BYTES_PER_SAMPLE = 2;
/** Samples that MP3 puts before the first one: 576 by the encoder, 529 by the decoder. Our files do not say so. */
const DELAY_SAMPLES = 1105;
/** Enough for 25 minutes of speech, the longest there is. */
const TIMEOUT_MS = 60_000;
const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'];

type Sound = {ffmpeg: string; signal: AbortSignal; read(file: string): Promise<Buffer | null>};

/** Indexes of the parts that cannot be heard. */
export type Silent = number[];

/** Puts the film together without encoding its pictures again. */
export async function joinFilm(
	path: string,
	film: Joined,
	{ffmpeg, folder, signal}: {ffmpeg: string; folder: string; signal: AbortSignal},
) {
	const {pieces, durationMs, metadata, sound, captions, language} = film;
	const [list, facts, words] = ['pieces.txt', 'film.ffmeta', 'captions.srt'].map(name => joinPath(folder, name)) as [
		string,
		string,
		string,
	];
	await writeFile(list, `ffconcat version 1.0\n${pieces.map(entryOf).join('')}`);
	await writeFile(facts, metadata);
	if (captions !== null) await writeFile(words, captions);
	const inputs = [...UNDECODED, '-f', 'concat', '-safe', '0', '-i', list, '-f', 'ffmetadata', '-i', facts];
	const code = iso639(language);
	const maps = ['-map', '0:v:0', '-metadata:s:v:0', `language=${code}`];
	if (sound !== null) {
		inputs.push('-i', sound);
		maps.push('-map', '2:a:0', '-c:a', 'copy', '-metadata:s:a:0', `language=${code}`);
	}
	if (captions !== null) {
		inputs.push('-f', 'srt', '-i', words);
		maps.push('-map', `${sound === null ? 2 : 3}:s:0`, '-c:s', 'mov_text', '-metadata:s:s:0', `language=${code}`);
	}
	const out = [
		'-map_metadata',
		'1',
		'-map_chapters',
		'1',
		'-c:v',
		'copy',
		'-movflags',
		'+faststart',
		'-fflags',
		'+bitexact',
		'-f',
		'mp4',
		path,
	];
	await runEncoder(ffmpeg, [...inputs, ...maps, ...out], {timeoutMs: TIMEOUT.least + TIMEOUT.perMs * durationMs, signal});
}

/** Writes an entry with its length in millionths of a second, since rounded thousandths would add up. */
function entryOf({path, durationMs}: Joined['pieces'][number]): string {
	return `file '${path.replaceAll("'", "'\\''")}'\nduration ${(durationMs / 1000).toFixed(6)}\n`;
}

/** The three letters that MP4 has for languages that are not ours; most of them are in `Intl` nowhere. */
const LETTERS: Record<string, string> = {
	ar: 'ara',
	de: 'deu',
	fr: 'fra',
	he: 'heb',
	hi: 'hin',
	it: 'ita',
	ja: 'jpn',
	ko: 'kor',
	nl: 'nld',
	pl: 'pol',
	ru: 'rus',
	tr: 'tur',
	uk: 'ukr',
	zh: 'zho',
};

function iso639(language: string): string {
	const [primary, ours] = [primaryLanguage(language), matchLanguage(language)];
	return (ours ? FACTS[ours].iso639 : LETTERS[primary]) ?? (/^[a-z]{3}$/.test(primary) ? primary : 'und');
}

/**
 * Encodes frames of a part as a piece of the film that joins any other without encoding it again: its first frame needs no other, and its
 * last one is held.
 */
export async function encodePart(scene: Scene, frames: Frames, path: string, {ffmpeg, quality, signal}: Encoding): Promise<void> {
	const {width, height} = scene.final.surface;
	const rate = String(Math.round(1000 / scene.frameMs));
	const runs = runsOf(scene).filter(({frame}) => frame >= frames.from && frame < frames.to);
	const held = runs.at(-1)!.count - 1;
	const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${width}x${height}`, '-framerate', rate, '-i', 'pipe:0'];
	const hold = ['-vf', `tpad=stop_mode=clone:stop=${held},setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709`];
	const keys = String(Number(rate) * SECONDS_BETWEEN_KEYS);
	const x264 = ['-c:v', 'libx264', ...PRESET, '-crf', CRF[quality], '-g', keys, '-threads', THREADS, ...COLORS];
	await runEncoder(ffmpeg, [...raw, ...hold, ...x264, '-video_track_timescale', '15360', '-f', 'mp4', path], {
		input: framesOf(scene, runs),
		timeoutMs: PART_TIMEOUT.least + PART_TIMEOUT.perMs * scene.part.durationMs,
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

/**
 * Writes all that is said, each word at its time, as AAC in MP4 as long as the film. Returns the parts whose sound has gone or cannot be read;
 * null if nothing is said at all, and then nothing is written.
 */
export async function writeSound(path: string, timeline: Timeline, sound: Sound): Promise<Silent | null> {
	if (!timeline.parts.some(({voice}) => voice)) return null;
	const {ffmpeg, signal} = sound;
	const samples = `${path}.raw`;
	const silent = await writeSamples(samples, timeline, sound);
	const timeoutMs = TIMEOUT.least + TIMEOUT.perMs * timeline.durationMs;
	await runEncoder(ffmpeg, [...RAW, '-i', samples, ...AAC, '-fflags', '+bitexact', '-f', 'mp4', path], {timeoutMs, signal});
	await rm(samples);
	return silent;
}

/** Writes samples of 16 bits, one channel. */
async function writeSamples(path: string, {parts, durationMs}: Timeline, {ffmpeg, signal, read}: Sound): Promise<Silent> {
	const silent: Silent = [];
	const file = await open(path, 'w');
	try {
		for (const [index, {voice, at, durationMs: lasts}] of parts.entries()) {
			if (!voice) continue;
			const mp3 = await read(voice.narration.file);
			const samples = mp3 && (await decodeMp3(mp3, ffmpeg, signal));
			if (!samples) {
				silent.push(index);
				continue;
			}
			await file.write(samples.subarray(0, placeOf(at + lasts) - placeOf(at)), 0, undefined, placeOf(voice.at));
		}
		// Unwritten parts are silence, and take no space on file systems with sparse files.
		await file.truncate(placeOf(durationMs));
	} finally {
		await file.close();
	}
	return silent;
}

/** Decodes an MP3 to samples; null if it cannot be read. */
async function decodeMp3(mp3: Buffer, ffmpeg: string, signal: AbortSignal): Promise<Buffer | null> {
	const chunks: Buffer[] = [];
	const args = ['-f', 'mp3', '-i', 'pipe:0', '-map', '0:a:0', ...RAW, 'pipe:1'];
	try {
		await runEncoder(ffmpeg, args, {input: [mp3], output: chunk => chunks.push(chunk), timeoutMs: TIMEOUT_MS, signal});
	} catch {
		signal.throwIfAborted();
		return null;
	}
	return Buffer.concat(chunks).subarray(DELAY_SAMPLES * BYTES_PER_SAMPLE);
}

function placeOf(ms: number): number {
	return Math.round((ms / 1000) * SAMPLE_RATE) * BYTES_PER_SAMPLE;
}

import {writeFile} from 'node:fs/promises';
import {join as joinPath} from 'node:path';
import {matchLanguage, primaryLanguage} from '../../shared/contract/page-language.ts';
import {FACTS} from '../../shared/locales/languages.ts';
import {openScene, type Run, runsOf, type Scene} from './film.ts';
import {runEncoder} from './run.ts';
import {soundInput} from './sound.ts';

type Joined = {
	/** The pieces in their order: paths, and milliseconds. */
	pieces: {path: string; durationMs: number}[];
	/** Milliseconds of the whole film. */
	durationMs: number;
	/** Metadata in ffmpeg's format. */
	metadata: string;
	/** Path of its samples; null where nothing is said. */
	sound: string | null;
	/** Captions as SubRip; null for none. */
	captions: string | null;
	/** BCP 47 of what is said. */
	language: string;
};

const AAC = ['-c:a', 'aac', '-b:a', '96k'];
const TIMEOUT = {least: 60_000, perMs: 1};

type VideoQuality = 'high' | 'small';
type Encoding = {ffmpeg: string; quality: VideoQuality; signal: AbortSignal};

/** Rate factors of x264: hardly distinguishable from the original, and visibly compressed. */
const CRF: Record<VideoQuality, string> = {high: '20', small: '24'};
const COLORS = '-pix_fmt yuv420p -color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'.split(' ');
/** A viewer may jump to any tenth second at the latest. */
const SECONDS_BETWEEN_KEYS = 10;
/** An encoder that works needs a tenth of it. */
const PART_TIMEOUT = {least: 60_000, perMs: 4};

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
	const inputs = ['-f', 'concat', '-safe', '0', '-i', list, '-f', 'ffmetadata', '-i', facts];
	const maps = ['-map', '0:v:0'];
	const code = iso639(language);
	if (sound !== null) {
		inputs.push(...soundInput(sound));
		maps.push('-map', '2:a:0', ...AAC, '-metadata:s:a:0', `language=${code}`);
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

import {writeFile} from 'node:fs/promises';
import {join as joinPath} from 'node:path';
import {matchLanguage, primaryLanguage} from '../../shared/contract/page-language.ts';
import {FACTS} from '../../shared/locales/languages.ts';
import {runEncoder} from './run.ts';
import {soundInput} from './sound.ts';

export type Joined = {
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

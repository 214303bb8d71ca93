import {writeFileSync} from 'node:fs';
import {access, constants, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {runProgram} from '../../../../shared/process/run-program.ts';
import {inTemporaryFolder} from '../../../../shared/process/temporary-folder.ts';
import type {ProviderVoice} from '../provider.ts';
import {asciiText, refuseUnknownLetters} from '../speakable-text.ts';

/** A voice of an engine, under the engine's own name for it. */
type EngineVoice = Pick<ProviderVoice, 'key' | 'name' | 'language' | 'quality'>;

type Speaking = {
	/** Plain text as `plainText` leaves it. */
	text: string;
	/** Key of one of the engine's voices. */
	voice: string;
	timeoutMs: number;
	signal: AbortSignal;
};

/** A program on this machine that speaks. What fails is a `ProgramFailed`, but for letters that a voice does not know. */
export type SpeechEngine = {
	name: string;
	/** Returns its voices, the best of each language first; none if it is not installed. */
	voices(signal: AbortSignal): Promise<EngineVoice[]>;
	/** Returns a WAV file, which may be silent. */
	speak(speaking: Speaking): Promise<Buffer>;
};

/** Folders in which programs are looked for, as in `runProgram`. */
const PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

const LIST_TIMEOUT_MS = 10_000;
/** Codes of espeak-ng that leave the country to be known. */
const TAGS: Record<string, string> = {pt: 'pt-PT', es: 'es-ES'};
/** Voices that speak for others. `cmn` reads Latin letters as English, and by mistake the spellings of its own signs too, with tones as numbers. */
const SPOKEN_BY: Record<string, string> = {cmn: 'cmn-latn-pinyin'};
/** Languages in which most tours are narrated; they get a woman's voice too. */
const WOMAN = '+f3';
const WITH_WOMAN = new Set(['pt-br', 'pt', 'en-us', 'en-gb', 'es', 'es-419']);
/** Variants that come first in their language, for the list is alphabetical. */
const FIRST = ['pt-br', 'en-us', 'en-gb', 'es', 'fr-fr', 'vi'];

/** A sign before another one: two brackets would begin phonemes, and over rows of emoji and symbols some of its languages crash. */
const CROWDED = /[[\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}%&@#*](?=[[\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}%&@#*])/gu;

const PICO = 'pico2wave';
/** All six voices, which come in one package (libttspico-utils, in Debian's non-free). */
const PICO_VOICES: EngineVoice[] = [
	{key: 'en-US', name: 'Pico, English (America)', language: 'en-US', quality: 'good'},
	{key: 'en-GB', name: 'Pico, English (Great Britain)', language: 'en-GB', quality: 'good'},
	{key: 'es-ES', name: 'Pico, Spanish', language: 'es-ES', quality: 'good'},
	{key: 'fr-FR', name: 'Pico, French', language: 'fr-FR', quality: 'good'},
	{key: 'de-DE', name: 'Pico, German', language: 'de-DE', quality: 'good'},
	{key: 'it-IT', name: 'Pico, Italian', language: 'it-IT', quality: 'good'},
];

/** Places of programs and voices, by Debian's packages or by a build of one's own. */
const PLACES = {program: 'RHVoice-test', voices: ['/usr/share/RHVoice/voices', '/usr/local/share/RHVoice/voices']};

/** RHVoice names its languages in words. A voice of any other is left out. */
const LANGUAGES: Record<string, string> = {
	Albanian: 'sq',
	'Brazilian-Portuguese': 'pt-BR',
	Croatian: 'hr',
	Czech: 'cs',
	English: 'en-US',
	Esperanto: 'eo',
	Georgian: 'ka',
	Kyrgyz: 'ky',
	Macedonian: 'mk',
	Polish: 'pl',
	Russian: 'ru',
	Serbian: 'sr',
	Slovak: 'sk',
	Spanish: 'es-ES',
	Tatar: 'tt',
	Turkmen: 'tk',
	Ukrainian: 'uk',
	Uzbek: 'uz',
	Vietnamese: 'vi',
};

/** Voices of an ffmpeg with flite, best first. `kal` and `kal16` are older and worse, and would only lengthen the list. */
const FLITE_VOICES: EngineVoice[] = [
	{key: 'slt', name: 'English (America), woman', language: 'en-US', quality: 'good'},
	{key: 'rms', name: 'English (America), man', language: 'en-US', quality: 'good'},
	{key: 'awb', name: 'English (Scotland), man', language: 'en-GB', quality: 'good'},
];

/** True if there is such a program, by name or path. */
async function isInstalled(program: string): Promise<boolean> {
	const places = program.includes('/') ? [program] : PATH.map(directory => join(directory, program));
	const found = await Promise.allSettled(places.map(place => access(place, constants.X_OK)));
	return found.some(({status}) => status === 'fulfilled');
}

/** espeak-ng: plainly a machine, understood, and in about a hundred languages. */
export function openEspeakNg(program: string): SpeechEngine {
	return {
		name: 'espeak-ng',
		async voices(signal) {
			if (!(await isInstalled(program))) return [];
			const list = await runProgram(program, ['--voices'], {timeoutMs: LIST_TIMEOUT_MS, signal});
			return parseVoices(list.toString());
		},
		async speak({text, voice, timeoutMs, signal}) {
			// The text goes to standard input: arguments are for every user of the machine to see.
			const input = text.replace(CROWDED, '$& ');
			const speak = (...how: string[]) =>
				runProgram(program, ['-b', '1', '-v', SPOKEN_BY[voice] ?? voice, '--stdin', ...how], {input, timeoutMs, signal});
			// It knows all of Latin.
			if (/(?!\p{sc=Latin})\p{L}/u.test(text)) refuseUnknownLetters(text, (await speak('-q', '-X')).toString());
			return await speak('--stdout');
		},
	};
}

function parseVoices(list: string): EngineVoice[] {
	const voices = new Map<string, EngineVoice>();
	for (const line of list.split('\n').slice(1)) {
		const [, key, , name, file] = line.trim().split(/\s+/);
		// Private variants (x-…) and Latin spellings are for those who ask espeak-ng itself.
		if (!key || !name || !file || voices.has(key) || /-(x|latn)-?/i.test(key) || isUnspoken(key, name, file)) continue;
		const language = languageTag(key);
		if (!language) continue;
		const voice = {key, name: name.replaceAll('_', ' ').trim(), language, quality: 'basic'} as const;
		voices.set(key, voice);
		if (WITH_WOMAN.has(key)) voices.set(key + WOMAN, {...voice, key: key + WOMAN, name: `${voice.name}, woman`});
	}
	const rank = ({key}: EngineVoice) => (FIRST.indexOf(key) + FIRST.length + 1) % (FIRST.length + 1);
	return [...voices.values()].sort((a, b) => rank(a) - rank(b));
}

/** True for languages of books, games and the past, in which no product is shown; Esperanto has its speakers. */
function isUnspoken(key: string, name: string, file: string): boolean {
	return (file.startsWith('art/') && key !== 'eo') || /\((Ancient|Classical)\)/.test(name);
}

function languageTag(code: string): string | undefined {
	try {
		return TAGS[code] ?? Intl.getCanonicalLocales(code)[0];
	} catch {
		return undefined;
	}
}

/** SVOX Pico, where it is installed. */
export function openPico(program: string = PICO): SpeechEngine {
	return {
		name: 'pico',
		voices: async () => ((await isInstalled(program)) ? PICO_VOICES : []),
		async speak({text, voice, timeoutMs, signal}) {
			return await inTemporaryFolder('speech', async folder => {
				// It knows markup, and one tag plays files.
				const input = text.replace(/[<>]/g, ' ');
				await runProgram(program, ['-l', voice, '-w', 'speech.wav'], {input, cwd: folder, timeoutMs, signal});
				return await readFile(join(folder, 'speech.wav'));
			});
		},
	};
}

/** RHVoice, where it is installed: the best of the local voices. */
export function openRhvoice(places: typeof PLACES = PLACES): SpeechEngine {
	return {
		name: 'rhvoice',
		async voices() {
			if (!(await isInstalled(places.program))) return [];
			const found = await Promise.all(places.voices.map(voicesIn));
			return found.flat();
		},
		async speak({text, voice, timeoutMs, signal}) {
			return await inTemporaryFolder('speech', async folder => {
				// Without -s the text is plain, whatever it looks like.
				await runProgram(places.program, ['-p', voice, '-o', 'speech.wav'], {input: text, cwd: folder, timeoutMs, signal});
				return await readFile(join(folder, 'speech.wav')).catch(missing);
			});
		},
	};
}

/** Returns no bytes for a missing file: it is opened with the first sample, so there was no sound. */
function missing(error: NodeJS.ErrnoException): Buffer {
	if (error.code === 'ENOENT') return Buffer.alloc(0);
	throw error;
}

async function voicesIn(folder: string): Promise<EngineVoice[]> {
	const names = await readdir(folder).catch(() => []);
	const infos = await Promise.all(names.sort().map(name => readFile(join(folder, name, 'voice.info'), 'utf8').catch(() => '')));
	return infos.flatMap(info => {
		const {name, language, gender} = Object.fromEntries([...info.matchAll(/^(\w+)=(.+?)\s*$/gm)].map(([, key, value]) => [key, value]));
		const tag = LANGUAGES[language ?? ''];
		// In a profile a plus sign joins voices.
		if (!tag || !/^[\p{L}\p{N} ._-]+$/u.test(name ?? '')) return [];
		return [
			{
				key: name!,
				name: `RHVoice ${name}${gender === 'female' ? ', woman' : gender === 'male' ? ', man' : ''}`,
				language: tag,
				quality: 'good' as const,
			},
		];
	});
}

/** flite, the English speech engine that ffmpeg may have inside. */
export function openFlite(ffmpeg: string): SpeechEngine {
	return {
		name: 'flite',
		async voices(signal) {
			if (!(await isInstalled(ffmpeg))) return [];
			const filters = await runProgram(ffmpeg, ['-hide_banner', '-v', 'quiet', '-filters'], {timeoutMs: LIST_TIMEOUT_MS, signal});
			return / flite /.test(filters.toString()) ? FLITE_VOICES : [];
		},
		async speak({text, voice, timeoutMs, signal}) {
			return await inTemporaryFolder('speech', async folder => {
				// A file, because the filter maps it into memory; its name is relative, because a path would have to be escaped. Written at
				// once, so that the voice starts before the encoder, for which nobody waits yet.
				writeFileSync(join(folder, 'text.txt'), asciiText(text), {mode: 0o600});
				const source = `flite=textfile=text.txt:voice=${voice}`;
				const args = ['-hide_banner', '-v', 'error', '-nostdin', '-f', 'lavfi', '-i', source, '-f', 'wav', '-bitexact', 'pipe:1'];
				return await runProgram(ffmpeg, args, {cwd: folder, timeoutMs, signal});
			});
		},
	};
}

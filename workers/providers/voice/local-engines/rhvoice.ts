import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inOwnFolder} from '../../../../shared/process/own-folder.ts';
import {runProgram} from '../../../../shared/process/run-program.ts';
import {type EngineVoice, isInstalled, type SpeechEngine} from './engine.ts';

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
			return await inOwnFolder('speech', async folder => {
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

import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inOwnFolder} from '../../../../shared/process/own-folder.ts';
import {runProgram} from '../../../../shared/process/run-program.ts';
import {type EngineVoice, isInstalled, type SpeechEngine} from './engine.ts';

const PROGRAM = 'pico2wave';
/** All that there are; its package (libttspico-utils, Debian's non-free) brings the six together. */
const VOICES: EngineVoice[] = [
	{key: 'en-US', name: 'Pico, English (America)', language: 'en-US', quality: 'good'},
	{key: 'en-GB', name: 'Pico, English (Great Britain)', language: 'en-GB', quality: 'good'},
	{key: 'es-ES', name: 'Pico, Spanish', language: 'es-ES', quality: 'good'},
	{key: 'fr-FR', name: 'Pico, French', language: 'fr-FR', quality: 'good'},
	{key: 'de-DE', name: 'Pico, German', language: 'de-DE', quality: 'good'},
	{key: 'it-IT', name: 'Pico, Italian', language: 'it-IT', quality: 'good'},
];

/** SVOX Pico, where it is installed. */
export function openPico(program: string = PROGRAM): SpeechEngine {
	return {
		name: 'pico',
		voices: async () => ((await isInstalled(program)) ? VOICES : []),
		async speak({text, voice, timeoutMs, signal}) {
			return await inOwnFolder('speech', async folder => {
				// It knows markup, and one tag plays files.
				const input = text.replace(/[<>]/g, ' ');
				await runProgram(program, ['-l', voice, '-w', 'speech.wav'], {input, cwd: folder, timeoutMs, signal});
				return await readFile(join(folder, 'speech.wav'));
			});
		},
	};
}

import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inOwnFolder} from '../../../../shared/process/own-folder.ts';
import {runProgram} from '../../../../shared/process/run-program.ts';
import {asciiText} from '../speakable-text.ts';
import {type EngineVoice, isInstalled, type SpeechEngine} from './engine.ts';

const LIST_TIMEOUT_MS = 10_000;
/** Voices of an ffmpeg with flite, best first. `kal` and `kal16` are older and worse, and would only lengthen the list. */
const VOICES: EngineVoice[] = [
	{key: 'slt', name: 'English (America), woman', language: 'en-US', quality: 'good'},
	{key: 'rms', name: 'English (America), man', language: 'en-US', quality: 'good'},
	{key: 'awb', name: 'English (Scotland), man', language: 'en-GB', quality: 'good'},
];

/** flite, the English speech engine that ffmpeg may have inside. */
export function openFlite(ffmpeg: string): SpeechEngine {
	return {
		name: 'flite',
		async voices(signal) {
			if (!(await isInstalled(ffmpeg))) return [];
			const filters = await runProgram(ffmpeg, ['-hide_banner', '-v', 'quiet', '-filters'], {timeoutMs: LIST_TIMEOUT_MS, signal});
			return / flite /.test(filters.toString()) ? VOICES : [];
		},
		async speak({text, voice, timeoutMs, signal}) {
			return await inOwnFolder('speech', async folder => {
				// A file, because the filter maps it into memory; its name is relative, because a path would have to be escaped.
				await writeFile(join(folder, 'text.txt'), asciiText(text), {mode: 0o600});
				const source = `flite=textfile=text.txt:voice=${voice}`;
				const args = ['-hide_banner', '-v', 'error', '-nostdin', '-f', 'lavfi', '-i', source, '-f', 'wav', '-bitexact', 'pipe:1'];
				return await runProgram(ffmpeg, args, {cwd: folder, timeoutMs, signal});
			});
		},
	};
}

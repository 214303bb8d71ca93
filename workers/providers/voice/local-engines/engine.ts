import {access, constants} from 'node:fs/promises';
import {join} from 'node:path';
import type {ProviderVoice} from '../provider.ts';

/** A voice of an engine, under the engine's own name for it. */
export type EngineVoice = Pick<ProviderVoice, 'key' | 'name' | 'language' | 'quality'>;

type Speaking = {
	/** Plain text as `plainText` leaves it. */
	text: string;
	/** Key of one of the engine's voices. */
	voice: string;
	timeoutMs: number;
	signal: AbortSignal;
};

/** A program on this machine that speaks. What fails is a `ProgramFailed`. */
export type SpeechEngine = {
	name: string;
	/** Returns its voices, the best of each language first; none if it is not installed. */
	voices(signal: AbortSignal): Promise<EngineVoice[]>;
	/** Returns a WAV file, which may be silent. */
	speak(speaking: Speaking): Promise<Buffer>;
};

/** Folders in which programs are looked for, as in `runProgram`. */
const PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

/** True if there is such a program, by name or path. */
export async function isInstalled(program: string): Promise<boolean> {
	const places = program.includes('/') ? [program] : PATH.map(directory => join(directory, program));
	const found = await Promise.allSettled(places.map(place => access(place, constants.X_OK)));
	return found.some(({status}) => status === 'fulfilled');
}

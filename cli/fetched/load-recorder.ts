import type {Output} from '../output.ts';
import type {Recorder} from '../recorder/recording.ts';
import {type ServedProgram, servedProgram} from './served-program.ts';

/** Set when the service serves the command: where the recorder is and what its bytes are. */
declare const RECORDER: ServedProgram | undefined;

/** Path of the recorder among the sources: no literal, so that no bundle takes it in. */
const SOURCE = '../recorder/index.ts';

/** The recorder: the driver of the browser and what is built on it, three times the size of all other commands. */
export async function loadRecorder(output: Output): Promise<Recorder> {
	const file = typeof RECORDER === 'undefined' ? SOURCE : (await servedProgram(RECORDER, output)).href;
	return (await import(file)) as Recorder;
}

import type * as Formats from '../formats/index.ts';
import type {Output} from '../output.ts';
import type {Recorder} from '../recorder/recording.ts';
import type * as SignIn from '../sign-in/index.ts';
import type * as Zip from '../zip/index.ts';
import {type ServedProgram, servedProgram} from './served-program.ts';

/** Set when the service serves the command, with its parts beside it: where the recorder is and what its bytes are. */
declare const RECORDER: ServedProgram | undefined;

/** Path of the recorder among the sources: no literal, so that no bundle takes it in. */
const SOURCE = '../recorder/index.ts';

/** The recorder: the driver of the browser and what is built on it, three times the size of all other commands. */
export async function loadRecorder(output: Output): Promise<Recorder> {
	const file = typeof RECORDER === 'undefined' ? SOURCE : (await servedProgram(RECORDER, output)).href;
	return (await import(file)) as Recorder;
}

/** Loads the formats of other tools, which most commands do not need. */
export async function loadFormats(): Promise<typeof Formats> {
	const file = typeof RECORDER === 'undefined' ? '../formats/index.ts' : './formats.mjs';
	return (await import(file)) as typeof Formats;
}

/** Loads signing in and staying signed in, which people with a key do not need. */
export async function loadSignIn(): Promise<typeof SignIn> {
	const file = typeof RECORDER === 'undefined' ? '../sign-in/index.ts' : './sign-in.mjs';
	return (await import(file)) as typeof SignIn;
}

/** Loads the reader and writer of zip files, which most commands do not need. */
export async function loadZip(): Promise<typeof Zip> {
	const file = typeof RECORDER === 'undefined' ? '../zip/index.ts' : './zip.mjs';
	return (await import(file)) as typeof Zip;
}

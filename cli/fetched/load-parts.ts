import type * as Formats from '../formats/index.ts';
import type {Output} from '../output.ts';
import type {Recorder} from '../recorder/recording.ts';
import type * as SignIn from '../sign-in/login.ts';
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
	return load('../formats/index.ts', './formats.mjs');
}

/** Loads signing in and staying signed in, which people with a key do not need. */
export async function loadSignIn(): Promise<typeof SignIn> {
	return load('../sign-in/login.ts', './sign-in.mjs');
}

/** Loads the reader and writer of zip files, which most commands do not need. */
export async function loadZip(): Promise<typeof Zip> {
	return load('../zip/index.ts', './zip.mjs');
}

/** Loads a module by its path among the sources, or among the parts of the packed command. */
function load<Module>(source: string, packed: string): Promise<Module> {
	return import(typeof RECORDER === 'undefined' ? source : packed);
}

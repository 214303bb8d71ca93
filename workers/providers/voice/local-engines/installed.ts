import {access, constants} from 'node:fs/promises';
import {join} from 'node:path';

/** Folders in which programs are looked for, as in `runProgram`. */
const PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

/** True if there is such a program, by name or path. */
export async function isInstalled(program: string): Promise<boolean> {
	const places = program.includes('/') ? [program] : PATH.map(directory => join(directory, program));
	const found = await Promise.allSettled(places.map(place => access(place, constants.X_OK)));
	return found.some(({status}) => status === 'fulfilled');
}

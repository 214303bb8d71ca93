import {createHash} from 'node:crypto';
import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {TourDocument} from '../shared/contract/document.ts';

/** The folder's last sending, kept beside it and out of git. Without it all works, but changes of others cannot be told apart. */
export type State = {
	url: string;
	key: string;
	/** Version of the tour after that. */
	version: number;
	/** The document of the folder, as it was sent. */
	sent: TourDocument;
	/** The document that the service made of it. */
	server: TourDocument;
	/** Others had changed the tour, and their changes are not in the folder. */
	behind: boolean;
	/** Hash of the tour's file after that. */
	text: string;
};

const FOLDER = '.roteiro';

export async function readState(folder: string, url: string, key?: string): Promise<State | null> {
	try {
		const state = JSON.parse(await readFile(join(folder, FOLDER, 'state.json'), 'utf8')) as State;
		return state.url === url && (key === undefined || state.key === key) ? state : null;
	} catch {
		return null;
	}
}

/** Returns the hash of a file's text, whichever line endings git or an editor gave it. */
export function textHash(text: string): string {
	return createHash('sha256')
		.update(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
		.digest('hex');
}

/** A folder that cannot be written is published all the same. */
export async function writeState(folder: string, state: State): Promise<void> {
	const at = join(folder, FOLDER);
	try {
		await mkdir(at, {recursive: true});
		await writeFile(join(at, '.gitignore'), '*\n');
		await writeFile(join(at, 'state.json.new'), JSON.stringify(state));
		await rename(join(at, 'state.json.new'), join(at, 'state.json'));
	} catch {
		// The next publish asks the service what it has.
	}
}

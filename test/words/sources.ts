import {readdir, readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {transform} from 'esbuild';

export const ROOT = resolve(import.meta.dirname, '../..');
export const FOLDERS = ['api', 'cli', 'client', 'editor', 'extension', 'infra', 'renderers', 'shared', 'workers'];

/** Returns the paths of all code of the service, without tests and packages. */
export async function sourceFiles(): Promise<string[]> {
	return filesIn(FOLDERS, /(?<!\.test|\.d)\.(?:m?ts|tsx)$/);
}

/** Returns the paths in these folders that match, without packages, in order. */
export async function filesIn(folders: readonly string[], pattern: RegExp): Promise<string[]> {
	const lists = await Promise.all(
		folders.map(async folder => (await readdir(join(ROOT, folder), {recursive: true})).map(name => join(folder, name))),
	);
	return lists
		.flat()
		.filter(path => pattern.test(path) && !path.includes('node_modules/'))
		.sort();
}

/** Returns a file's code without comments and types, one statement a line. */
export async function codeOf(path: string): Promise<string> {
	const text = await readFile(join(ROOT, path), 'utf8');
	const loader = path.endsWith('.tsx') ? 'tsx' : 'ts';
	const {code} = await transform(text, {loader, jsx: 'preserve', charset: 'utf8', legalComments: 'none'});
	// Comments within classes and JSX remain.
	return code.replaceAll(/^\s*(?:\/\*.*?\*\/|\/\/.*)$/gm, '');
}

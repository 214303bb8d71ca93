import {readdir, readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {transform} from 'esbuild';

export const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['api', 'cli', 'client', 'editor', 'extension', 'infra', 'renderers', 'shared', 'workers'];

/** Returns the paths of all code of the service, without tests and packages. */
export async function sourceFiles(): Promise<string[]> {
	const lists = await Promise.all(
		FOLDERS.map(async folder => (await readdir(join(ROOT, folder), {recursive: true})).map(name => join(folder, name))),
	);
	return lists
		.flat()
		.filter(path => /\.(?:m?ts|tsx)$|_locales\/\w+\/messages\.json$/.test(path) && !/\.test\.ts$|\.d\.ts$|node_modules\//.test(path))
		.sort();
}

/** Returns a file's code without comments and types, one statement a line. */
export async function codeOf(path: string): Promise<string> {
	const text = await readFile(join(ROOT, path), 'utf8');
	const loader = path.endsWith('.json') ? 'json' : path.endsWith('.tsx') ? 'tsx' : 'ts';
	const {code} = await transform(text, {loader, jsx: 'preserve', charset: 'utf8', legalComments: 'none'});
	// Comments within classes and JSX remain.
	return code.replaceAll(/^\s*(?:\/\*.*?\*\/|\/\/.*)$/gm, '');
}

import {readdir, readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docs/examples/first-flow');

/** The real screenshots of the example, 2880x1800. */
export async function examplePictures(): Promise<Buffer[]> {
	const names = (await readdir(FOLDER)).filter(name => name.endsWith('.png')).sort();
	return Promise.all(names.map(name => readFile(join(FOLDER, name))));
}

import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {EXAMPLE_FOLDER} from '../helpers/example-tour.ts';

/** The real screenshots of the example, 2880x1800. */
export async function examplePictures(): Promise<Buffer[]> {
	const names = (await readdir(EXAMPLE_FOLDER)).filter(name => name.endsWith('.png')).sort();
	return Promise.all(names.map(name => readFile(join(EXAMPLE_FOLDER, name))));
}

import {readFile, stat} from 'node:fs/promises';
import {basename, dirname} from 'node:path';
import {refused} from '../errors.ts';
import {loadFormats} from '../fetched/load-parts.ts';
import {readPicture} from '../folder/pictures.ts';
import type {Importing} from '../recording/new-folder.ts';
import {readJson, writeImported} from './foreign.ts';

/** Demos of hundreds of steps have a tenth of it; no more is read. */
const MAX_BYTES = 4_000_000;

/** Makes a folder of a demo of Inkly, whose pictures lie beside its file. */
export async function fromDemo(file: string, importing: Importing): Promise<void> {
	const {size} = await stat(file);
	if (size > MAX_BYTES) throw refused([{place: file, message: 'Is far too large for a demo.'}]);
	const {readInkly} = await loadFormats();
	const json = readJson(await readFile(file, 'utf8'), basename(file));
	const read = (name: string) =>
		readPicture(dirname(file), name).then(
			({path}) => readFile(path),
			() => null,
		);
	await writeImported(() => readInkly(json.value, read), {json, read, name: basename(file)}, importing);
}

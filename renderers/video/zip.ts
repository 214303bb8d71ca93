import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import yazl from 'yazl';

export type Entry = {name: string} & ({path: string} | {bytes: Buffer});

/** Files one after the other, not compressed: what is large is compressed already. */
export async function writeZip(path: string, entries: Entry[]): Promise<void> {
	const zip = new yazl.ZipFile();
	const options = {compress: false, mtime: new Date(Date.UTC(2000, 0, 1)), mode: 0o100644};
	for (const entry of entries) {
		if ('path' in entry) zip.addFile(entry.path, entry.name, options);
		else zip.addBuffer(entry.bytes, entry.name, options);
	}
	zip.end();
	await pipeline(zip.outputStream, createWriteStream(path));
}

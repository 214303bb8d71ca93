import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {ZipFile} from 'yazl';

/** `stored`: not compressed, for pictures and sounds are already. */
export type ZipEntry = {name: string; bytes: Buffer; stored?: boolean};

/** A fixed date, so that equal files make equal bytes whenever and wherever they are packed. */
const PACKED_AT = new Date(1985, 9, 26, 8, 15);

/** Writes a zip of these files, each made when its turn comes. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Promise<void> {
	const zip = new ZipFile();
	const written = pipeline(zip.outputStream, createWriteStream(path));
	for await (const {name, bytes, stored = false} of entries)
		zip.addBuffer(bytes, name, {mtime: PACKED_AT, mode: 0o100644, forceDosTimestamp: true, compress: !stored});
	zip.end();
	await written;
}

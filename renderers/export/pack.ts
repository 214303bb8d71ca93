import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {ZipFile} from 'yazl';

/** The same tour is the same bytes, whenever and wherever it is packed. */
const PACKED_AT = new Date(1985, 9, 26, 8, 15);
/** What these hold is packed already. */
const STORED = /\.(?:webp|jpe?g|mp3|woff2)$/;

/** Writes files by their path in the package as a zip. */
export async function pack(path: string, files: ReadonlyMap<string, Buffer>, signal: AbortSignal): Promise<void> {
	const zip = new ZipFile();
	for (const [name, bytes] of files)
		zip.addBuffer(bytes, name, {mtime: PACKED_AT, mode: 0o100644, forceDosTimestamp: true, compress: !STORED.test(name)});
	zip.end();
	await pipeline(zip.outputStream, createWriteStream(path), {signal});
}

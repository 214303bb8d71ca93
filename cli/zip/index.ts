import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {openPromise} from 'yauzl';
import {ZipFile} from 'yazl';

// Zip files in and out: a file of its own beside the command, which is loaded where it is needed.

export type ZipLimits = {entries: number; bytesEach: number; bytes: number};
export type ZipEntry = {name: string; bytes: Buffer};

const SAFE = /^[\p{L}\p{N}_.][\p{L}\p{N} _.()-]*(?:\/[\p{L}\p{N}_.][\p{L}\p{N} _.()-]*)*$/u;
const LINK = 0o120000;
const KIND = 0o170000;
/** The same tour is the same bytes, whenever and wherever it is packed. */
const PACKED_AT = new Date(1985, 9, 26, 8, 15);

/**
 * Reads the entries that `wants` names. Throws an error with a sentence where the file is not what it says: names that lead out of it, links,
 * the same name twice, more or larger entries than `limits` allow, sizes that lie. Nothing is inflated further than its announced size.
 */
export async function readZip(file: string, wants: (name: string) => boolean, limits: ZipLimits): Promise<ZipEntry[]> {
	const zip = await openPromise(file, {lazyEntries: true, validateEntrySizes: true, strictFileNames: true});
	try {
		if (zip.entryCount > limits.entries) throw new Error(`has ${zip.entryCount} entries; ${limits.entries} are the most.`);
		const found: ZipEntry[] = [];
		const names = new Set<string>();
		let total = 0;
		for await (const entry of zip.eachEntry()) {
			const name = entry.fileName.normalize('NFC');
			if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
			if (!SAFE.test(name) || name.split('/').includes('..'))
				throw new Error(`has an entry with the name ${JSON.stringify(name.slice(0, 80))}.`);
			if (((entry.externalFileAttributes >>> 16) & KIND) === LINK) throw new Error(`has a link, ${name}.`);
			if (names.has(name.toLowerCase())) throw new Error(`has ${name} twice.`);
			names.add(name.toLowerCase());
			if (!wants(name)) continue;
			total += entry.uncompressedSize;
			if (entry.uncompressedSize > limits.bytesEach)
				throw new Error(`has ${name} with ${megabytes(entry.uncompressedSize)}; ${megabytes(limits.bytesEach)} are the most.`);
			if (total > limits.bytes) throw new Error(`has more than ${megabytes(limits.bytes)}.`);
			const parts: Buffer[] = [];
			for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
			found.push({name, bytes: Buffer.concat(parts)});
		}
		return found;
	} finally {
		zip.close();
	}
}

/** Writes a zip file. Pictures are packed already, so that they are stored as they are. */
export async function writeZip(file: string, entries: readonly ZipEntry[]): Promise<void> {
	const zip = new ZipFile();
	for (const {name, bytes} of entries)
		zip.addBuffer(bytes, name, {mtime: PACKED_AT, mode: 0o100644, forceDosTimestamp: true, compress: name.endsWith('.json')});
	zip.end();
	await pipeline(zip.outputStream, createWriteStream(file));
}

function megabytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

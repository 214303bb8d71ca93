import type {Entry, ZipFile} from 'yauzl';

export type ZipLimits = {entries: number; bytesEach: number; bytes: number};

/** A zip whose entries were checked; none is inflated yet. */
export type OpenZip = {
	/** The wanted names, in the order of the file. */
	names: readonly string[];
	/** Returns the bytes of one of these. Throws if they differ from what the zip announces. */
	read(name: string): Promise<Buffer>;
	close(): void;
};

/** Options for yauzl: entries one by one, no more bytes than announced, and no names that may be paths. */
export const ZIP_OPTIONS = {lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true} as const;

const SAFE = /^[\p{L}\p{N}_.][\p{L}\p{N} _.()-]*(?:\/[\p{L}\p{N}_.][\p{L}\p{N} _.()-]*)*$/u;
const LINK = 0o120000;
const KIND = 0o170000;

/**
 * Checks all entries and remembers those that `wants` names. Throws an error with a sentence, and closes the zip, for
 * names that lead out of it, links, one name twice, and more or larger entries than `limits`. No entry is inflated
 * beyond its announced size.
 */
export async function openZip(zip: ZipFile, wants: (name: string) => boolean, limits: ZipLimits): Promise<OpenZip> {
	try {
		const found = await findEntries(zip, wants, limits);
		return {
			names: [...found.keys()],
			async read(name) {
				const parts: Buffer[] = [];
				for await (const part of await zip.openReadStreamPromise(found.get(name)!)) parts.push(part as Buffer);
				return Buffer.concat(parts);
			},
			close: () => zip.close(),
		};
	} catch (error) {
		zip.close();
		throw error;
	}
}

async function findEntries(zip: ZipFile, wants: (name: string) => boolean, limits: ZipLimits): Promise<Map<string, Entry>> {
	if (zip.entryCount > limits.entries) throw new Error(`has ${zip.entryCount} entries; ${limits.entries} are the most.`);
	const found = new Map<string, Entry>();
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
		found.set(name, entry);
	}
	return found;
}

function megabytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

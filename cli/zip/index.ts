import {openPromise} from 'yauzl';
import {openZip, ZIP_OPTIONS, type ZipLimits} from '../../shared/zip/open-zip.ts';

// A file of its own beside the command, which is loaded where it is needed.

export type {ZipLimits} from '../../shared/zip/open-zip.ts';
export type ZipEntry = {name: string; bytes: Buffer};

/** Reads the entries of a file that `wants` names; throws as `openZip` does, and where sizes lie. */
export async function readZip(file: string, wants: (name: string) => boolean, limits: ZipLimits): Promise<ZipEntry[]> {
	const zip = await openZip(await openPromise(file, ZIP_OPTIONS), wants, limits);
	try {
		const found: ZipEntry[] = [];
		for (const name of zip.names) found.push({name, bytes: await zip.read(name)});
		return found;
	} finally {
		zip.close();
	}
}

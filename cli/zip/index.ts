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

/** Returns a bundle's document without narrations; null if it has none, or is no JSON, which the reader of the folder reports. */
export function withoutNarrations(bytes: Buffer): Buffer | null {
	try {
		const document = JSON.parse(bytes.toString('utf8')) as {steps?: Array<{narrations?: unknown}>};
		if (!document.steps?.some(({narrations}) => narrations !== undefined)) return null;
		const steps = document.steps.map(({narrations: _narrations, ...step}) => step);
		return Buffer.from(`${JSON.stringify({...document, steps}, null, '\t')}\n`);
	} catch {
		return null;
	}
}

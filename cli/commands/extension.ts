import {mkdir, readdir, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {inTemporaryFolder} from '../../shared/process/temporary-folder.ts';
import {serviceUrl} from '../connection.ts';
import {CommandError, refused, unwritable} from '../errors.ts';
import {fetchBytes, loadZip} from '../fetched/load-parts.ts';
import type {Output} from '../output.ts';

const LIMITS = {entries: 100, bytesEach: 1024 * 1024, bytes: 4 * 1024 * 1024};

/** Writes the browser extension of the service into a folder, as the browser loads it. */
export async function writeExtension(given: string, output: Output): Promise<void> {
	const folder = resolve(given);
	const there = await readdir(folder).catch((): string[] => []);
	if (there.length > 0 && !there.includes('manifest.json')) throw refused(`${given} is not empty, and no extension: name another folder.`);
	const url = `${serviceUrl()}/extension.zip`;
	try {
		const files = await inTemporaryFolder('extension', async work => {
			await writeFile(join(work, 'extension.zip'), await fetchBytes(url));
			const {readZip} = await loadZip();
			return readZip(join(work, 'extension.zip'), () => true, LIMITS);
		});
		for (const {name, bytes} of files) {
			await mkdir(dirname(join(folder, name)), {recursive: true});
			await writeFile(join(folder, name), bytes);
		}
	} catch (error) {
		if (error instanceof CommandError) throw error;
		throw unwritable(given, error as Error);
	}
	output.line(`${given}: open chrome://extensions, switch on "Developer mode", press "Load unpacked" and choose this folder.`);
	output.json({folder});
}

import {createHash} from 'node:crypto';
import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {CommandError, EXIT, refused} from '../errors.ts';
import type {Output} from '../output.ts';
import type {Recorder} from '../recorder/recording.ts';

/** Set when the service serves the command: where the recorder is and what its bytes are. */
declare const RECORDER: {url: string; sha256: string} | undefined;

/** Where it stands among the sources: no literal, so that no bundle takes it in. */
const SOURCE = '../recorder/index.ts';
const FETCH_MS = 60_000;

/**
 * The recorder: the driver of the browser and what is built on it, three times the size of all other commands. Whoever records fetches it
 * once, from the service that the command came from, and only the very bytes that the command knows are run.
 */
export async function loadRecorder(output: Output): Promise<Recorder> {
	if (typeof RECORDER === 'undefined') return (await import(SOURCE)) as Recorder;
	const {url, sha256} = RECORDER;
	const name = `recorder-${sha256.slice(0, 16)}.mjs`;
	for (const folder of cacheFolders()) {
		const file = join(folder, name);
		const kept = await readFile(file).catch(() => null);
		if (kept && hashOf(kept) === sha256) return (await import(pathToFileURL(file).href)) as Recorder;
	}
	output.progress('Fetching the recorder');
	const bytes = await fetchRecorder(url);
	if (hashOf(bytes) !== sha256)
		throw refused(
			`The recorder at ${url} is of another edition than this command. Take the command of the service: npx ${new URL('/cli.tgz', url)}`,
		);
	output.progress(null);
	const file = await keep(bytes, name);
	return (await import(pathToFileURL(file).href)) as Recorder;
}

async function fetchRecorder(url: string): Promise<Buffer> {
	try {
		const response = await fetch(url, {signal: AbortSignal.timeout(FETCH_MS)});
		if (!response.ok) throw new Error(`status ${response.status}`);
		return Buffer.from(await response.arrayBuffer());
	} catch (error) {
		const {message, cause} = error as Error & {cause?: {code?: string}};
		throw new CommandError(EXIT.network, [
			{message: `The recorder is fetched once, and ${url} is not reached (${cause?.code ?? message}).`},
		]);
	}
}

/** A folder of the user's own; without one that can be written, one of this run's. */
function cacheFolders(): string[] {
	const base = process.env.XDG_CACHE_HOME || (process.platform === 'win32' && process.env.LOCALAPPDATA) || join(homedir(), '.cache');
	return [join(base, 'roteiro')];
}

async function keep(bytes: Buffer, name: string): Promise<string> {
	for (const folder of [...cacheFolders(), join(tmpdir(), `roteiro-${process.pid}`)]) {
		try {
			await mkdir(folder, {recursive: true, mode: 0o700});
			const file = join(folder, name);
			await writeFile(`${file}.${process.pid}`, bytes, {mode: 0o600});
			await rename(`${file}.${process.pid}`, file);
			return file;
		} catch {
			// The next folder may be writable.
		}
	}
	throw refused('The recorder can be kept neither in the cache nor in the temporary folder: neither can be written.');
}

function hashOf(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}

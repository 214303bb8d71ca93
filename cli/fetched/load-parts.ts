import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {refused} from '../errors.ts';
import {hashOf} from '../folder/pictures.ts';
import type * as Formats from '../formats/index.ts';
import type {Output} from '../output.ts';
import {unreachable} from '../proxy/proxy-for.ts';
import type {Recorder} from '../recorder/recording.ts';
import type * as SignIn from '../sign-in/login.ts';
import type * as Zip from '../zip/index.ts';

/** A program that the service offers beside the command. `name`: its name in the cache. */
export type ServedProgram = {name: string; url: string; sha256: string};

const FETCH_MS = 60_000;

/** Set when the service serves the command, with its parts beside it: where the recorder is and what its bytes are. */
declare const RECORDER: ServedProgram | undefined;

/** Path of the recorder among the sources: no literal, so that no bundle takes it in. */
const SOURCE = '../recorder/index.ts';

/** Returns the recorder: the driver of the browser and what is built on it, three times the size of all other commands. */
export async function loadRecorder(output: Output): Promise<Recorder> {
	const file = typeof RECORDER === 'undefined' ? SOURCE : (await servedProgram(RECORDER, output)).href;
	return (await import(file)) as Recorder;
}

/** Loads the formats of other tools, which most commands do not need. */
export async function loadFormats(): Promise<typeof Formats> {
	return load('../formats/index.ts', './formats.mjs');
}

/** Loads signing in and staying signed in, which people with a key do not need. */
export async function loadSignIn(): Promise<typeof SignIn> {
	return load('../sign-in/login.ts', './sign-in.mjs');
}

/** Loads the reader and writer of zip files, which most commands do not need. */
export async function loadZip(): Promise<typeof Zip> {
	return load('../zip/index.ts', './zip.mjs');
}

/** Loads a module by its path among the sources, or among the parts of the packed command. */
function load<Module>(source: string, packed: string): Promise<Module> {
	return import(typeof RECORDER === 'undefined' ? source : packed);
}

/**
 * Returns the file of a large part that most people never need. Fetches it once, from the service that the command came from, and accepts
 * only the bytes whose hash the command knows.
 */
export async function servedProgram({name, url, sha256}: ServedProgram, output: Output): Promise<URL> {
	const fileName = `${name.toLowerCase().replace(' ', '-')}-${sha256.slice(0, 16)}.mjs`;
	for (const folder of cacheFolders()) {
		const file = join(folder, fileName);
		const kept = await readFile(file).catch(() => null);
		if (kept && hashOf(kept) === sha256) return pathToFileURL(file);
	}
	output.progress(`Fetching the ${name}`);
	const bytes = await fetchBytes(url, `The ${name} is fetched once. `);
	if (hashOf(bytes) !== sha256)
		throw refused(
			`The ${name} at ${url} is of another version than this command. Use the command of the service: npx ${new URL('/cli.tgz', url)}`,
		);
	output.progress(null);
	return pathToFileURL(await keep(bytes, name, fileName));
}

/** Fetches bytes of the service; `said` precedes the reason in the error. */
export async function fetchBytes(url: string, said?: string): Promise<Buffer> {
	try {
		const response = await fetch(url, {signal: AbortSignal.timeout(FETCH_MS)});
		if (!response.ok) throw new Error(`status ${response.status}`);
		return Buffer.from(await response.arrayBuffer());
	} catch (error) {
		throw unreachable(url, error, said);
	}
}

/** Returns a folder of the user's own; without one that can be written, one of this run's. */
function cacheFolders(): string[] {
	const base = process.env.XDG_CACHE_HOME || (process.platform === 'win32' && process.env.LOCALAPPDATA) || join(homedir(), '.cache');
	return [join(base, 'roteiro')];
}

async function keep(bytes: Buffer, name: string, fileName: string): Promise<string> {
	for (const folder of [...cacheFolders(), join(tmpdir(), `roteiro-${process.pid}`)]) {
		try {
			await mkdir(folder, {recursive: true, mode: 0o700});
			const file = join(folder, fileName);
			await writeFile(`${file}.${process.pid}`, bytes, {mode: 0o600});
			await rename(`${file}.${process.pid}`, file);
			return file;
		} catch {
			// The next folder may be writable.
		}
	}
	throw refused(`The ${name} can be kept neither in the cache nor in the temporary folder: neither can be written.`);
}

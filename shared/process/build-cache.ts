import {createHash, randomUUID} from 'node:crypto';
import {mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {getCompileCacheDir} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {deserialize, serialize} from 'node:v8';
import * as esbuild from 'esbuild';

type Options = Omit<esbuild.BuildOptions, 'absWorkingDir' | 'bundle' | 'metafile' | 'minify' | 'write'>;

/** Defaults of the build. */
const MINIFIED = {minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: true};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Files that change the result without being part of it. */
const COMPILER = ['shared/process/build-cache.ts', 'tsconfig.json', 'package-lock.json'];
const STDIN = '<stdin>';

type Source = Pick<esbuild.BuildOptions, 'entryPoints' | 'stdin' | 'define' | 'mangleProps' | 'mangleCache' | 'minifyIdentifiers'>;

/** A compiled result, and the paths of all files that it was made of, within `root`. */
type Compiled<T> = {made: T; inputs: readonly string[]};
type Cached<T> = {made: T; hashes: Array<[path: string, hash: string | null]>};

/** Milliseconds for which the compiler's process waits for more to do: one build comes after the other. */
const IDLE_MS = 2000;
let building = 0;

type Place = {root: string; name: string; folder: string | null};

/** Builds in the compiler's own process, which ends soon after: it would stay beside the service, with 100 MB of memory. */
export const build: typeof esbuild.build = async options => {
	building++;
	try {
		return await esbuild.build(options);
	} finally {
		building--;
		setTimeout(() => {
			if (building === 0) void esbuild.stop();
		}, IDLE_MS).unref();
	}
};

/** Returns the minified bundle of these modules; cached in `folder`, by its options, while no file changes. */
export function cachedBuild(options: Options, folder = cacheFolder('built')): string {
	const told = JSON.stringify(options, (_, value) => (value instanceof RegExp ? String(value) : value));
	const name = createHash('sha256').update(told).digest('hex');
	return cachedWhileUnchangedSync({root: ROOT, name, folder}, () => {
		const {outputFiles, metafile} = esbuild.buildSync({
			...MINIFIED,
			...options,
			absWorkingDir: ROOT,
			bundle: true,
			write: false,
			metafile: true,
		});
		const inputs = Object.keys(metafile.inputs).filter(path => path !== STDIN);
		return {made: outputFiles[0]!.text, inputs: [...COMPILER, ...inputs]};
	});
}

/** Compiles a script or style for the browsers that the pages support, bundled and minified. */
export function compileForBrowsers(source: Source): string {
	const options: esbuild.BuildOptions = {
		...source,
		format: 'iife',
		charset: 'utf8',
		target: ['chrome120', 'firefox125', 'safari17.2'],
		legalComments: 'none',
	};
	// A defined address is not cached: each address that a service ever had would leave a file.
	return cachedBuild(options, source.define ? null : cacheFolder('built')).trim();
}

/**
 * Returns what an earlier process has compiled if none of its source files changed since, else the result of `compile`, which is cached
 * under `name` in `folder`. Caches nothing if the folder is null or not writable.
 */
export async function cachedWhileUnchanged<T>(place: Place, compile: () => Promise<Compiled<T>>): Promise<T> {
	return (readUnchanged<T>(place) ?? store(place, await compile())).made;
}

/** Does the same as `cachedWhileUnchanged`, but compiles synchronously. */
export function cachedWhileUnchangedSync<T>(place: Place, compile: () => Compiled<T>): T {
	return (readUnchanged<T>(place) ?? store(place, compile())).made;
}

function readUnchanged<T>({root, name, folder}: Place): {made: T} | null {
	const cached = folder === null ? null : readCached<T>(join(folder, name));
	return cached?.hashes.every(([input, hash]) => hashOf(join(root, input)) === hash) ? cached : null;
}

function store<T>({root, name, folder}: Place, {made, inputs}: Compiled<T>): {made: T} {
	if (folder === null) return {made};
	const hashes: Cached<T>['hashes'] = [...new Set(inputs)].map(input => [input, hashOf(join(root, input))]);
	writeCacheFile(join(folder, name), serialize({made, hashes} satisfies Cached<T>));
	return {made};
}

/** Returns the cached result; null if there is none, or another version of Node wrote it. */
function readCached<T>(path: string): Cached<T> | null {
	try {
		return deserialize(readFileSync(path));
	} catch {
		return null;
	}
}

/** Returns the hash of a file; null if there is none. */
function hashOf(path: string): string | null {
	try {
		return createHash('sha256').update(readFileSync(path)).digest('base64');
	} catch {
		return null;
	}
}

/** Returns the folder of this name beside Node's compiled modules (NODE_COMPILE_CACHE); null if none are cached. */
export function cacheFolder(name: string): string | null {
	const compiled = getCompileCacheDir();
	return compiled ? join(dirname(compiled), name) : null;
}

/** Writes a file whole or not at all, since other processes may read it. Does nothing if the folder is not writable. */
export function writeCacheFile(path: string, content: string | Buffer): void {
	const draft = `${path}.${randomUUID()}`;
	try {
		mkdirSync(dirname(path), {recursive: true});
	} catch {
		return;
	}
	try {
		writeFileSync(draft, content);
		renameSync(draft, path);
	} catch {
		rmSync(draft, {force: true});
	}
}

import {createHash, randomUUID} from 'node:crypto';
import {mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {getCompileCacheDir} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {deserialize, serialize} from 'node:v8';
import {type BuildOptions, buildSync} from 'esbuild';

type Options = Omit<BuildOptions, 'absWorkingDir' | 'bundle' | 'metafile' | 'minify' | 'write'>;

/** Unless the options say otherwise. */
const MINIFIED = {minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: true};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Decide over what is compiled, beside the files that are in it. */
const COMPILER = ['shared/process/kept-build.ts', 'tsconfig.json', 'package-lock.json'];
const STDIN = '<stdin>';

type Source = Pick<BuildOptions, 'entryPoints' | 'stdin' | 'define' | 'mangleProps' | 'mangleCache' | 'minifyIdentifiers'>;

/** A compiled result, and the paths of all files that it was made of, within `root`. */
type Compiled<T> = {made: T; inputs: readonly string[]};
type Kept<T> = {made: T; hashes: Array<[path: string, hash: string | null]>};

type Place = {root: string; name: string; folder: string | null};

/** Returns what these modules come to, minified; kept in `folder` by its options while no file changes. */
export function keptBuild(options: Options, folder = keptFolder('built')): string {
	const told = JSON.stringify(options, (_, value) => (value instanceof RegExp ? String(value) : value));
	const name = createHash('sha256').update(told).digest('hex');
	return keptWhileUnchangedSync({root: ROOT, name, folder}, () => {
		const {outputFiles, metafile} = buildSync({...MINIFIED, ...options, absWorkingDir: ROOT, bundle: true, write: false, metafile: true});
		const inputs = Object.keys(metafile.inputs).filter(path => path !== STDIN);
		return {made: outputFiles[0]!.text, inputs: [...COMPILER, ...inputs]};
	});
}

/** Compiles a script or style for the browsers that the pages support, bundled and minified. */
export function compileForBrowsers(source: Source): string {
	const options: BuildOptions = {
		...source,
		format: 'iife',
		charset: 'utf8',
		target: ['chrome120', 'firefox121', 'safari17.2'],
		legalComments: 'none',
	};
	// An address that is defined would leave a file for each that a service ever had.
	return keptBuild(options, source.define ? null : keptFolder('built')).trim();
}

/**
 * Returns what a process before has compiled while none of the files that it was made of have changed, else what `compile` makes, which is kept
 * under `name` in `folder`. Null, or a folder that cannot be written, keeps nothing.
 */
export async function keptWhileUnchanged<T>(place: Place, compile: () => Promise<Compiled<T>>): Promise<T> {
	return (readUnchanged<T>(place) ?? keep(place, await compile())).made;
}

/** Returns what is compiled at once, kept likewise. */
export function keptWhileUnchangedSync<T>(place: Place, compile: () => Compiled<T>): T {
	return (readUnchanged<T>(place) ?? keep(place, compile())).made;
}

function readUnchanged<T>({root, name, folder}: Place): {made: T} | null {
	const kept = folder === null ? null : readKept<T>(join(folder, name));
	return kept?.hashes.every(([input, hash]) => hashOf(join(root, input)) === hash) ? kept : null;
}

function keep<T>({root, name, folder}: Place, {made, inputs}: Compiled<T>): {made: T} {
	if (folder === null) return {made};
	const hashes: Kept<T>['hashes'] = [...new Set(inputs)].map(input => [input, hashOf(join(root, input))]);
	keepFile(join(folder, name), serialize({made, hashes} satisfies Kept<T>));
	return {made};
}

/** Returns null where nothing is kept, or what another version of Node has written. */
function readKept<T>(path: string): Kept<T> | null {
	try {
		return deserialize(readFileSync(path));
	} catch {
		return null;
	}
}

/** Returns null where there is no such file. */
function hashOf(path: string): string | null {
	try {
		return createHash('sha256').update(readFileSync(path)).digest('base64');
	} catch {
		return null;
	}
}

/** Returns the folder of this name beside Node's compiled modules (NODE_COMPILE_CACHE); null if none are kept. */
export function keptFolder(name: string): string | null {
	const compiled = getCompileCacheDir();
	return compiled ? join(dirname(compiled), name) : null;
}

/** Writes a file whole or not at all, since other processes may read it. Does nothing if the folder is not writable. */
export function keepFile(path: string, content: string | Buffer): void {
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

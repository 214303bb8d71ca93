import {createHash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import {type BuildOptions, buildSync} from 'esbuild';
import {keptFolder, keptWhileUnchangedSync} from './kept-while-unchanged.ts';

type Options = Omit<BuildOptions, 'absWorkingDir' | 'bundle' | 'metafile' | 'minify' | 'write'>;

/** Unless the options say otherwise. */
const MINIFIED = {minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: true};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Decide over what is compiled, beside the files that are in it. */
const COMPILER = ['shared/process/kept-build.ts', 'tsconfig.json', 'package-lock.json'];
const STDIN = '<stdin>';

type Source = Pick<BuildOptions, 'entryPoints' | 'stdin' | 'define' | 'mangleProps' | 'mangleCache' | 'minifyIdentifiers'>;

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

import {createHash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import {type BuildOptions, buildSync} from 'esbuild';
import {keptFolder} from './kept-file.ts';
import {keptWhileUnchangedSync} from './kept-while-unchanged.ts';

type Options = Omit<BuildOptions, 'absWorkingDir' | 'bundle' | 'metafile' | 'minify' | 'write'>;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Decide over what is compiled, beside the files that are in it. */
const COMPILER = ['shared/process/kept-build.ts', 'tsconfig.json', 'package-lock.json'];
const STDIN = '<stdin>';

/**
 * Returns the one file that modules of ours come to, minified. A start of the compiler, for which its process waits, costs more than to read
 * that none of the files has changed: so the text is kept in `folder` from process to process, named for its options.
 */
export function keptBuild(options: Options, folder = keptFolder('built')): string {
	const told = JSON.stringify(options, (_, value) => (value instanceof RegExp ? String(value) : value));
	const name = createHash('sha256').update(told).digest('hex');
	return keptWhileUnchangedSync({root: ROOT, name, folder}, () => {
		const {outputFiles, metafile} = buildSync({...options, absWorkingDir: ROOT, bundle: true, minify: true, write: false, metafile: true});
		const inputs = Object.keys(metafile.inputs).filter(path => path !== STDIN);
		return {made: outputFiles[0]!.text, inputs: [...COMPILER, ...inputs]};
	});
}

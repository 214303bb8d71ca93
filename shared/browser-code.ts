import {type BuildOptions, buildSync} from 'esbuild';

/** Compiles a script or style for the browsers that the pages support, bundled and minified. */
export function compileForBrowsers(source: Pick<BuildOptions, 'entryPoints' | 'stdin' | 'define' | 'mangleProps'>): string {
	const {outputFiles} = buildSync({
		...source,
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		charset: 'utf8',
		target: ['chrome120', 'firefox121', 'safari17.2'],
		legalComments: 'none',
	});
	return outputFiles[0]!.text.trim();
}

import type {BuildOptions} from 'esbuild';
import {keptBuild} from './process/kept-build.ts';
import {keptFolder} from './process/kept-file.ts';

type Source = Pick<BuildOptions, 'entryPoints' | 'stdin' | 'define' | 'mangleProps' | 'mangleCache' | 'minifyIdentifiers'>;

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

import {join} from 'node:path';
import {build} from 'esbuild';
import {shown} from './kits.ts';

/** A page of ours, and the script that fills it, which imports the packages. */
type Made = {page: string; script: string};

/** Installs packages that come as modules, serves a page, and makes its one script of them and of one of ours. */
export async function bundled(folder: string, name: string, {page, script}: Made, ...packages: string[]) {
	const running = await shown(folder, name, `${page}<script type=module src=/bundle.js></script>`, ...packages);
	const own = join(folder, name);
	await build({
		stdin: {contents: script, resolveDir: own, loader: 'jsx'},
		outfile: join(own, 'node_modules/bundle.js'),
		...{bundle: true, minify: true, format: 'esm', jsx: 'automatic', target: 'es2022', logLevel: 'error'},
		loader: {'.woff': 'dataurl', '.woff2': 'dataurl', '.ttf': 'dataurl', '.eot': 'dataurl', '.svg': 'dataurl', '.png': 'dataurl'},
		define: {'process.env.NODE_ENV': '"production"'},
	});
	return running;
}

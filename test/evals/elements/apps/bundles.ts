import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {build} from 'esbuild';
import {npm} from '../../local-writer/install.ts';
import {pages} from '../../local-writer/serve.ts';

/** A page of ours, and the script that fills it, which imports the packages. */
type Made = {page: string; script: string};

/** Installs packages that come as modules, makes one file of them and of a script of ours, and serves it with a page. */
export async function bundled(folder: string, name: string, {page, script}: Made, ...packages: string[]) {
	const own = join(folder, name);
	await npm(own, ...packages);
	const modules = join(own, 'node_modules');
	await build({
		stdin: {contents: script, resolveDir: own, loader: 'jsx'},
		outfile: join(modules, 'bundle.js'),
		...{bundle: true, minify: true, format: 'esm', jsx: 'automatic', target: 'es2022', logLevel: 'error'},
		loader: {'.woff': 'dataurl', '.woff2': 'dataurl', '.ttf': 'dataurl', '.eot': 'dataurl', '.svg': 'dataurl', '.png': 'dataurl'},
		define: {'process.env.NODE_ENV': '"production"'},
	});
	const head = `<!doctype html><html lang=en><meta charset=utf-8><title>${name}</title>`;
	await writeFile(join(modules, 'index.html'), `${head}${page}<script type=module src=/bundle.js></script>`);
	return pages(modules);
}

import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import type {MinifyOptions} from 'terser';
import terser from 'terser/package.json' with {type: 'json'};
import {keepFile, keptFolder} from '../../shared/process/kept-build.ts';

/** Made for each call, which writes into them. Larger functions stay where they are called several times: compressed, that is less. */
const options = (): MinifyOptions => ({ecma: 2020, compress: {passes: 3, inline: 1, keep_fargs: false, unsafe_arrows: true}});

/**
 * The script in fewer bytes: a twenty-fifth less than the bundler leaves. It takes some 130 ms of an idle core, in which its process does
 * nothing else, so the result is kept in `folder` from process to process, named for all that it depends on. Null, or a folder that
 * cannot be written, keeps nothing.
 */
export function minify(script: string, folder = keptFolder('minified')): string {
	if (!folder) return minified(script);
	const inputs = JSON.stringify([script, options(), terser.version]);
	const path = join(folder, `${createHash('sha256').update(inputs).digest('hex')}.js`);
	try {
		return readFileSync(path, 'utf8');
	} catch {
		const text = minified(script);
		keepFile(path, text);
		return text;
	}
}

function minified(script: string): string {
	// Loaded only where nothing is kept.
	const {minify_sync}: typeof import('terser') = createRequire(import.meta.url)('terser');
	return minify_sync(script, options()).code!;
}

import {createHash} from 'node:crypto';
import {resolve} from 'node:path';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import {build} from 'esbuild';

/** The part of the command `roteiro` that drives a browser: as one file, and the name of its bytes. */
export type RecorderProgram = {code: Buffer; gzipped: Buffer; sha256: string};

export const RECORDER_PATH = '/cli-recorder.mjs';
const ENTRY = resolve(import.meta.dirname, '../../cli/recorder/index.ts');

/** Bundles the recorder. Of the libraries only what it uses comes in; what it never does (other browsers, Lighthouse) stays out. */
export async function recorderProgram({node, banner}: {node: number; banner: string}): Promise<RecorderProgram> {
	const {outputFiles} = await build({
		entryPoints: [ENTRY],
		bundle: true,
		minify: true,
		write: false,
		platform: 'node',
		target: `node${node}`,
		format: 'esm',
		charset: 'utf8',
		legalComments: 'none',
		external: ['puppeteer', 'lighthouse'],
		banner: {js: banner},
	});
	const code = Buffer.from(outputFiles[0]!.contents);
	return {code, gzipped: await promisify(gzip)(code, {level: 9}), sha256: createHash('sha256').update(code).digest('hex')};
}

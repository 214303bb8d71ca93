import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import {build, type Plugin} from 'esbuild';

/** A part of the command `roteiro` that is fetched by those who need it: as one file, and the name of its bytes. */
export type FetchedProgram = {code: Buffer; gzipped: Buffer; sha256: string};
type Made = {node: number; banner: string};

/** Paths of the program that drives a browser, and of the one that draws the pages of a PDF. */
export const RECORDER_PATH = '/cli-recorder.mjs';
export const PDF_PATH = '/cli-pdf.mjs';
const CLI = resolve(import.meta.dirname, '../../cli');

/** Bundles the recorder. Of the libraries only what it uses comes in; what it never does (other browsers, Lighthouse) stays out. */
export function recorderProgram(made: Made): Promise<FetchedProgram> {
	return fetchedProgram('recorder/index.ts', made);
}

/** Bundles what draws PDF, with PDFium itself. */
export function pdfProgram(made: Made): Promise<FetchedProgram> {
	return fetchedProgram('pdf/index.ts', made);
}

const pdfiumInside: Plugin = {
	name: 'pdfium-inside',
	setup({onLoad}) {
		onLoad({filter: /cli\/pdf\/wasm\.ts$/}, async () => {
			const binary = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
			const contents = `const packed = '${binary.toString('base64')}';
export const pdfiumBinary = async () => new Uint8Array(Buffer.from(packed, 'base64'));`;
			return {contents, loader: 'js'};
		});
	},
};

async function fetchedProgram(entry: string, {node, banner}: Made): Promise<FetchedProgram> {
	const {outputFiles} = await build({
		entryPoints: [resolve(CLI, entry)],
		bundle: true,
		minify: true,
		write: false,
		platform: 'node',
		target: `node${node}`,
		format: 'esm',
		charset: 'utf8',
		legalComments: 'none',
		external: ['puppeteer', 'lighthouse'],
		plugins: [pdfiumInside],
		banner: {js: banner},
	});
	const code = Buffer.from(outputFiles[0]!.contents);
	return {code, gzipped: await promisify(gzip)(code, {level: 9}), sha256: createHash('sha256').update(code).digest('hex')};
}

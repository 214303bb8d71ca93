import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {relative, resolve} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import type {Plugin} from 'esbuild';
import {ZipFile} from 'yazl';
import {VERSION} from '../../shared/config/version.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {extensionMessages} from '../../shared/locales/index.ts';
import {build} from '../../shared/process/build-cache.ts';
import {BUNDLED, NODE, packFiles, WITH_REQUIRE} from './bundle.ts';

/** A part of the command `roteiro` that is fetched by those who need it: as one file, and the name of its bytes. */
export type FetchedProgram = {code: Buffer; gzipped: Buffer; sha256: string};
type Made = {node: number; banner: string};

/** Paths of the program that drives a browser, and of the one that draws the pages of a PDF. */
export const RECORDER_PATH = '/cli-recorder.mjs';
export const PDF_PATH = '/cli-pdf.mjs';
const CLI = resolve(import.meta.dirname, '../../cli');

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

export const EXTENSION_PATH = '/extension.zip';

const FOLDER = resolve(import.meta.dirname, '../../extension');
const CHROME = 'chrome120';
/** A fixed date, so that equal files make equal bytes. */
const PACKED_AT = new Date(1985, 9, 26, 8, 15);

const ENTRY = resolve(import.meta.dirname, '../../cli/main.ts');
/** Parts that the command loads when it needs them: zips, formats of other tools, proxies, signing in. */
const PARTS = {
	'zip.mjs': resolve(import.meta.dirname, '../../cli/zip/index.ts'),
	'formats.mjs': resolve(import.meta.dirname, '../../cli/formats/index.ts'),
	'proxy.mjs': resolve(import.meta.dirname, '../../cli/proxy/index.ts'),
	'sign-in.mjs': resolve(import.meta.dirname, '../../cli/sign-in/login.ts'),
};
const README = 'The command `roteiro`: interactive tours from a folder of screenshots. `roteiro --help` lists its commands.\n';

type Programs = {recorder: FetchedProgram; pdf: FetchedProgram};

export const PLAYWRIGHT_PATH = '/playwright.tgz';

const PLAYWRIGHT = resolve(import.meta.dirname, '../../cli/playwright');
const PLAYWRIGHT_README = `Tours out of Playwright's tests: a test that passes writes a folder that \`roteiro publish\` reads.

\`\`\`ts
import {expect, test} from '@roteiro/playwright';

test('checkout', async ({page, tour}) => {
	await page.goto('/');
	await tour.start({key: 'checkout', name: 'Check out'});
	await page.getByRole('button', {name: 'Add to cart'}).click();
});
\`\`\`
`;

/** The browser extension as a zip: what "Load unpacked" takes, once it is unpacked. */
export async function extensionPackage(): Promise<Buffer> {
	const zip = new ZipFile();
	const add = (name: string, bytes: Uint8Array) => zip.addBuffer(Buffer.from(bytes), name, {mtime: PACKED_AT, forceDosTimestamp: true});
	const manifest = JSON.parse(await readFile(resolve(FOLDER, 'manifest.json'), 'utf8')) as object;
	add('manifest.json', Buffer.from(`${JSON.stringify({...manifest, version: VERSION.replace(/[^\d.].*$/, '')}, null, '\t')}\n`));
	const {outputFiles} = await build({
		entryPoints: {background: resolve(FOLDER, 'background/main.ts'), content: resolve(FOLDER, 'page/main.ts')},
		...bundled('iife'),
	});
	const popup = await build({entryPoints: {popup: resolve(FOLDER, 'popup/main.ts')}, ...bundled('esm')});
	for (const {path, contents} of [...outputFiles, ...popup.outputFiles]) add(relative('/out', path), contents);
	for (const name of ['popup/popup.html', 'popup/popup.css', 'icon.png'])
		add(name.replace('popup/', ''), await readFile(resolve(FOLDER, name)));
	for (const language of PAGE_LANGUAGES) {
		const messages = Object.entries(extensionMessages(language).manifest).map(([name, message]) => [name, {message}]);
		const folder = language.replace('-', '_');
		add(`_locales/${folder}/messages.json`, Buffer.from(`${JSON.stringify(Object.fromEntries(messages), null, '\t')}\n`));
	}
	zip.end();
	return buffer(zip.outputStream);
}

function bundled<F extends 'iife' | 'esm'>(format: F) {
	return {
		bundle: true,
		minify: true,
		write: false as const,
		format,
		target: CHROME,
		charset: 'utf8' as const,
		outdir: '/out',
		legalComments: 'none' as const,
	};
}

/**
 * The package of the command `roteiro` as a gzipped tar, for `npx BASE_URL/cli.tgz`: one file without dependencies, which knows that this
 * service is the one to use, and the bytes of the programs that it may fetch.
 */
export async function commandPackage(baseUrl: string, programs: Programs): Promise<Buffer> {
	const manifest = {
		name: 'roteiro',
		version: VERSION,
		description: 'Interactive tours out of a folder of screenshots',
		license: 'MIT',
		type: 'module',
		bin: {roteiro: 'roteiro.mjs'},
		engines: {node: `>=${NODE}`},
	};
	return packFiles(manifest, [
		{name: 'README.md', text: README},
		{name: 'roteiro.mjs', text: await bundleCommand(baseUrl, programs), isProgram: true},
		...(await Promise.all(Object.entries(PARTS).map(async ([name, entry]) => ({name, text: await bundlePart(entry)})))),
	]);
}

async function bundlePart(entry: string): Promise<string> {
	const {outputFiles} = await build({...BUNDLED, entryPoints: [entry], banner: {js: WITH_REQUIRE}});
	return outputFiles[0]!.text;
}

/** The command as one file. */
async function bundleCommand(baseUrl: string, {recorder, pdf}: Programs): Promise<string> {
	const served = (name: string, path: string, {sha256}: FetchedProgram) => JSON.stringify({name, url: baseUrl + path, sha256});
	const {outputFiles} = await build({
		...BUNDLED,
		entryPoints: [ENTRY],
		define: {
			SERVED_FROM: JSON.stringify(baseUrl),
			RECORDER: served('recorder', RECORDER_PATH, recorder),
			PDF_PROGRAM: served('PDF reader', PDF_PATH, pdf),
		},
		// Some of what is inside still asks for its parts by require.
		banner: {js: `#!/usr/bin/env node\n${WITH_REQUIRE}`},
	});
	return outputFiles[0]!.text;
}

/**
 * The package @roteiro/playwright as a gzipped tar, for `npm install BASE_URL/playwright.tgz`. CommonJS within, for tests are compiled to either;
 * both find the one Playwright of the project, which alone is not in it.
 */
export async function playwrightPackage(): Promise<Buffer> {
	const manifest = {
		name: '@roteiro/playwright',
		version: VERSION,
		description: 'Interactive tours out of end-to-end tests',
		license: 'MIT',
		main: './index.cjs',
		types: './index.d.ts',
		exports: {'.': {import: {types: './index.d.mts', default: './index.mjs'}, types: './index.d.ts', default: './index.cjs'}},
		peerDependencies: {'@playwright/test': '>=1.50'},
		engines: {node: `>=${NODE}`},
	};
	const {outputFiles} = await build({
		...BUNDLED,
		format: 'cjs',
		entryPoints: [resolve(PLAYWRIGHT, 'index.ts')],
		external: ['@playwright/test'],
	});
	const types = await readFile(resolve(PLAYWRIGHT, 'package.d.ts'), 'utf8');
	return packFiles(manifest, [
		{name: 'README.md', text: PLAYWRIGHT_README},
		{name: 'index.cjs', text: outputFiles[0]!.text},
		{name: 'index.mjs', text: "import module from './index.cjs';\nexport const {expect, test} = module;\n"},
		// The compiler takes the kind of a module from the name of its types.
		{name: 'index.d.ts', text: types},
		{name: 'index.d.mts', text: types},
	]);
}

/** Bundles the recorder. Of the libraries only what it uses comes in; what it never does (other browsers, Lighthouse) stays out. */
export function recorderProgram(made: Made): Promise<FetchedProgram> {
	return fetchedProgram('recorder/index.ts', made);
}

/** Bundles what draws PDF, with PDFium itself. */
export function pdfProgram(made: Made): Promise<FetchedProgram> {
	return fetchedProgram('pdf/index.ts', made);
}

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

import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {type BuildOptions, type Metafile, type Plugin, transform} from 'esbuild';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {build, cachedWhileUnchanged, cacheFolder} from '../../shared/process/build-cache.ts';
import type {Encoding} from '../http/compressed.ts';
import {inChunks, planChunks} from './chunks.ts';

/** A file of the editor as browsers get it; what is compressed already has no other encoding. */
type Asset = {type: string; bytes: Partial<Record<Encoding, Buffer>> & {identity: Buffer}};
export type Bundle = {
	/** Files by name, which holds a hash of the content. */
	assets: ReadonlyMap<string, Asset>;
	script: string;
	/** Runs the player in a frame. */
	preview: string;
	style: string;
	/** Names of what the page asks for at once, by the language of its words. */
	words: Record<string, string>;
	/** Name of the font that every page uses. */
	font: string;
	/** Files of each lazily loaded source, by its path: its own and those that it cannot run without. */
	parts: ReadonlyMap<string, string[]>;
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TYPES: Record<string, string> = {js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', woff2: 'font/woff2'};
/** The API waits for it: 9 takes four times as long and saves three thousandths of the bytes. */
const BROTLI = {params: {[constants.BROTLI_PARAM_QUALITY]: 6}};
/** Less memory makes shorter blocks, each with codes of its own: two thousandths fewer bytes. */
const GZIP = {level: 9, memLevel: 7};
let compiled: Promise<Bundle> | null = null;

/** Words of a screen. Those of the first moment, and theirs, are entry points of their own: a file for each language. */
const OF_A_SCREEN = /shared\/locales\/en\/editor\/([\w-]+)\.ts$/;
const AT_FIRST = ['main', 'shell'];

/** Returns the editor, compiled once and kept from process to process, by its path: it shares no code with the API. */
export function editorBundle(): Promise<Bundle> {
	compiled ??= cachedWhileUnchanged({root: ROOT, name: 'bundle', folder: cacheFolder('editor')}, compile).catch(error => {
		compiled = null;
		throw error;
	});
	return compiled;
}

const MAIN = 'editor/main.tsx';
/** Decide over what is compiled, beside the files that are in it. */
const COMPILER = [
	'api/editor/bundle.ts',
	'api/editor/chunks.ts',
	'shared/contract/page-language.ts',
	'tsconfig.json',
	'package.json',
	'package-lock.json',
];
const OPTIONS = {
	absWorkingDir: ROOT,
	bundle: true,
	splitting: true,
	write: false as const,
	format: 'esm' as const,
	charset: 'utf8' as const,
	target: ['chrome123', 'firefox136', 'safari17.5'],
	legalComments: 'none' as const,
	// The preview plays tours with paths as well.
	define: {FORM: 'true', NEAR: 'true', PATHS: 'true'},
	// Fields without a value of their own are types alone, and take no bytes.
	tsconfigRaw: {compilerOptions: {useDefineForClassFields: false, verbatimModuleSyntax: true}},
	jsx: 'automatic' as const,
	jsxImportSource: 'preact',
	loader: {'.woff2': 'file' as const},
	outdir: '/app/assets',
	publicPath: '/app/assets',
	entryNames: '[name]-[hash]',
	chunkNames: 'part-[hash]',
	assetNames: '[name]-[hash]',
} satisfies BuildOptions & {write: false};

async function compile(): Promise<{made: Bundle; inputs: string[]}> {
	// Once to see who uses what: scripts alone.
	const {metafile: uses} = await build({
		...OPTIONS,
		entryPoints: [MAIN],
		metafile: true,
		loader: {'.woff2': 'empty', '.css': 'empty'},
		plugins: [inEveryLanguage()],
	});
	const {outputFiles, metafile} = await build({
		...OPTIONS,
		entryPoints: {
			editor: MAIN,
			style: 'editor/style/index.css',
			// Requested together with the page, to save a second round.
			...Object.fromEntries(PAGE_LANGUAGES.map(language => [`words-${language}`, wordsFile(language)])),
		},
		minify: true,
		metafile: true,
		plugins: [stylesAsTexts, inEveryLanguage(), inChunks(planChunks(uses, MAIN), ROOT)],
	});
	// By itself: what it shares with the screens is not theirs to load.
	const frame = await build({
		...OPTIONS,
		entryPoints: {preview: 'editor/preview/inside.ts'},
		minify: true,
		metafile: true,
		plugins: [stylesAsTexts, inEveryLanguage()],
	});
	const named = [...outputFiles, ...frame.outputFiles].map(({path, contents}) => [path.split('/').at(-1)!, Buffer.from(contents)] as const);
	const assets = new Map(await Promise.all(named.map(async ([name, bytes]) => [name, await asset(name, bytes)] as const)));
	const find = (pattern: RegExp) => [...assets.keys()].find(name => pattern.test(name))!;
	const words = PAGE_LANGUAGES.map(language => [language, find(new RegExp(`^words-${language}-`))]);
	const made = {
		assets,
		script: find(/^editor-.*\.js$/),
		preview: find(/^preview-.*\.js$/),
		style: find(/^style-.*\.css$/),
		words: Object.fromEntries(words),
		font: find(/^inter-latin-wght/),
		parts: partsOf(metafile),
	};
	const inputs = [uses, metafile, frame.metafile]
		.flatMap(each => Object.keys(each.inputs))
		.filter(path => !/^(?:roteiro|words):/.test(path));
	return {made, inputs: [...COMPILER, ...inputs]};
}

function partsOf({outputs}: Metafile): Map<string, string[]> {
	const nameOf = (path: string) => path.split('/').at(-1)!;
	return new Map(
		Object.entries(outputs).flatMap(([path, {entryPoint, imports}]) => {
			if (!entryPoint) return [];
			const statically = imports.filter(({kind, external}) => kind === 'import-statement' && !external);
			return [[entryPoint, [nameOf(path), ...statically.map(({path}) => nameOf(path))]] as const];
		}),
	);
}

/** The player's style comes to the stage as texts of constructed sheets. */
const stylesAsTexts: Plugin = {
	name: 'styles-as-texts',
	setup(builder) {
		builder.onLoad({filter: /\.css$/}, async ({path, with: {type}}) => {
			if (type !== 'text') return null;
			const {code} = await transform(await readFile(path, 'utf8'), {loader: 'css', minify: true, charset: 'utf8', target: OPTIONS.target});
			return {contents: code, loader: 'text'};
		});
	},
};

async function asset(name: string, identity: Buffer): Promise<Asset> {
	const type = TYPES[name.split('.').at(-1)!];
	if (!type) throw new Error(`A file of the editor has no known type: ${name}.`);
	if (name.endsWith('.woff2')) return {type, bytes: {identity}};
	const [gz, br] = await Promise.all([promisify(gzip)(identity, GZIP), promisify(brotliCompress)(identity, BROTLI)]);
	return {type, bytes: {identity, gzip: gz, br}};
}

const wordsFile = (language: string) => `shared/locales/${language.toLowerCase()}/editor/main.ts`;

/**
 * Replaces the English words that screens import by those of the account's language, which `language` names while the
 * script runs. So screens name no language, and a new one is in the editor once its folder is there.
 */
function inEveryLanguage(): Plugin {
	return {
		name: 'in-every-language',
		setup(builder) {
			builder.onResolve({filter: OF_A_SCREEN}, ({path, namespace}) => {
				const [file, name] = OF_A_SCREEN.exec(path)!;
				return namespace === 'words' || AT_FIRST.includes(name!) ? null : {path: file, namespace: 'words'};
			});
			builder.onLoad({filter: OF_A_SCREEN, namespace: 'words'}, async ({path}) => {
				const names = [...(await readFile(join(ROOT, path), 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
				const others = PAGE_LANGUAGES.filter(language => language !== 'en');
				const imports = ['en', ...others].map(
					(language, index) => `import * as words${index} from './${path.replace('/en/', `/${language.toLowerCase()}/`)}';`,
				);
				const choices = names.map(name => {
					const tests = others.map((language, index) => `language === '${language}' ? words${index + 1}.${name} : `);
					return `export const ${name} = ${tests.join('')}words0.${name};`;
				});
				const language = "import {language} from './editor/messages/index.ts';";
				return {contents: [language, ...imports, ...choices].join('\n'), loader: 'ts', resolveDir: ROOT};
			});
		},
	};
}

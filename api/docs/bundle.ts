import {dirname, resolve} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {createGzip} from 'node:zlib';
import {_, Ajv2020} from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type {BuildOptions, Plugin} from 'esbuild';
import {pack} from 'tar-stream';
import {VERSION} from '../../shared/config/version.ts';
import {TourDocument} from '../../shared/contract/document.ts';
import {FORMATS} from '../../shared/schema/faults.ts';
import {VALIDATOR} from '../../shared/schema/schema.ts';

/** The oldest Node that what is served here runs on. */
export const NODE = 20;
/** A prelude for code that asks for its parts by require. */
export const WITH_REQUIRE = "import {createRequire} from 'node:module';const require = createRequire(import.meta.url);";
/** The build of `yaml` whose unused parts a bundler leaves out. */
const YAML = resolve(import.meta.dirname, '../../node_modules/yaml/browser/index.js');
/** The date that npm packs with, so that equal files make equal bytes. */
const PACKED_AT = new Date('1985-10-26T08:15:00Z');

export type PackedFile = {name: string; text: string; isProgram?: boolean};

/** A package as npm takes it from a URL: a gzipped tar. */
export async function packFiles(manifest: object, files: PackedFile[]): Promise<Buffer> {
	const archive = pack();
	for (const {name, text, isProgram} of [{name: 'package.json', text: `${JSON.stringify(manifest, null, '\t')}\n`} as PackedFile, ...files])
		archive.entry({name: `package/${name}`, mode: isProgram ? 0o755 : 0o644, mtime: PACKED_AT}, text);
	archive.finalize();
	return buffer(archive.pipe(createGzip({level: 9})));
}

/**
 * Compiles the check of a document here: the compiler of schemas and the schemas' words are four times as large as the result. Bounds that
 * end a check early are for the service: checking one's own file delays no other caller.
 */
const compiledCheck: Plugin = {
	name: 'compiled-check',
	setup({onLoad}) {
		onLoad({filter: /cli\/folder\/check-document\.ts$/}, ({path}) => {
			const contents = `import {FORMATS, faultsFrom} from '../../shared/schema/faults.ts';
import {FILE_KEYS} from '../../shared/folder/values.ts';
${compiledSchema()}
const checkDocument = document => validate(document) ? [] : faultsFrom(validate.errors, {inFile: FILE_KEYS});
export {checkDocument};`;
			return {contents, loader: 'js', resolveDir: dirname(path)};
		});
	},
};

/** Takes only the version from package.json. */
const bareVersion: Plugin = {
	name: 'bare-version',
	setup({onLoad}) {
		onLoad({filter: /shared\/config\/version\.ts$/}, () => ({
			contents: `export const VERSION = ${JSON.stringify(VERSION)};`,
			loader: 'js',
		}));
	},
};

/** Code that exports `validate`, and finds the formats of ours in `FORMATS`. */
function compiledSchema(): string {
	const code = {source: true, esm: true, formats: _`FORMATS`};
	const ajv = new Ajv2020({...VALIDATOR, messages: false, code});
	for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
	// Where in the schema a fault was found is for people who write schemas.
	return standaloneCode.default(ajv, ajv.compile(TourDocument)).replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '');
}

/**
 * The client for proxies without what the command never does: of its two parsers of HTTP, which are the same, the one that any machine runs;
 * no WebSocket, no EventSource, and no proxy that is not http or https.
 */
const leanClient: Plugin = {
	name: 'lean-client',
	setup({onResolve, onLoad}) {
		onResolve({filter: /llhttp_simd-wasm\.js$/}, ({resolveDir}) => ({path: resolve(resolveDir, '../llhttp/llhttp-wasm.js')}));
		const unused = /undici\/lib\/(?:web\/(?:websocket|eventsource)|dispatcher\/socks5-proxy-agent)/;
		onLoad({filter: unused}, () => ({contents: 'module.exports = {};', loader: 'js'}));
	},
};

/** Build options of a program in one file. */
export const BUNDLED = {
	bundle: true,
	minify: true,
	write: false as const,
	platform: 'node',
	target: `node${NODE}`,
	format: 'esm',
	charset: 'utf8',
	legalComments: 'none',
	plugins: [compiledCheck, bareVersion, leanClient],
	alias: {yaml: YAML},
} satisfies BuildOptions;

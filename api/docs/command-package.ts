import {dirname, resolve} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {createGzip} from 'node:zlib';
import {_, Ajv2020} from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import {build, type Plugin} from 'esbuild';
import {pack} from 'tar-stream';
import {TourDocument} from '../../shared/contract/document.ts';
import {VALIDATOR} from '../../shared/schema.ts';
import {FORMATS} from '../../shared/schema-formats.ts';
import {VERSION} from '../../shared/version.ts';
import {RECORDER_PATH, type RecorderProgram} from './recorder-program.ts';

const ENTRY = resolve(import.meta.dirname, '../../cli/main.ts');
const YAML = resolve(import.meta.dirname, '../../node_modules/yaml/browser/index.js');
const ZIP_ENTRY = resolve(import.meta.dirname, '../../cli/zip/index.ts');
/** The oldest Node that the command runs on. */
export const NODE = 20;
const BUNDLED = {
	bundle: true,
	minify: true,
	write: false,
	platform: 'node',
	target: `node${NODE}`,
	format: 'esm',
	charset: 'utf8',
	legalComments: 'none',
} as const;
const README = 'The command `roteiro`: interactive tours out of a folder of screenshots. `roteiro --help` says how it is used.\n';
/** Before code that asks for its parts by require. */
export const WITH_REQUIRE = "import {createRequire} from 'node:module';const require = createRequire(import.meta.url);";
/** As npm packs: the same edition has the same bytes. */
const PACKED_AT = new Date('1985-10-26T08:15:00Z');

/**
 * The package of the command `roteiro` as a gzipped tar, for `npx BASE_URL/cli.tgz`: one file without dependencies, which knows that this
 * service is the one to use, and the bytes of the recorder that it may fetch.
 */
export async function commandPackage(baseUrl: string, recorder: RecorderProgram): Promise<Buffer> {
	const manifest = {
		name: 'roteiro',
		version: VERSION,
		description: 'Interactive tours out of a folder of screenshots',
		license: 'MIT',
		type: 'module',
		bin: {roteiro: 'roteiro.mjs'},
		engines: {node: `>=${NODE}`},
	};
	const archive = pack();
	const add = (name: string, text: string, mode = 0o644) => archive.entry({name: `package/${name}`, mode, mtime: PACKED_AT}, text);
	add('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
	add('README.md', README);
	add('roteiro.mjs', await bundleCommand(baseUrl, recorder), 0o755);
	add('zip.mjs', await bundleZip());
	archive.finalize();
	return buffer(archive.pipe(createGzip({level: 9})));
}

/** What the command loads where it reads or writes a zip. */
async function bundleZip(): Promise<string> {
	const {outputFiles} = await build({...BUNDLED, entryPoints: [ZIP_ENTRY], banner: {js: WITH_REQUIRE}});
	return outputFiles[0]!.text;
}

/** The command as one file. */
async function bundleCommand(baseUrl: string, {sha256}: RecorderProgram): Promise<string> {
	const {outputFiles} = await build({
		...BUNDLED,
		entryPoints: [ENTRY],
		define: {SERVED_FROM: JSON.stringify(baseUrl), RECORDER: JSON.stringify({url: baseUrl + RECORDER_PATH, sha256})},
		plugins: [compiledCheck, bareVersion],
		// The edition of which what is not used stays out.
		alias: {yaml: YAML},
		// Some of what is inside still asks for its parts by require.
		banner: {js: `#!/usr/bin/env node\n${WITH_REQUIRE}`},
	});
	return outputFiles[0]!.text;
}

/**
 * The check of a document, compiled here: the compiler of schemas and the words that schemas are written in are four times as large as what
 * comes out of them. Bounds that end a check early are for the service: who checks a file of their own waits for nobody else.
 */
const compiledCheck: Plugin = {
	name: 'compiled-check',
	setup({onLoad}) {
		onLoad({filter: /cli\/folder\/check-document\.ts$/}, ({path}) => {
			const contents = `import {faultsFrom} from '../../shared/schema-faults.ts';
import {FORMATS} from '../../shared/schema-formats.ts';
${compiledSchema()}
const checkDocument = document => validate(document) ? [] : faultsFrom(validate.errors);
export {checkDocument};`;
			return {contents, loader: 'js', resolveDir: dirname(path)};
		});
	},
};

/** Of package.json the version alone. */
const bareVersion: Plugin = {
	name: 'bare-version',
	setup({onLoad}) {
		onLoad({filter: /shared\/version\.ts$/}, () => ({contents: `export const VERSION = ${JSON.stringify(VERSION)};`, loader: 'js'}));
	},
};

/** Code that exports `validate`, and finds the formats of ours in `FORMATS`. */
function compiledSchema(): string {
	const code = {source: true, esm: true, formats: _`FORMATS`};
	const ajv = new Ajv2020({...VALIDATOR, code});
	for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
	return standaloneCode.default(ajv, ajv.compile(TourDocument));
}

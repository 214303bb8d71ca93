import {resolve} from 'node:path';
import {build} from 'esbuild';
import {VERSION} from '../../shared/config/version.ts';
import {BUNDLED, NODE, packFiles, WITH_REQUIRE} from './bundle.ts';
import {type FetchedProgram, PDF_PATH, RECORDER_PATH} from './fetched-programs.ts';

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

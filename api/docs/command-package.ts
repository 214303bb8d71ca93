import {resolve} from 'node:path';
import {build} from 'esbuild';
import {VERSION} from '../../shared/version.ts';
import {BUNDLED, NODE, packFiles, WITH_REQUIRE} from './bundle.ts';
import {RECORDER_PATH, type RecorderProgram} from './recorder-program.ts';

const ENTRY = resolve(import.meta.dirname, '../../cli/main.ts');
const ZIP_ENTRY = resolve(import.meta.dirname, '../../cli/zip/index.ts');
const README = 'The command `roteiro`: interactive tours out of a folder of screenshots. `roteiro --help` says how it is used.\n';

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
	return packFiles(manifest, [
		{name: 'README.md', text: README},
		{name: 'roteiro.mjs', text: await bundleCommand(baseUrl, recorder), isProgram: true},
		{name: 'zip.mjs', text: await bundleZip()},
	]);
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
		// Some of what is inside still asks for its parts by require.
		banner: {js: `#!/usr/bin/env node\n${WITH_REQUIRE}`},
	});
	return outputFiles[0]!.text;
}

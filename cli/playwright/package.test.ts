import {spawnSync} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import {playwrightPackage} from '../../api/docs/packages.ts';
import {PLAYWRIGHT, playwrightProject} from '../../test/helpers/playwright-run.ts';

const TSC = resolve('node_modules/typescript/bin/tsc');
const NAMES = "import {expect, test} from '@roteiro/playwright';\nvoid [expect, test];\n";
const DEFAULT = "// @ts-expect-error There is none.\nimport none from '@roteiro/playwright';\nvoid none;\n";

test('its types fit the module that is imported, which has no default, and the one that is required', async t => {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-playwright-types-'));
	t.teardown(() => rm(folder, {recursive: true}));
	await playwrightProject(folder, await playwrightPackage(), PLAYWRIGHT);
	await writeFile(join(folder, 'imports.mts'), NAMES + DEFAULT);
	await writeFile(join(folder, 'requires.cts'), NAMES);
	const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
	const {stdout} = spawnSync(process.execPath, [TSC, ...options, 'imports.mts', 'requires.cts'], {cwd: folder, encoding: 'utf8'});
	t.is(stdout, '');
});

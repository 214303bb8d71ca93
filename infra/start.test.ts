import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {WITHOUT_EXECVE} from '../test/helpers/npm-start.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
test.after.always(() => rmSync(folder, {recursive: true}));

/** What a piece of the set-up returns, asked in a process of its own: it is plain JavaScript without types. */
function evaluate(expression: string, {env = {}, cwd = '.'}: {env?: NodeJS.ProcessEnv; cwd?: string} = {}): Promise<unknown> {
	const here = (file: string) => `await import(${JSON.stringify(join(import.meta.dirname, 'start', file))})`;
	const script = `const needs = ${here('needs.mjs')}, modules = ${here('modules.mjs')};\nconsole.log(JSON.stringify(${expression}))`;
	return new Promise((resolve, reject) => {
		execFile(process.execPath, ['--input-type=module', '-e', script], {cwd, env: {...process.env, ...env}}, (error, out) => {
			if (error) reject(error);
			else resolve(JSON.parse(out));
		});
	});
}
const missing = (env: NodeJS.ProcessEnv, privateServers = false) =>
	evaluate(`needs.findMissing({privateServers: ${privateServers}}).flatMap(need => (need.optional ? [] : [need.what]))`, {env});

test('nothing is missing on the machine that runs this test', async t => {
	t.deepEqual(await missing({}, true), []);
});

test('installed modules are right only where each package has the version of the lock file', async t => {
	const lock = (packages: object) => JSON.stringify({packages: {'': {}, ...packages}});
	const pinned = {version: '1.0.0', integrity: 'sha512-a'};
	const other = {version: '1.0.0', integrity: 'sha512-b'};
	const wanted = {'node_modules/a': pinned, 'node_modules/mac': {...pinned, optional: true}};
	const cases: [string, object | null, boolean][] = [
		['never installed', null, false],
		['as wanted', wanted, true],
		['another platform left out', {'node_modules/a': pinned}, true],
		['one package missing', {'node_modules/mac': pinned}, false],
		['another content', {...wanted, 'node_modules/a': other}, false],
	];
	for (const [name, installed, right] of cases) {
		const cwd = join(folder, name);
		mkdirSync(join(cwd, 'node_modules'), {recursive: true});
		writeFileSync(join(cwd, 'package-lock.json'), lock(wanted));
		if (installed) writeFileSync(join(cwd, 'node_modules', '.package-lock.json'), lock(installed));
		t.is(await evaluate('modules.modulesAreThere()', {cwd}), right, name);
	}
});

test('a command line that says nothing known is answered with the usage and 2', async t => {
	const code = await new Promise(resolve => execFile(process.execPath, ['infra/start.mjs', 'stert'], error => resolve(error?.code)));
	t.is(code, 2);
});

test('a signal to the process that was started reaches the command once, also under a Node that cannot become it', async t => {
	const counts =
		"let n = 0; for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => { n++; setTimeout(() => process.exit(40 + n), 300) }); setInterval(() => {}, 1e6); console.log('up')";
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		for (const NODE_OPTIONS of ['', WITHOUT_EXECVE]) {
			const child = spawn(process.execPath, ['infra/start.mjs', 'run', 'node', '-e', counts], {
				env: {...process.env, NODE_OPTIONS},
				stdio: ['ignore', 'pipe', 'ignore'],
			});
			await once(child.stdout, 'data');
			child.kill(signal);
			const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
			t.deepEqual(await once(child, 'exit'), [41, null], `${signal} ${NODE_OPTIONS}`);
			clearTimeout(patience);
		}
	}
});

test('whatever is started keeps its compiled modules from start to start, where no setting says otherwise', async t => {
	const kept = (env: NodeJS.ProcessEnv) =>
		new Promise(resolve => {
			const print = ['infra/start.mjs', 'run', 'node', '-p', "require('node:module').getCompileCacheDir()"];
			execFile(process.execPath, print, {env: {...process.env, ...env}}, (error, out) => resolve(error ?? out.trim()));
		});
	t.regex(String(await kept({NODE_COMPILE_CACHE: ''})), /\/node_modules\/\.cache\/compiled\//);
	const elsewhere = join(folder, 'compiled');
	t.true(String(await kept({NODE_COMPILE_CACHE: elsewhere})).startsWith(elsewhere));
});

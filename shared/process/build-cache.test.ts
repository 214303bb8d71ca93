import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {build, cachedBuild} from './build-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'built-'));
test.after.always(() => rmSync(root, {recursive: true}));

test('what modules come to is kept for its options until one of them changes', t => {
	const folder = join(root, 'cache');
	const build = (contents: string) => cachedBuild({stdin: {contents, loader: 'ts', resolveDir: root}, format: 'esm'}, folder);
	const use = "import {size} from './size.ts'; console.log(size)";
	writeFileSync(join(root, 'size.ts'), 'export const size: number = 1');
	const first = build(use);
	t.regex(first, /\b1\b/);
	const [kept] = readdirSync(folder);
	t.is(build(use), first);
	writeFileSync(join(root, 'size.ts'), 'export const size: number = 22');
	t.regex(build(use), /\b22\b/);
	t.deepEqual(readdirSync(folder), [kept], 'it takes the place of what has changed');
	t.regex(build(`${use}, console.warn(size)`), /console\.warn/);
	t.is(readdirSync(folder).length, 2);
});

test.serial('the compiler is there while something is compiled, also for two at once, and not much longer', async t => {
	const compilers = () => spawnSync('pgrep', ['-P', String(process.pid), 'esbuild'], {encoding: 'utf8'}).stdout.split('\n').length - 1;
	const one = (contents: string) => build({stdin: {contents, resolveDir: root}, write: false});
	const made = await Promise.all([one('1'), one('2')]);
	t.deepEqual(
		made.map(({outputFiles}) => outputFiles![0]!.text),
		['1;\n', '2;\n'],
	);
	t.is(compilers(), 1);
	for (let tries = 0; tries < 100 && compilers() > 0; tries++) await sleep(100);
	t.is(compilers(), 0);
	t.is((await one('3')).outputFiles![0]!.text, '3;\n', 'and again when it is needed');
});

import {execFileSync} from 'node:child_process';
import {appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import {coverRendererVersion, pageRendererVersion} from './code-version.ts';

test('a renderer version is the same wherever the code lies and whatever its comments say, and another for other code or another style', t => {
	const folder = mkdtempSync(join(tmpdir(), 'renderer-version-'));
	t.teardown(() => rmSync(folder, {recursive: true}));
	for (const source of ['renderers', 'shared']) cpSync(source, join(folder, source), {recursive: true});
	cpSync('package.json', join(folder, 'package.json'));
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
	const there = (file: string, text: string): [string, string] => {
		appendFileSync(join(folder, file), text);
		const script =
			"const {pageRendererVersion, coverRendererVersion} = await import('./renderers/code-version.ts'); console.log(pageRendererVersion(), coverRendererVersion())";
		const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {cwd: folder, encoding: 'utf8'});
		return out.trim().split(' ') as [string, string];
	};
	const here = [pageRendererVersion(), coverRendererVersion()] as const;
	t.deepEqual(there('renderers/player/page.ts', '\n// Another comment.\n'), [...here]);
	const [styled, coverOfStyled] = there('renderers/player/style/layout.css', '\n.another { color: red }\n');
	t.not(styled, here[0]);
	t.is(coverOfStyled, here[1]);
	t.not(there('renderers/cover/cover.ts', "\nconsole.debug('another');\n")[1], here[1]);
});

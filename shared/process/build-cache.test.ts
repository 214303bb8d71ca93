import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {cachedBuild} from './build-cache.ts';

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

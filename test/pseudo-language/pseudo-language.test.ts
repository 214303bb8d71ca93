import {execFileSync} from 'node:child_process';
import {rm} from 'node:fs/promises';
import test from 'ava';
import {copyWithLanguage} from './copy.ts';

test('a language that is one folder and one line is everywhere, and longer words have room', async t => {
	t.timeout(600_000);
	const copy = await copyWithLanguage();
	t.teardown(() => rm(copy, {recursive: true, force: true}));
	const out = execFileSync(process.execPath, ['test/pseudo-language/look.ts'], {cwd: copy, encoding: 'utf8', maxBuffer: 1e8});
	const found: Record<string, string[]> = JSON.parse(out.trim().split('\n').at(-1)!);
	t.deepEqual(found, {});
});

import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {minify} from './assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'minify-'));
test.after.always(() => rmSync(folder, {recursive: true}));

const SCRIPT = 'const first = 1 + 1; const twice = () => first + first; console.log(twice());';

test('what was minified is read the next time, and another script is minified by itself', t => {
	const cache = join(folder, 'cache');
	const text = minify(SCRIPT, cache);
	t.true(text.length < SCRIPT.length);
	const [kept, ...others] = readdirSync(cache);
	t.deepEqual(others, []);
	t.is(readFileSync(join(cache, kept!), 'utf8'), text);
	writeFileSync(join(cache, kept!), 'kept()');
	t.is(minify(SCRIPT, cache), 'kept()');
	t.regex(minify(`${SCRIPT} console.warn(first);`, cache), /console\.warn/);
	t.is(readdirSync(cache).length, 2);
});

test('without a folder, or where nothing can be written, nothing is kept and the text is the same', t => {
	const text = minify(SCRIPT, null);
	const file = join(folder, 'a-file');
	writeFileSync(file, '');
	t.is(minify(SCRIPT, join(file, 'cache')), text);
});

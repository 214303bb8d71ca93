import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {readFigures, shownIn} from './kept-figures.ts';

test('docs/performance.md shows the figures that are kept', async t => {
	const page = await readFile('docs/performance.md', 'utf8');
	t.is(shownIn(page, readFigures()), page);
	t.regex(page, /<!-- bench get-tour -->\n\n\d{4}-/, 'a table is there');
});

test('every bench that there is can be run by its name', async t => {
	const names = (await readdir(import.meta.dirname, {recursive: true})).filter(name => name.endsWith('.ts') && name !== 'benches.ts');
	const texts = await Promise.all(names.map(name => readFile(join(import.meta.dirname, name), 'utf8')));
	const benches = texts.flatMap(text => [...text.matchAll(/^export (?:async )?function (bench[A-Z]\w*)/gm)].map(([, name]) => name!));
	const listed = await readFile(join(import.meta.dirname, 'benches.ts'), 'utf8');
	t.true(benches.length > 20);
	t.deepEqual(
		benches.filter(name => !new RegExp(`: ${name},`).test(listed)),
		[],
	);
});

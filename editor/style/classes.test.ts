import {readdir, readFile} from 'node:fs/promises';
import test from 'ava';

const FOLDER = 'editor/style';

/** Parts of a page that one file dresses and another places, or makes room in. */
const PLACED = ['head', 'inspector', 'lookfields', 'lookscreen', 'settings-nav', 'stage', 'strip', 'table'];

// All files are one style sheet: a class that two of them dress, each for an element of its own, wears both.
test('a class by itself is dressed in one file', async t => {
	const files = (await readdir(FOLDER)).filter(name => name.endsWith('.css'));
	t.true(files.length > 20);
	const dressed = new Map<string, Set<string>>();
	for (const file of files) {
		const rules = (await readFile(`${FOLDER}/${file}`, 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
		for (const [, selectors] of rules.matchAll(/([^{};]+)\{/g))
			for (const selector of selectors!.replaceAll(/\([^()]*\)/g, '()').split(',')) {
				const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
				if (name) dressed.set(name, (dressed.get(name) ?? new Set()).add(file));
			}
	}
	t.true(dressed.size > 100);
	const twice = [...dressed].filter(([, {size}]) => size > 1).map(([name]) => name);
	t.deepEqual(twice.sort(), PLACED);
});

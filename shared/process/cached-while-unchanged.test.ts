import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {cachedWhileUnchanged, cachedWhileUnchangedSync} from './build-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'kept-'));
test.after.always(() => rmSync(root, {recursive: true}));

/** Joins its two inputs, as a compiler would, and counts how often. */
function compiler() {
	const inputs = ['one.txt', 'two.txt'];
	const compiled = {times: 0};
	const read = (name: string) => readFileSync(join(root, name), 'utf8');
	return {
		compiled,
		async compile() {
			compiled.times++;
			return {made: {bytes: Buffer.from(inputs.map(read).join(' ')), names: new Map([['it', 1]])}, inputs: [...inputs, 'later.txt']};
		},
	};
}

test.serial('what was compiled is read until one of its files changes, appears or goes, or what is kept is broken', async t => {
	const folder = join(root, 'cache');
	writeFileSync(join(root, 'one.txt'), 'one');
	writeFileSync(join(root, 'two.txt'), 'two');
	const {compiled, compile} = compiler();
	const text = async () => {
		const {bytes, names} = await cachedWhileUnchanged({root, name: 'it', folder}, compile);
		t.deepEqual(names, new Map([['it', 1]]));
		return `${bytes} ${compiled.times}`;
	};
	t.is(await text(), 'one two 1');
	t.is(await text(), 'one two 1');
	writeFileSync(join(root, 'two.txt'), 'three');
	t.is(await text(), 'one three 2');
	t.is(await text(), 'one three 2');
	writeFileSync(join(root, 'later.txt'), '');
	t.is(await text(), 'one three 3');
	rmSync(join(root, 'later.txt'));
	t.is(await text(), 'one three 4');
	writeFileSync(join(folder, 'it'), readFileSync(join(folder, 'it')).subarray(0, 40));
	t.is(await text(), 'one three 5');
	t.is(await text(), 'one three 5');
	t.deepEqual(readdirSync(folder), ['it']);
});

test.serial('without a folder, or where nothing can be written, it is compiled each time', async t => {
	const {compiled, compile} = compiler();
	writeFileSync(join(root, 'a-file'), '');
	for (const folder of [null, join(root, 'a-file', 'cache')]) await cachedWhileUnchanged({root, name: 'it', folder}, compile);
	t.is(compiled.times, 2);
});

test.serial('what is compiled at once is kept likewise', t => {
	const folder = join(root, 'at-once');
	const compiled = {times: 0};
	const text = () =>
		cachedWhileUnchangedSync({root, name: 'it', folder}, () => ({
			made: `${readFileSync(join(root, 'one.txt'))} ${++compiled.times}`,
			inputs: ['one.txt'],
		}));
	writeFileSync(join(root, 'one.txt'), 'one');
	t.deepEqual([text(), text()], ['one 1', 'one 1']);
	writeFileSync(join(root, 'one.txt'), 'two');
	t.deepEqual([text(), text()], ['two 2', 'two 2']);
});

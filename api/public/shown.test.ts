import test from 'ava';
import {openFileCache} from './shown.ts';

/** Returns files of as many bytes as their names say, and counts how often it is asked. */
function countingFiles() {
	const asked: string[] = [];
	return {
		asked,
		async read(_folder: string, name: string) {
			asked.push(name);
			await new Promise(resolve => setTimeout(resolve, 5));
			return name === 'none' ? null : Buffer.alloc(Number.parseInt(name, 10), name);
		},
		async begin(folder: string, name: string, most: number) {
			const bytes = await this.read(folder, name);
			return bytes && {bytes: bytes.subarray(0, most), size: bytes.length};
		},
	};
}

test('a file is read once, however many ask for it at once and later', async t => {
	const files = countingFiles();
	const memory = openFileCache(files);
	const found = await Promise.all(Array.from({length: 200}, () => memory.read('pages', '100')));
	t.true(found.every(bytes => bytes?.length === 100));
	await memory.read('pages', '100');
	t.deepEqual(files.asked, ['100']);
	await memory.read('media', '100');
	t.is(files.asked.length, 2, 'another folder has other files');
});

test('what is not there is asked for again, and a failure is not remembered', async t => {
	const files = countingFiles();
	const memory = openFileCache(files);
	t.is(await memory.read('pages', 'none'), null);
	t.is(await memory.read('pages', 'none'), null);
	t.is(files.asked.length, 2);
	let fails = true;
	const broken = openFileCache({
		begin: async () => null,
		read: async () => {
			if (fails) throw new Error('broken');
			return Buffer.from('mended');
		},
	});
	await t.throwsAsync(broken.read('pages', 'a'), {message: 'broken'});
	fails = false;
	t.is(String(await broken.read('pages', 'a')), 'mended');
});

test('the oldest make folder, and what is large is not kept at all', async t => {
	const files = countingFiles();
	const memory = openFileCache(files, 64_000);
	const names = Array.from({length: 40}, (_, index) => `3000.${index}`);
	for (const name of names) t.is((await memory.read('pages', name))!.length, 3000);
	files.asked.length = 0;
	for (const name of [...names.slice(-15), names[0]!]) await memory.read('pages', name);
	t.deepEqual(files.asked, [names[0]!]);
	for (let time = 0; time < 2; time++) t.is((await memory.read('pages', '5000'))!.length, 5000);
	t.is(files.asked.filter(name => name === '5000').length, 2);
});

test('what is begun is begun once for all who ask, and kept where that is the whole file', async t => {
	const files = countingFiles();
	const memory = openFileCache(files);
	await Promise.all(Array.from({length: 50}, () => memory.begin('media', '100', 1000)));
	t.deepEqual(files.asked, ['100']);
	t.true(memory.has('media', '100'));
	t.like(await memory.begin('media', '3000', 1000), {size: 3000});
	t.false(memory.has('media', '3000'));
	t.is(await memory.begin('media', 'none', 1000), null);
});

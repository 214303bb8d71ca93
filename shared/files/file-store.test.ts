import {mkdir, mkdtemp, readdir, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {startObjectStore} from '../../test/helpers/object-store.ts';
import {openTurns} from '../concurrency.ts';
import {sha256} from '../ids.ts';
import {FILE_PARTS, type FileStore, type Folder, fileName} from './file-store.ts';
import {openFolderStore} from './folder-store.ts';
import {openS3Store} from './s3-store.ts';

const FOLDERS: Folder[] = ['originals', 'media', 'thumbnails', 'snapshots', 'pages'];
const root = await mkdtemp(join(tmpdir(), 'files-'));
const folderStore = openFolderStore(root);
const objects = await startObjectStore();
const STORES: Record<string, (name: string) => FileStore> = {
	'a folder': name => openFolderStore(name ? join(root, name) : root),
	'an object store': name => openS3Store(objects.location(name)),
};
const LATER = new Date('2100-01-01');
const hex = (text: string) => sha256(text).toString('hex');
// A few at a time: the store of these tests shares its process with them.
const inTurn = openTurns(4);
const listed = async (folder: Folder, store: FileStore) =>
	(await Promise.all(FILE_PARTS.map(part => inTurn(() => store.list(folder, part))))).flat();

test.after.always(async () => {
	await objects.close();
	await rm(root, {recursive: true, force: true});
});

for (const [kind, open] of Object.entries(STORES)) {
	const files = open('');

	test(`${kind}: a file is named by the sha256 of its bytes and its extension; in media by the first half`, async t => {
		const bytes = Buffer.from('name');
		t.is(await files.put('originals', bytes), hex('name'));
		t.is(await files.put('pages', bytes, '.html'), `${hex('name')}.html`);
		t.is(await files.put('media', bytes, '.webp'), `${hex('name').slice(0, 32)}.webp`);
		t.is(fileName('media', bytes, '.webp'), `${hex('name').slice(0, 32)}.webp`);
	});

	test(`${kind}: a local file is stored under its name, again and again; its bytes are not held in memory`, async t => {
		const path = join(root, `local-${kind.length}`);
		for (const bytes of [Buffer.alloc(5_000_000, 'first'), Buffer.from('second'), Buffer.alloc(0)]) {
			await writeFile(path, bytes);
			await files.putFile('tour-exports', hex('local'), path);
			t.true((await files.read('tour-exports', hex('local')))?.equals(bytes));
			t.is(await files.size('tour-exports', hex('local')), bytes.length);
		}
		await t.throwsAsync(files.putFile('tour-exports', '../../outside', path), {message: /is not the name of a file/});
		await t.throwsAsync(files.putFile('tour-exports', hex('none'), join(root, 'nobody')), {code: 'ENOENT'});
		t.is(await files.size('tour-exports', hex('none')), null);
		t.true(await files.remove('tour-exports', hex('local'), LATER));
	});

	test(`${kind}: what was put is read back whole, and part by part`, async t => {
		const samples = [Buffer.alloc(0), Buffer.from([0, 255, 13, 10]), Buffer.alloc(3_000_000, 'large')];
		for (const folder of FOLDERS) {
			for (const bytes of samples) {
				const name = await files.put(folder, bytes);
				t.true(bytes.equals((await files.read(folder, name))!));
				t.is(await files.size(folder, name), bytes.length);
				const part = {start: 1, end: Math.min(2_000_000, bytes.length) - 1};
				if (bytes.length > 0) t.true(bytes.subarray(1, part.end + 1).equals((await files.read(folder, name, part))!));
			}
		}
	});

	test(`${kind}: the folders are apart: what was put in one is in no other`, async t => {
		const name = await files.put('originals', Buffer.from('apart'));
		for (const folder of ['snapshots', 'pages', 'media'] as const) t.is(await files.read(folder, name), null);
	});

	test(`${kind}: a name that nothing has is null, not an error`, async t => {
		const name = hex('never put');
		t.is(await files.read('media', name.slice(0, 32)), null);
		t.is(await files.read('originals', name, {start: 0, end: 1}), null);
		await t.notThrowsAsync(files.remove('originals', name, new Date()));
	});

	test(`${kind}: no name leads out of its folder`, async t => {
		await writeFile(join(root, 'secret'), 'secret');
		const inside = await files.put('media', Buffer.from('inside'), '.webp');
		for (const name of [
			'',
			'.',
			'../..',
			'../secret',
			'..%2fsecret',
			`${inside}/../../secret`,
			`../${inside}`,
			`${inside}\0`,
			`${inside}\n`,
			`./${inside}`,
			inside.toUpperCase(),
			`${inside}.`,
			'/etc/passwd',
		]) {
			t.is(await files.read('media', name), null, name);
			t.is(await files.read('media', name, {start: 0, end: 1}), null, name);
			await files.remove('media', name, LATER);
		}
		t.is((await files.read('media', inside))!.toString(), 'inside');
	});

	test(`${kind}: the same bytes at the same time are one file, and nothing is left in between`, async t => {
		const store = open('alone');
		const bytes = Buffer.alloc(200_000, 'same');
		const names = await Promise.all(Array.from({length: 30}, () => store.put('snapshots', bytes, '.json')));
		t.is(new Set(names).size, 1);
		t.deepEqual(await listed('snapshots', store), [names[0]]);
		t.true(bytes.equals((await store.read('snapshots', names[0]!))!));
		if (kind === 'a folder') t.deepEqual(await readdir(join(root, 'alone', 'incoming')), []);
	});

	test(`${kind}: a list names each file of its folder once, and none of a folder that was never used`, async t => {
		const names = await Promise.all(Array.from({length: 40}, (_, index) => files.put('pages', Buffer.from(`page ${index}`), '.html')));
		const found = await listed('pages', files);
		t.is(found.length, new Set(found).size);
		for (const name of names) t.true(found.includes(name));
		t.deepEqual(await listed('media', open('elsewhere')), []);
	});

	test(`${kind}: what was removed is gone, and removing it again is no error`, async t => {
		const name = await files.put('originals', Buffer.from('gone'));
		t.true(await files.remove('originals', name, LATER));
		t.is(await files.read('originals', name), null);
		t.false(await files.remove('originals', name, LATER));
	});

	test(`${kind}: what was stored again since the sweep looked is not removed`, async t => {
		const name = await files.put('originals', Buffer.from('stays'));
		t.false(await files.remove('originals', name, new Date(Date.now() - 60_000)));
		t.is((await files.read('originals', name))!.toString(), 'stays');
	});
}

test('putting a file again makes it young, so that the sweep leaves it', async t => {
	const name = await folderStore.put('originals', Buffer.from('again'));
	const longAgo = new Date('2020-01-01');
	await utimes(join(root, 'originals', name.slice(0, 2), name), longAgo, longAgo);
	t.deepEqual(await folderStore.storedAt('originals', name), longAgo);
	await folderStore.put('originals', Buffer.from('again'));
	t.true((await folderStore.storedAt('originals', name))! > longAgo);
	t.is(await folderStore.storedAt('originals', 'f'.repeat(64)), null);
});

test('check throws where nothing can be written, and a write that failed leaves nothing', async t => {
	await t.notThrowsAsync(folderStore.check());
	await writeFile(join(root, 'a file'), '');
	const nowhere = openFolderStore(join(root, 'a file'));
	await t.throwsAsync(nowhere.check());
	await t.throwsAsync(nowhere.put('media', Buffer.from('lost')));
	const blocked = join(root, 'blocked');
	const name = fileName('media', Buffer.from('lost'));
	await mkdir(join(blocked, 'media', name.slice(0, 2), name), {recursive: true});
	await t.throwsAsync(openFolderStore(blocked).put('media', Buffer.from('lost')));
	t.deepEqual(await readdir(join(blocked, 'incoming')), []);
});

import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {crc32, deflateRawSync} from 'node:zlib';
import test from 'ava';
import {readConfig} from '../shared/config/config.ts';
import {LIMITS} from '../shared/contract/limits.ts';
import {packBundle} from '../test/helpers/bundles.ts';
import {fetchCommand, runCommand} from '../test/helpers/command.ts';
import {mimikGuide, pdfDeck, slideContent} from '../test/helpers/foreign-tours.ts';
import {screenshot} from '../test/helpers/images.ts';
import {serveApp} from '../test/helpers/recorded-app.ts';
import {PAGES} from '../test/helpers/recorded-pages.ts';
import {startService} from '../test/helpers/service.ts';

/** `import`, `pull --bundle`, `tour.md` and `publish --similar`, as they are served, against the whole service. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-ways-'));
const service = await startService({}, {also: ['export']});
const {key} = await service.client();
const other = await service.client();
const command = await fetchCommand(service.baseUrl, root);
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

const roteiro = (words: string[], env: Record<string, string> = {}) =>
	runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: key, ...env}});

async function folderOf(name: string, files: Record<string, string | Buffer>): Promise<string> {
	const folder = join(root, name);
	await mkdir(folder, {recursive: true});
	for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
	return folder;
}

const TOUR = `name: "Bundled: Ação 🎉"
key: bundled
units: px
theme: {preset: green}
steps:
  - {image: a.png, title: One, highlight: [10, 20, 100, 40], click: [30, 30], camera: {zoom: 2}}
  - {type: slide, title: Two, text: "--> ends"}
  - {image: b.png, title: Three, text: x}
  - {image: a.png, key: again, title: Four}
`;

test.serial('a bundle goes into another account and comes out again, byte for byte', async t => {
	const folder = await folderOf('bundled', {
		'tour.yaml': TOUR,
		'a.png': await screenshot(640, 400).png().toBuffer(),
		'b.png': await screenshot(641, 400).png().toBuffer(),
	});
	t.is((await roteiro(['publish', folder])).code, 0);
	const out = await roteiro(['pull', 'bundled', '--bundle', 'one.zip', '--json']);
	t.is(out.code, 0, out.err);
	t.like(JSON.parse(out.out), {file: 'one.zip', export: {format: 'bundle', status: 'succeeded'}});
	const imported = await roteiro(['import', 'one.zip', '--out', 'copy']);
	t.is(imported.code, 0, imported.err);
	const env = {ROTEIRO_KEY: other.key};
	const published = await roteiro(['publish', 'copy'], env);
	t.is(published.code, 0, published.err);
	t.is((await roteiro(['pull', 'bundled', '--bundle', 'two.zip'], env)).code, 0);
	t.true((await readFile(join(root, 'one.zip'))).equals(await readFile(join(root, 'two.zip'))));
	const sent = await roteiro(['import', 'one.zip', '--send', '--json'], {ROTEIRO_KEY: (await service.client()).key});
	t.is(sent.code, 0, sent.err);
	t.like(JSON.parse(sent.out), {name: 'Bundled: Ação 🎉', steps: 4});
	t.is((await roteiro(['import', 'one.zip', '--out', 'copy'])).code, 1, 'it writes over nothing');
	t.is((await roteiro(['import', 'one.zip', '--out', 'copy', '--force'])).code, 0);
});

test.serial(
	'what a bundle speaks has no place in a folder, which says so; what no folder can have is refused where it is written by hand',
	async t => {
		const narrations = [{file: 'audio/one.mp3', language: 'en', voice: '11111111-1111-4111-8111-111111111111'}];
		const spoken = {name: 'Spoken', steps: [{key: 'one', type: 'slide', title: 'One', narrations}]};
		await writeFile(join(root, 'spoken.zip'), await packBundle(spoken, [{name: 'audio/one.mp3', bytes: Buffer.from('sound')}]));
		const {code, err} = await roteiro(['import', 'spoken.zip', '--out', 'silent']);
		t.is(code, 0, err);
		t.regex(err, /a folder has no narrations.*"roteiro import spoken\.zip --send"/);
		t.deepEqual(JSON.parse(await readFile(join(root, 'silent/tour.json'), 'utf8')).steps, [{key: 'one', type: 'slide', title: 'One'}]);
		t.is((await roteiro(['check', 'silent'])).code, 0);
		const byHand = await roteiro(['check', await folderOf('by-hand', {'tour.json': JSON.stringify(spoken)})]);
		t.is(byHand.code, 1);
		t.regex(byHand.err, /narrations/);
	},
);

type Entry = {name: string; bytes?: Buffer; size?: number; attributes?: number; crc?: number};

/** A zip as nobody's program writes it. */
function hostileZip(entries: Entry[], {count}: {count?: number} = {}): Buffer {
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const {name, bytes = Buffer.from('name: x\n'), size = bytes.length, attributes = 0, crc = crc32(bytes)} of entries) {
		const packed = deflateRawSync(bytes);
		const title = Buffer.from(name);
		const head = Buffer.alloc(30);
		head.writeUInt32LE(0x04034b50, 0);
		head.writeUInt16LE(0x0800, 6);
		head.writeUInt16LE(8, 8);
		head.writeUInt32LE(crc, 14);
		head.writeUInt32LE(packed.length, 18);
		head.writeUInt32LE(size, 22);
		head.writeUInt16LE(title.length, 26);
		const row = Buffer.alloc(46);
		row.writeUInt32LE(0x02014b50, 0);
		row.writeUInt16LE(0x0314, 4);
		head.copy(row, 6, 4, 30);
		row.writeUInt32LE(attributes, 38);
		row.writeUInt32LE(at, 42);
		parts.push(head, title, packed);
		directory.push(row, title);
		at += 30 + title.length + packed.length;
	}
	const list = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(count ?? entries.length, 8);
	end.writeUInt16LE(count ?? entries.length, 10);
	end.writeUInt32LE(list.length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...parts, list, end]);
}

test.serial('zips that are not what they say are refused with a sentence, and nothing is written', async t => {
	const tour = {name: 'tour.yaml', bytes: Buffer.from('name: x\nsteps: [{type: slide, title: y}]\n')};
	const picture = await screenshot(300, 200).png().toBuffer();
	const zeros = Buffer.alloc(40 * 1024 * 1024);
	const bad: Array<[zip: Buffer, said: RegExp]> = [
		[hostileZip([tour, {name: '../out.png', bytes: picture}]), /\.\./],
		[hostileZip([tour, {name: '/etc/out.png', bytes: picture}]), /absolute path/],
		[hostileZip([tour, {name: 'C:\\out.png', bytes: picture}]), /invalid characters|absolute/],
		[hostileZip([tour, tour]), /has tour\.yaml twice/],
		[hostileZip([tour, {name: 'a.png', bytes: picture}, {name: 'A.PNG', bytes: picture}]), /twice/],
		[hostileZip([tour, {name: 'a.png', bytes: Buffer.from('/etc/passwd'), attributes: (0o120777 << 16) >>> 0}]), /a link, a\.png/],
		[hostileZip([tour, {name: 'a.png', bytes: zeros}]), /has a\.png with 40\.0 MB; 15\.0 MB/],
		[hostileZip([tour, {name: 'a.png', bytes: zeros, size: 1000}]), /too many bytes|expected 1000/],
		[hostileZip([tour, {name: 'a.png', bytes: picture, size: picture.length + 9}]), /not enough bytes|expected/],
		[
			hostileZip(Array.from({length: LIMITS.bundleFiles + 1}, (_, index) => ({name: `${index}.png`, bytes: picture.subarray(0, 40)}))),
			/has 3001 entries; 3000/,
		],
		[hostileZip([{name: 'readme.txt'}]), /Has no tour .*: unzip it, then import its Markdown, or run "roteiro init"/],
		[
			hostileZip([{...tour, bytes: Buffer.from('name: x\nsteps: [{image: gone.png, title: y}]\n')}]),
			/tour\.yaml:2:\d+: .*gone\.png is not there/,
		],
		[hostileZip([tour, {name: `media/${'a'.repeat(64)}.png`, bytes: picture}]), /is damaged/],
		[Buffer.from('PK\x03\x04 and nothing else'), /not a zip that can be read/],
		[Buffer.alloc(0), /not a zip that can be read/],
	];
	for (const [index, [zip, said]] of bad.entries()) {
		await writeFile(join(root, `bad-${index}.zip`), zip);
		const {code, err} = await roteiro(['import', `bad-${index}.zip`, '--out', `bad-out-${index}`]);
		t.is(code, 1, `${index} ${err}`);
		t.regex(err, said, String(index));
		t.is(err.trim().split('\n').length, 1);
	}
	t.deepEqual(
		(await readdir(root)).filter(name => /bad-out|^\.bad/.test(name)),
		[],
	);
	t.is((await roteiro(['import', 'tour.mimik'])).code, 1);
});

test.serial('a guide in Markdown becomes a folder: by its headings, or by its pictures', async t => {
	const picture = await screenshot(500, 300).png().toBuffer();
	const folder = await folderOf('guide', {'one two.png': picture});
	await writeFile(
		join(folder, 'by-heading.md'),
		'# How to *begin*\n\nIntro.\n\n## 1. Open `the` menu\r\n\r\n![The menu](<one two.png>)\r\n\r\nPress **it**, see [help](https://example.org).\n\n```\n## no heading\n```\n\n## Done\n\nThat was it.\n',
	);
	await writeFile(
		join(folder, 'by-picture.md'),
		'# Scribed\n\n1. Click "Save"\n\n   ![](one%20two.png)\n\n2. Wait\n\nfor it\n\n![](one%20two.png)\n',
	);
	t.is((await roteiro(['import', join(folder, 'by-heading.md'), '--out', 'from-headings'])).code, 0);
	t.is((await roteiro(['import', join(folder, 'by-picture.md'), '--out', 'from-pictures'])).code, 0);
	t.is((await roteiro(['publish', 'from-headings'])).code, 0);
	t.is((await roteiro(['publish', 'from-pictures'])).code, 0);
	const get = async (name: string) =>
		(await (await fetch(`${service.baseUrl}/v1/documents/${name}`, {headers: {Authorization: `Bearer ${key}`}})).json()).document;
	const headings = await get('by-heading');
	t.is(headings.name, 'How to begin');
	t.like(headings.steps[0], {title: 'How to begin', text: 'Intro.', type: 'slide'});
	t.like(headings.steps[1], {title: '1. Open the menu', alt: 'The menu'});
	t.regex(headings.steps[1].text, /^Press \*\*it\*\*, see help\./);
	t.like(headings.steps[2], {title: 'Done', text: 'That was it.', type: 'slide'});
	const pictures = await get('by-picture');
	t.deepEqual(
		pictures.steps.map(({title, text}: {title: string; text: string}) => [title, text ?? '']),
		[
			['Click "Save"', ''],
			['Wait', 'for it'],
		],
	);
	await writeFile(join(folder, 'bad.md'), '# x\n\n## y\n\n![](gone.png)\n\n## z\n\n![](data:image/png;base64,AAAA)\n');
	const bad = await roteiro(['import', join(folder, 'bad.md'), '--out', 'bad-guide']);
	t.is(bad.code, 1);
	t.deepEqual(bad.err.trim().split('\n'), [
		'bad.md:3:1: gone.png is not there.',
		'bad.md:7:1: The picture is inside the text, or at an http URL: save it as a file beside the guide.',
	]);
});

test.serial('tour.md says what tour.yaml says, and pull writes what publish reads', async t => {
	const picture = await screenshot(400, 320).png().toBuffer();
	const text = `---
name: Written
key: written
units: px
theme: {preset: green}
---

## Open *the* menu

![](a.png)

It has **everything**.

<!-- roteiro {"highlight": [40, 32, 100, 64], "camera": {"zoom": 2}} -->

## Done
`;
	const folder = await folderOf('written', {'tour.md': text, 'a.png': picture});
	const first = await roteiro(['publish', folder, '--json']);
	t.is(first.code, 0, first.err);
	const awkward = await fetch(`${service.baseUrl}/v1/documents/written`, {headers: {Authorization: `Bearer ${key}`}});
	const {document, tour} = await awkward.json();
	t.like(document.steps[0], {
		title: 'Open the menu',
		text: 'It has **everything**.',
		highlight: {x: 0.1, y: 0.1, width: 0.25, height: 0.2},
	});
	// Words that Markdown would change, as somebody writes them elsewhere.
	const response = await fetch(`${service.baseUrl}/v1/tours/${tour.id}/steps/${tour.steps[1].id}`, {
		method: 'PATCH',
		headers: {Authorization: `Bearer ${key}`, 'Content-Type': 'application/json'},
		body: JSON.stringify({title: '# *Not* a heading', text: 'two  spaces\n\n<!-- a --> ![x](y) `z`'}),
	});
	t.is(response.status, 200);
	t.is((await roteiro(['pull', 'written', '-o', folder])).code, 0);
	t.deepEqual(
		(await readdir(folder)).filter(name => name.startsWith('tour')),
		['tour.md'],
	);
	const back = await roteiro(['publish', folder, '--json']);
	t.is(back.code, 0, back.err);
	t.deepEqual(JSON.parse(back.out).changes, []);
	await writeFile(join(folder, 'tour.md'), '---\nname: x\n---\n\n## One\n\n<!-- roteiro {"titel": 1} -->\n');
	t.regex((await roteiro(['check', folder])).err, /^written\/tour\.md:5:1: steps\[0\]\.titel/);
});

test.serial('--similar keeps a picture that differs in a few pixels, and only such', async t => {
	const plain = screenshot(400, 300);
	const first = await plain.png().toBuffer();
	const dot = (size: number) => ({
		input: {create: {width: size, height: size, channels: 3 as const, background: '#f00'}},
		left: 20,
		top: 20,
	});
	const folder = await folderOf('similar', {
		'a.png': first,
		'tour.yaml': 'name: Similar\nkey: similar\nsteps:\n  - {key: a, image: a.png, title: A}\n',
	});
	t.is((await roteiro(['publish', folder])).code, 0);
	await writeFile(
		join(folder, 'a.png'),
		await screenshot(400, 300)
			.composite([dot(5)])
			.png()
			.toBuffer(),
	);
	const kept = await roteiro(['publish', folder, '--similar', '0.1', '--json']);
	t.is(kept.code, 0, kept.err);
	t.like(JSON.parse(kept.out), {changes: [], pictures: 0, published: false});
	await writeFile(
		join(folder, 'a.png'),
		await screenshot(400, 300)
			.composite([dot(30)])
			.png()
			.toBuffer(),
	);
	const changed = JSON.parse((await roteiro(['publish', folder, '--similar', '0.1', '--json'])).out);
	t.is(changed.changes.length, 1);
	t.is((await roteiro(['publish', folder, '--similar', 'much'])).code, 2);
	await cp(folder, join(root, 'copied'), {recursive: true});
});

test.serial('a deck and a guide of Mimik become tours by the command as it is served; what draws PDF is fetched once', async t => {
	const page = {width: 960, height: 540, content: slideContent('What is new', ['We have three things to show you'])};
	await writeFile(join(root, 'deck.pdf'), pdfDeck([page, {width: 960, height: 540}]));
	await mimikGuide(join(root, 'guide.mimik'));
	for (const [file, steps] of [
		['deck.pdf', 2],
		['guide.mimik', 5],
	] as const) {
		const made = await roteiro(['import', file, '--out', `from ${file}`, '--json']);
		t.is(made.code, 0, made.err);
		t.is(JSON.parse(made.out).steps, steps);
		const published = await roteiro(['publish', `from ${file}`, '--json']);
		t.is(published.code, 0, published.err);
		t.true(JSON.parse(published.out).published);
	}
	const [kept, ...others] = await readdir(join(root, '.cache', 'roteiro'));
	t.regex(kept!, /^pdf-reader-[0-9a-f]{16}\.mjs$/);
	t.deepEqual(others, []);
	await writeFile(join(root, '.cache', 'roteiro', kept!), 'export const other = 1;');
	t.is((await roteiro(['import', 'deck.pdf', '--out', 'again'])).code, 0, 'other bytes are not run, but fetched again');
});

test.serial(
	'record --publish brings a recording to its link in one go; a key that does not work is known before a browser opens',
	async t => {
		const app = await serveApp(PAGES);
		t.teardown(() => app.stop());
		await writeFile(join(root, 'steps.json'), JSON.stringify([{element: '#driven', popover: {title: 'Save', description: 'Keeps it.'}}]));
		const words = ['record', 'steps.json', '--url', `${app.baseUrl}/driven`, '--publish', '--json'];
		const env = {CHROME_PATH: readConfig().chromium};
		const done = await roteiro([...words, '--out', 'recorded'], env);
		t.is(done.code, 0, done.err);
		const {url, published, pictures} = JSON.parse(done.out);
		t.deepEqual([published, pictures], [true, 1]);
		t.regex(await (await fetch(url)).text(), /Keeps it\./);
		const wrong = await roteiro([...words, '--out', 'never'], {...env, ROTEIRO_KEY: `rt_live_${'x'.repeat(43)}`});
		t.is(wrong.code, 1);
		t.regex(wrong.err, /does not know this key/);
		t.false((await readdir(root)).includes('never'));
	},
);

import {mkdir, mkdtemp, readdir, rm, symlink, writeFile} from 'node:fs/promises';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import {runCommand} from '../test/helpers/command.ts';
import {screenshot} from '../test/helpers/images.ts';
import {mayMount, mountSmallDisk} from '../test/helpers/small-disk.ts';
import {check} from './commands/check.ts';
import {init} from './commands/init.ts';
import {CommandError} from './errors.ts';
import {readFolder} from './folder/read-folder.ts';
import type {Output} from './output.ts';

/** Folders, disks and servers on their bad days: one sentence that says what and where, the right exit code, nothing half done. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-bad-days-'));
const picture = await screenshot(400, 300).png().toBuffer();
const silent: Output = {line: () => {}, json: () => {}, progress: () => {}, warn: () => {}};
test.after.always(() => rm(root, {recursive: true, force: true}));

async function folderOf(name: string, files: Record<string, string | Buffer>): Promise<string> {
	const folder = join(root, name);
	for (const [file, content] of Object.entries(files)) {
		await mkdir(resolve(folder, file, '..'), {recursive: true});
		await writeFile(join(folder, file), content);
	}
	return folder;
}
const complaint = (work: Promise<void>) =>
	work.then(
		() => '',
		(error: unknown) => (error instanceof CommandError ? error.message : String(error)),
	);
const roteiro = (words: string[], env: Record<string, string> = {}) =>
	runCommand(resolve(import.meta.dirname, 'main.ts'), words, {cwd: root, env: {HOME: root, ...env}});

const bomb = [
	'a: &a [x,x]',
	...Array.from({length: 30}, (_, at) => `a${at}: &a${at} [*a${at ? at - 1 : ''},*a${at ? at - 1 : ''}]`),
	'name: x',
].join('\n');
const FOLDERS: Array<[name: string, files: Record<string, string | Buffer>, said: RegExp | '']> = [
	['a bomb of aliases', {'tour.yaml': bomb}, /^tour\.yaml:1:\d+: Anchors/],
	['merge keys', {'tour.yaml': 'name: x\nbase: &b {title: y}\nsteps: [{<<: *b}]\n'}, /^tour\.yaml:2:\d+: Anchors/],
	['the same key twice in a step', {'tour.yaml': 'name: x\nsteps:\n  - title: a\n    title: b\n'}, /^tour\.yaml:4:5: /],
	['tabs', {'tour.yaml': 'name: x\nsteps:\n\t- {type: slide, title: y}\n'}, /^tour\.yaml:3:1: /],
	['several documents', {'tour.yaml': 'name: x\n---\nname: y\n'}, /^tour\.yaml:\d+:\d+: /],
	['a tag that would run something elsewhere', {'tour.yaml': 'name: !!js/function "x"\nsteps: []\n'}, ''],
	['a BOM and CRLF', {'tour.yaml': '\uFEFFname: x\r\nsteps:\r\n  - {type: slide, title: y}\r\n'}, ''],
	['a fault after CRLF', {'tour.yaml': '\uFEFFname: x\r\nsteps:\r\n  - {typ: slide}\r\n'}, /^tour\.yaml:3:6: steps\[0\]\.typ/],
	['spaces and emoji', {'tour.yaml': 'name: "🎉"\nsteps:\n  - image: "my shots/één 🎉 ção.png"\n', 'my shots/één 🎉 ção.png': picture}, ''],
	['a way out', {'tour.yaml': 'name: x\nsteps: [{image: a/../../b.png}]\n'}, /^tour\.yaml:2:\d+: .*not in the folder/],
	['an absolute path', {'tour.yaml': 'name: x\nsteps: [{image: /etc/passwd}]\n'}, /not in the folder/],
	['a picture that is missing', {'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n'}, /^tour\.yaml:2:\d+: .*a\.png is not there/],
	['a folder for a picture', {'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n', 'a.png/x': 'y'}, /a\.png is not a file/],
	['16 MB', {'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n', 'a.png': Buffer.alloc(16 * 1024 * 1024)}, /a\.png has 16\.0 MB; 15 MB/],
	['words that are no picture', {'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n', 'a.png': 'x'}, /a\.png is not a PNG/],
	['an empty picture', {'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n', 'a.png': ''}, /a\.png is not a PNG/],
	["half a picture's head", {'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n', 'a.png': picture.subarray(0, 12)}, /a\.png is not a PNG/],
	[
		'501 steps',
		{'tour.yaml': `name: x\nsteps:\n${'  - {type: slide, title: y}\n'.repeat(501)}`},
		/^tour\.yaml:2:1: steps: Has more than 500 items/,
	],
	['Latin-1', {'tour.yaml': Buffer.from('name: Ação\nsteps: []\n', 'latin1')}, /^tour\.yaml: Is not UTF-8: save it as UTF-8\.$/],
	['Latin-1 in Markdown', {'tour.md': Buffer.from('# Ação\n', 'latin1')}, /^tour\.md: Is not UTF-8/],
	[
		'Latin-1 in a guide',
		{'tour.yaml': 'name: x\nsteps: guide.md\n', 'guide.md': Buffer.from('## Ação\n', 'latin1')},
		/^guide\.md: Is not UTF-8/,
	],
	['a folder for tour.yaml', {'tour.yaml/x': 'y'}, /^tour\.yaml: Cannot be read \(EISDIR\)/],
];

test('folders on their bad days are refused with line and column', async t => {
	for (const [name, files, said] of FOLDERS) {
		const folder = await folderOf(name, files);
		const message = (await complaint(check(folder, silent))).replaceAll(`${folder}/`, '');
		if (said === '') t.is(message, '', name);
		else t.regex(message, said, name);
		t.true(message.length < 2000, name);
	}
	const folder = await folderOf('links', {'tour.yaml': 'name: x\nsteps: [{image: a.png}, {image: b.png}]\n', 'b.png': picture});
	await symlink('/etc/hostname', join(folder, 'a.png'));
	t.regex(await complaint(check(folder, silent)), /links\/tour\.yaml:2:\d+: .*a\.png leads out of the folder/);
	const bad = await folderOf('no tour', {'a.png': 'x', 'b.png': picture, 'c.gif': 'y'});
	t.is(await complaint(init(bad, null, silent)), 'a.png is not a PNG, JPEG, WebP or GIF.\nc.gif is not a PNG, JPEG, WebP or GIF.');
});

test('what init writes is what check accepts, whatever the names of the pictures; it says what it leaves out', async t => {
	const names = [
		'日本.png',
		'東京.png',
		'save.png',
		'save.jpg',
		'a.png',
		'A.png',
		'step-2.png',
		`${'x'.repeat(70)}1.png`,
		`${'x'.repeat(240)}.png`,
	];
	const folder = await folderOf('alike', {...Object.fromEntries(names.map(name => [name, picture])), 'new.avif': 'x', 'notes.txt': 'y'});
	await symlink(join(folder, 'a.png'), join(folder, 'linked.png'));
	await writeFile(join(folder, 'deck.pdf'), '%PDF-1.7');
	for (const [inside, file] of [
		['part two', 'b.png'],
		['notes', 'c.txt'],
	] as const) {
		await mkdir(join(folder, inside));
		await writeFile(join(folder, inside, file), picture);
	}
	const said: string[] = [];
	await init(folder, null, {...silent, warn: text => said.push(text)});
	t.is(await complaint(check(folder, silent)), '');
	const keys = (await readFolder(folder)).document.steps!.map(({key}) => key!);
	t.is(new Set(keys).size, names.length, keys.join(', '));
	t.deepEqual(said.sort(), [
		'note: The pictures in part two are left out: move them here, or name them in tour.yaml by their path.',
		'note: deck.pdf is left out: "roteiro import" makes a folder of its pages.',
		'note: linked.png is left out: it is a link. Put the picture itself there.',
		'note: new.avif is left out: save it as PNG, JPEG, WebP or GIF.',
	]);
	t.regex(await complaint(check('', silent)), /^There is no tour\.yaml in this folder\. "roteiro init" makes one/);
	const unnameable = await folderOf('unnameable', {'a.png': picture, 'b\\c.png': picture});
	t.is(await complaint(init(unnameable, null, silent)), 'b\\c.png is not there, or its name has a backslash or is not UTF-8: rename it.');
	t.regex(await complaint(init(await folderOf('other kinds', {'a.heic': 'x'}), null, silent)), /no picture .*\na\.heic is left out/);
});

test('folders and pictures with names in other scripts have keys of their own, with init, without a key and in another place', async t => {
	const keys: string[] = [];
	for (const name of ['日本語', '中文', 'Журнал']) {
		const folder = await folderOf(name, {'展開.png': picture, '伝言.png': picture});
		await init(folder, null, silent);
		const made = await readFolder(folder);
		await writeFile(join(folder, 'tour.yaml'), 'name: x\n');
		const bare = await readFolder(folder);
		t.is(bare.key, made.key);
		const of = ({document}: typeof bare) => document.steps!.map(({key}) => key);
		t.deepEqual(of(bare), of(made));
		await writeFile(join(folder, '一番.png'), picture);
		const later = await readFolder(folder);
		t.deepEqual(
			of(later).filter(key => of(made).includes(key)),
			of(made),
		);
		t.is(new Set(of(later)).size, 3);
		keys.push(made.key);
	}
	t.is(new Set(keys).size, 3, keys.join(' '));
});

(mayMount() ? test : test.skip)('a full disk ends with one sentence, and nothing is left behind', async t => {
	const disk = mountSmallDisk(join(root, 'disk'), 256 * 1024);
	t.teardown(() => disk.unmount());
	await writeFile(join(root, 'disk', 'a.png'), picture.subarray(0, 4096));
	disk.fill();
	const full = await roteiro(['init', 'disk']);
	t.is(full.code, 1, full.err);
	t.regex(full.err, /^[^\n]*The disk is full \(ENOSPC\)[^\n]*\n$/);
	t.deepEqual((await readdir(join(root, 'disk'))).sort(), ['a.png', 'ballast']);
	disk.free();
	t.is((await roteiro(['init', 'disk'])).code, 0, 'and run again it is done');
});

test('a folder that is none ends with one sentence', async t => {
	await writeFile(join(root, 'file'), '');
	const taken = await roteiro(['import', 'some.zip', '--out', 'file/below']);
	t.is(taken.code, 1);
	const directory = await roteiro(['check', 'a folder for tour.yaml']);
	t.is(directory.code, 1);
	t.false(/\n\s+at /.test(taken.err + directory.err), 'no stack');
});

test('servers that are none, that are busy, and that go away', async t => {
	const servers: Array<[listener: RequestListener, code: number, said: RegExp]> = [
		[
			(_request, response) => void response.setHeader('Content-Type', 'text/html').end('<h1>Welcome</h1>'),
			1,
			/is no Roteiro service: is ROTEIRO_URL right/,
		],
		[(_request, response) => void response.writeHead(404).end('<h1>Not found</h1>'), 1, /./],
		[(_request, response) => void response.writeHead(429, {'Retry-After': '600'}).end('{}'), 4, /cannot do it now/],
		[
			(_request, response) => void response.writeHead(200, {'Content-Length': '99'}).end('{"ok":').destroy(),
			4,
			/cannot be reached|cannot do it now/,
		],
		[(_request, response) => void response.end('{}'), 1, /^http:\/\/127.* is no Roteiro service: is ROTEIRO_URL right/],
		[
			(_request, response) => void response.writeHead(403, {'Content-Type': 'text/html'}).end('<h1>No</h1>'),
			1,
			/^http:\/\/127\.0\.0\.1:\d+ answers "403 Forbidden", and not as Roteiro does: is ROTEIRO_URL right/,
		],
		[
			({socket, headers, url}, response) => {
				if (headers.host!.startsWith('127')) response.writeHead(308, {Location: `http://localhost:${socket.localPort}${url}`}).end();
				else response.writeHead(401).end('{"ok": false, "error": "invalid_credential"}');
			},
			1,
			/^http:\/\/127\.0\.0\.1:(\d+) redirects to http:\/\/localhost:\1, .*set ROTEIRO_URL to http:\/\/localhost:\1\.$/m,
		],
	];
	const results = await Promise.all(
		servers.map(async ([listener]) => {
			const server = createServer(listener).listen(0, '127.0.0.1');
			t.teardown(() => server.close());
			await new Promise(resume => server.once('listening', resume));
			const {port} = server.address() as AddressInfo;
			return roteiro(['whoami'], {ROTEIRO_URL: `http://127.0.0.1:${port}`, ROTEIRO_KEY: 'rt_live_x'});
		}),
	);
	for (const [index, {code, err}] of results.entries()) {
		t.is(code, servers[index]![1], `${index} ${err}`);
		t.regex(err, servers[index]![2]);
		t.false(/\n\s+at /.test(err), err);
	}
});

test('problems come in the order of their lines, and an unknown key says which was meant', async t => {
	const text = `name: x
untis: px
steps:
  - {type: slide, titel: One, title: 5}
  - type: slide
    title: Two
    key: two
    clik: [0, 0]
    label: 7
  - {key: two, type: slide, title: Three}
  - {image: gone.png}
qqqqqqq: 1
`;
	const folder = join(root, 'ordered');
	await mkdir(folder, {recursive: true});
	await writeFile(join(folder, 'tour.yaml'), text);
	const {err, code} = await roteiro(['check', folder]);
	t.is(code, 1);
	const places = [...err.matchAll(/^ordered\/tour\.yaml:(\d+):(\d+): /gm)].map(([, line, column]) => Number(line) * 1000 + Number(column));
	t.is(places.length, err.trim().split('\n').length, err);
	t.deepEqual(
		places,
		places.toSorted((a, b) => a - b),
		err,
	);
	t.regex(err, /^ordered\/tour\.yaml:2:1: untis: Is an unknown key\. Did you mean "units"\?/m);
	t.regex(err, /^ordered\/tour\.yaml:4:19: steps\[0\]\.titel: Is an unknown key\. Did you mean "title"\?/m);
	t.regex(err, /^ordered\/tour\.yaml:8:5: steps\[1\]\.clik: Is an unknown key\. Did you mean "click"\?/m);
	t.regex(err, /^ordered\/tour\.yaml:12:1: qqqqqqq: Is an unknown key\. Known: key, units, /m);
});

test('a rectangle that does not fit its picture is named, and what fits is not', async t => {
	const folder = await folderOf('outside', {
		'a.png': picture,
		'tour.yaml': `name: x
steps:
  - {image: a.png, highlight: [0.9, 0.2, 0.3, 0.4]}
  - {image: a.png, highlight: [0.2, 0.2, -0.3, 0.4]}
  - {image: a.png, highlight: [0.2, 0.2, 0.3, 0.4], click: [0.3, 1.2]}
  - {image: a.png, highlight: [0.2, 0.2, 0.8, 0.8], click: [0.3, 1]}
  - {image: a.png, click: [0.3, 1]}
`,
	});
	const {code, err, out} = await roteiro(['check', folder, '--json']);
	t.is(code, 0, err);
	const lines = err.trim().split('\n');
	t.deepEqual([...new Set(lines.map(line => Number(/tour\.yaml:(\d+):/.exec(line)?.[1])))], [3, 4, 5], err);
	t.regex(lines[0]!, /^outside\/tour\.yaml:3:\d+: note: highlight\.width: 0\.3 becomes 0\.1\. The highlight must end inside the image\.$/);
	t.like(JSON.parse(out).adjustments[0], {field: 'steps[0].highlight.width', from: 0.3, to: 0.1});
	const steps = Array.from({length: 300}, (_, x) => `  - {image: a.png, highlight: [${x}, ${x % 200}, ${400 - x}, ${300 - (x % 200)}]}\n`);
	await writeFile(
		join(folder, 'tour.yaml'),
		`name: x\nunits: px\nsteps:\n${steps.join('')}  - {image: a.png, highlight: [300, 10, 200, 50]}\n`,
	);
	const inPixels = await roteiro(['check', folder]);
	t.regex(inPixels.err, /^outside\/tour\.yaml:304:\d+: note: highlight\.width: It does not fit the picture, and is moved or cut\.\n$/);
});

test('a picture that a proxy does not let through is named with the host', async t => {
	const server = createServer((request, response) => {
		if (request.method === 'PUT') return void request.resume().on('end', () => response.writeHead(413).end('<h1>Too large</h1>'));
		const upload = {url: `http://${request.headers.host}/upload`, method: 'PUT', headers: {}};
		response.end(JSON.stringify({ok: true, files: [{upload}]}));
	}).listen(0, '127.0.0.1');
	t.teardown(() => server.close());
	await new Promise(resume => server.once('listening', resume));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await folderOf('large', {'a.png': picture, 'tour.yaml': 'name: x\nsteps: [{image: a.png}]\n'});
	const {code, err} = await roteiro(['publish', 'large'], {ROTEIRO_URL: url, ROTEIRO_KEY: 'rt_live_x'});
	t.is(code, 1);
	t.regex(err, /^large\/a\.png: 127\.0\.0\.1:\d+ answers "413 Payload Too Large".* the picture is too large for a proxy before it\.\n$/);
});

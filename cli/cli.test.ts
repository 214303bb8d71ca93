import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import http from 'node:http';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {send} from '../extension/background/sending.ts';
import {COMMAND_NODE, runCommand, schemaFaults, unpackCommand} from '../test/helpers/command.ts';
import {eventually} from '../test/helpers/eventually.ts';
import {pixelsOf, screenshot} from '../test/helpers/images.ts';
import {startService} from '../test/helpers/service.ts';
import {PAGES} from './recorder/recording.ts';

/** The command as it is served, in a process of its own, against the whole service. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-cli-'));
const service = await startService();
const {key} = await service.client();
const command = join(root, 'roteiro.mjs');
const packed = await fetch(`${service.baseUrl}/cli.tgz`);
const tarball = Buffer.from(await packed.arrayBuffer());
await unpackCommand(tarball, command);
test.after.always(async () => {
	for (const close of closing) close();
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

type Json = string | number | boolean | null | Json[] | {[name: string]: Json};
/** What the tests opened beside the service. */
const closing: Array<() => void> = [];
type Options = {env?: Record<string, string>; input?: string; killAfterMs?: number};
const roteiro = (words: string[], {env = {}, ...rest}: Options = {}) =>
	runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: key, ...env}, ...rest});

let shade = 0;
async function pictures(name: string, count: number): Promise<string> {
	const folder = join(root, name);
	await mkdir(folder, {recursive: true});
	for (let index = 1; index <= count; index++)
		await writeFile(
			join(folder, `${index}-place ${index}.png`),
			await screenshot(400 + shade++, 300)
				.png()
				.toBuffer(),
		);
	return folder;
}
const answers = async (path: string) => (await fetch(`${service.baseUrl}/v1${path}`, {headers: {Authorization: `Bearer ${key}`}})).json();
test.serial('a fault of its own is a few lines that say so, and not the line of the source, which is the whole program', async t => {
	const env = {NODE_OPTIONS: '--import data:text/javascript,globalThis.fetch=async()=>null'};
	const {code, out, err} = await roteiro(['whoami'], {env});
	t.deepEqual([code, out], [1, '']);
	t.like(JSON.parse((await roteiro(['whoami', '--json'], {env})).out), {error: {code: 'internal_error', exitCode: 1}});
	t.regex(err, /^A fault of the command itself: TypeError: /);
	t.true(err.length < 2000, err.slice(0, 2000));
});

test.serial('the package is small, the same each time, and tells how it is used', async t => {
	const code = await readFile(command, 'utf8');
	t.true(code.length <= 304_000, `${code.length}`);
	t.true(tarball.length <= 228_250, `${tarball.length}`);
	t.notRegex(code, /devDependencies/, 'of package.json the version alone is in it');
	t.notRegex(code, /\b(?:groupBy|fromAsync|withResolvers)\b|URL\.parse\(/, 'Node 20 has none of these');
	t.true(tarball.equals(Buffer.from(await (await fetch(`${service.baseUrl}/cli.tgz`)).arrayBuffer())));
	const help = await roteiro(['--help']);
	t.is(help.code, 0);
	for (const name of ['init', 'check', 'publish', 'pull', 'export', 'record', 'import', 'login', 'whoami']) {
		t.true(help.out.includes(name));
		const own = await roteiro([name, '--help']);
		t.true(own.code === 0 && own.out.includes(`roteiro ${name}`) && own.out.split('\n').length >= 3, name);
	}
	for (const wrong of [[], ['nothing'], ['publish', '--nothing'], ['publish', 'a', 'b'], ['pull']]) {
		const {code, out, err} = await roteiro(wrong);
		t.is(code, 2, wrong.join(' '));
		t.true(out === '' && err.length > 0);
	}
});

test.serial('a folder of screenshots becomes a public tour; run again, nothing is done', async t => {
	const folder = await pictures('first tour', 3);
	const made = await roteiro(['init', folder]);
	t.is(made.code, 0, made.err);
	const written = await readFile(join(folder, 'tour.yaml'), 'utf8');
	const [, schema] = /^# yaml-language-server: \$schema=(http.*\/schemas\/tour-folder-1\.json)\n/.exec(written)!;
	t.is((await (await fetch(schema!)).json()).$id, schema);
	t.deepEqual(schemaFaults(written), []);
	t.regex(schemaFaults(written.replace('title:', 'titel:')).join(), /titel/);
	t.is((await roteiro(['init', folder])).code, 1, 'it never writes over a file');
	t.is((await roteiro(['check', folder])).code, 0);
	const first = await roteiro(['publish', folder, '--json']);
	t.is(first.code, 0, first.err);
	const {url, pictures: sent, changes, published} = JSON.parse(first.out);
	t.deepEqual([sent, published, changes.length > 0], [3, true, true]);
	t.regex(await (await fetch(url)).text(), /Place 2/);

	const again = await roteiro(['publish', folder, '--json']);
	const second = JSON.parse(again.out);
	t.deepEqual([second.pictures, second.changes, second.published, second.url], [0, [], false, url]);
	const {tour} = (await answers(`/documents/first-tour`)) as {tour: {version: number}};
	t.is(second.version, tour.version);
});

test.serial('a pulled tour is published back without a change, into an empty folder and into its own', async t => {
	const folder = await pictures('pulled', 2);
	await writeFile(
		join(folder, 'tour.yaml'),
		`# what I wrote
name: Pulled
key: pulled
language: pt
units: px
theme: {preset: green}
steps:
  - image: 1-place 1.png
    title: "Ação: 🎉 'aspas'"
    highlight: [40, 30, 100, 60]
    click: [90, 60]
    camera: {zoom: 2}
  - type: slide
    title: |
      Duas
      linhas
  - {image: "2-place 2.png", key: last, text: "fim # não é comentário", simulateClick: false}
`,
	);
	t.is((await roteiro(['publish', folder])).code, 0);
	for (const target of [join(root, 'elsewhere'), folder]) {
		const pulled = await roteiro(['pull', 'pulled', '-o', target]);
		t.is(pulled.code, 0, pulled.err);
		t.deepEqual(schemaFaults(await readFile(join(target, 'tour.yaml'), 'utf8')), []);
		const back = await roteiro(['publish', target, '--json']);
		t.deepEqual(JSON.parse(back.out).changes, [], target);
	}
	t.deepEqual(
		(await readdir(folder)).filter(name => name.endsWith('.png')),
		['1-place 1.png', '2-place 2.png'],
	);
	const original = await readFile(join(folder, '1-place 1.png'));
	const fetched = (await readdir(join(root, 'elsewhere'))).find(name => name.startsWith('01-'))!;
	t.true((await pixelsOf(original)).equals(await pixelsOf(await readFile(join(root, 'elsewhere', fetched)))));
});

test.serial('what is wrong is named with its line and column, all of it at once, and nothing is sent', async t => {
	const folder = await pictures('wrong', 1);
	await writeFile(join(folder, 'notes.png'), 'no picture');
	await symlink('/etc/hostname', join(folder, 'out.png'));
	const yaml = `name: Wrong
key: Not A Key
steps:
  - title: one
    image: 1-place 1.png
    highlight: [10, 20, 30, 40]
  - image: nowhere.png
    titel: typo
  - image: notes.png
    popoverSide: Left
  - image: ../1-place 1.png
  - image: out.png
  - {key: same, title: a}
  - {key: same, title: b}
`;
	await writeFile(join(folder, 'tour.yaml'), yaml);
	const {code, err} = await roteiro(['check', folder]);
	t.is(code, 1);
	const lines = err.trim().split('\n');
	for (const [place, words] of [
		['2:1', 'key:'],
		['6:5', 'units: px'],
		['7:5', 'nowhere.png is not there'],
		['8:5', 'titel'],
		['9:5', 'not a PNG'],
		['10:5', 'Send left'],
		['11:5', 'not in the folder'],
		['12:5', 'leads out of the folder'],
		['14:6', 'Is also the key of step 6'],
	] as const) {
		t.true(
			lines.some(line => line.startsWith(`wrong/tour.yaml:${place}: `) && line.includes(words)),
			`${place} ${words}\n${err}`,
		);
	}
	const stranger = await service.client();
	t.is((await roteiro(['publish', folder], {env: {ROTEIRO_KEY: stranger.key}})).code, 1);
	const [{calls}] = await service.services.database.query('SELECT COUNT(*) AS calls FROM uses WHERE account_id = ?', [stranger.accountId]);
	t.is(Number(calls), 0);
});

test.serial('files that are no tours are refused with a sentence, however they were meant', async t => {
	const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
		.split('')
		.map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(8)}*${'abcdefgh'[index]}]`)
		.join('\n')}\nname: Bomb`;
	const texts: Record<string, [text: string, place: RegExp]> = {
		bomb: [bomb, /tour\.yaml:1:7: Anchors/],
		twice: ['name: One\nname: Two\n', /tour\.yaml:2:1: /],
		tabs: ['name: One\nsteps:\n\t- title: x\n', /tour\.yaml:3:1: /],
		list: ['- one\n- two\n', /tour\.yaml:1:1: A tour is/],
		empty: ['', /tour\.yaml:1:1: A tour is/],
		text: ['just words', /tour\.yaml:1:1: A tour is/],
		steps: ['name: x\nsteps: five\n', /tour\.yaml:2:1: steps: Must be an array/],
	};
	for (const [name, [text, place]] of Object.entries(texts)) {
		const folder = join(root, `bad-${name}`);
		await mkdir(folder);
		await writeFile(join(folder, 'tour.yaml'), text);
		const {code, err} = await roteiro(['check', folder]);
		t.is(code, 1, name);
		t.regex(err, place, name);
		t.true(err.length < 2000);
	}
	const fine = join(root, 'fine');
	await mkdir(fine);
	await writeFile(join(fine, 'tour.yaml'), '\uFEFFname: "With a mark"\r\nsteps:\r\n  - type: slide\r\n    title: x\r\n');
	t.is((await roteiro(['check', fine])).code, 0);
	t.is((await roteiro(['check', join(root, 'nothing')])).code, 1);
});

test.serial('others change the tour: disjoint changes go through, the same field ends with 3 and both values', async t => {
	const folder = join(root, 'shared');
	await mkdir(folder);
	const write = (title: string, text: string) =>
		writeFile(
			join(folder, 'tour.yaml'),
			`name: Shared\nkey: shared\nsteps:\n  - {key: one, type: slide, title: ${title}, text: ${text}}\n  - {key: two, type: slide, title: Two}\n`,
		);
	await write('One', 'first');
	t.is((await roteiro(['publish', folder])).code, 0);
	const {tour} = await answers('/documents/shared');
	const change = (body: object) =>
		fetch(`${service.baseUrl}/v1/tours/${tour.id}/steps/${tour.steps[0].id}`, {
			method: 'PATCH',
			headers: {Authorization: `Bearer ${key}`, 'Content-Type': 'application/json'},
			body: JSON.stringify(body),
		});
	await change({text: 'by another'});
	await write('Uno', 'first');
	const merged = await roteiro(['publish', folder, '--json']);
	t.is(merged.code, 0, merged.err);
	t.is(JSON.parse(merged.out).othersChanged, 1);
	const titles = async () =>
		(await answers(`/tours/${tour.id}`)).tour.steps.map(({title, text}: {title: string; text: string}) => [title, text]);
	t.deepEqual((await titles())[0], ['Uno', 'by another']);
	t.is((await roteiro(['publish', folder])).code, 0, 'and again it undoes nothing');
	t.deepEqual((await titles())[0], ['Uno', 'by another']);

	await write('Uno', 'mine');
	const clash = await roteiro(['publish', folder]);
	t.is(clash.code, 3);
	t.regex(clash.err, /tour\.yaml:4:\d+: text of one: the folder has "mine", and somebody else made it "by another"/);
	t.deepEqual((await titles())[0], ['Uno', 'by another']);
	t.is((await roteiro(['publish', folder, '--force'])).code, 0);
	t.deepEqual((await titles())[0], ['Uno', 'mine']);
});

test.serial('what is stored otherwise than the folder has it is said, and in the JSON', async t => {
	const folder = await pictures('outside', 1);
	await writeFile(join(folder, 'tour.yaml'), 'name: Outside\nsteps:\n  - image: 1-place 1.png\n    highlight: [0.9, 0.2, 0.3, 0.4]\n');
	const said = /^outside\/tour\.yaml:4:\d+: note: highlight\.width: 0\.3 becomes 0\.1\. The highlight must end inside the image\.$/m;
	t.regex((await roteiro(['publish', folder, '--dry-run'])).err, said);
	const done = await roteiro(['publish', folder, '--json']);
	t.regex(done.err, said);
	t.like(JSON.parse(done.out), {published: true, adjustments: [{field: 'steps[0].highlight.width', from: 0.3, to: 0.1}]});
});

test.serial('a key that may not publish says that the draft has been changed', async t => {
	const folder = join(root, 'no-right');
	await mkdir(folder);
	await writeFile(join(folder, 'tour.yaml'), 'name: No right\nsteps:\n  - {type: slide, title: One}\n');
	const writer = await service.client({scopes: ['tours:read', 'tours:write']});
	const env = {ROTEIRO_KEY: writer.key};
	for (const said of ['has been changed all the same', 'is saved']) {
		const {code, err} = await roteiro(['publish', folder], {env});
		t.is(code, 1);
		t.regex(err, new RegExp(`permission publish.*\\nThe draft ${said}; what is public is as it was\\.\\n$`));
	}
});

test.serial('a dry run changes nothing, a draft is not published', async t => {
	const folder = join(root, 'careful');
	await mkdir(folder);
	await writeFile(join(folder, 'tour.yaml'), 'name: Careful\nkey: careful\nsteps:\n  - {type: slide, title: One}\n');
	const dry = await roteiro(['publish', folder, '--dry-run']);
	t.is(dry.code, 0, dry.err);
	t.regex(dry.out, /\+ step one/);
	t.is((await answers('/documents/careful')).error, 'not_found');
	const draft = await roteiro(['publish', folder, '--draft']);
	t.is(draft.code, 0);
	const {tour} = await answers('/documents/careful');
	t.is(tour.status, 'unpublished');
	t.true(draft.out.includes(`/tours/${tour.id}\n`), 'there is no public link yet');
});

test.serial('a key that is wrong, a service that is away, and a folder that cannot be written', async t => {
	const folder = await pictures('away', 1);
	await roteiro(['init', folder]);
	const wrong = await roteiro(['publish', folder], {env: {ROTEIRO_KEY: `rt_live_${'x'.repeat(43)}`}});
	t.is(wrong.code, 1);
	t.regex(wrong.err, /does not know this key/);
	t.false(wrong.err.includes('xxxx'));
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	const away = await roteiro(['whoami'], {env: {ROTEIRO_URL: `http://127.0.0.1:${port}`}});
	t.is(away.code, 4, away.err);
	t.regex(away.err, /cannot be reached \(ECONNREFUSED\)/);
	t.is((await roteiro(['whoami'], {env: {ROTEIRO_KEY: ''}})).code, 2);
	const signedIn = await roteiro(['login', '--key'], {env: {ROTEIRO_KEY: ''}, input: `${key}\n`});
	t.is(signedIn.code, 0, signedIn.err);
	t.is((await roteiro(['whoami'], {env: {ROTEIRO_KEY: ''}})).code, 0);
	await writeFile(join(folder, '.roteiro'), 'a file where a folder should be');
	t.is((await roteiro(['publish', folder])).code, 0);
});

/** The service as somebody in the middle lets it be seen: `before` may do something to the world, `after` to the response. */
async function through({before, after}: {before?(path: string): Promise<void>; after?(path: string, body: Json): Json}): Promise<string> {
	const server = http.createServer(async (request, response) => {
		const path = request.url!;
		await before?.(`${request.method} ${path}`);
		const {host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers} = request.headers as Record<string, string>;
		const body = Buffer.concat(await request.toArray());
		const given = await fetch(`${service.baseUrl}${path}`, {method: request.method, headers, ...(body.length > 0 && {body})});
		const text = await given.text();
		response.writeHead(given.status, {'Content-Type': 'application/json'});
		response.end(after ? JSON.stringify(after(path, JSON.parse(text))) : text);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	closing.push(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.serial('a key that is revoked in the middle: one sentence, no half of a tour, and with another key it goes on', async t => {
	const folder = await pictures('revoked', 3);
	await roteiro(['init', folder]);
	const owner = await service.client();
	const url = await through({
		async before(call) {
			if (!call.startsWith('PUT /v1/documents/')) return;
			await service.services.database.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ?', [owner.credentialId]);
			// Longer than a process remembers a credential.
			await sleep(1100);
		},
	});
	const ended = await roteiro(['publish', folder], {env: {ROTEIRO_URL: url, ROTEIRO_KEY: owner.key}});
	t.is(ended.code, 1);
	t.regex(ended.err, /does not know this key: it may be revoked or over\. Make another at /);
	const next = await service.client({accountId: owner.accountId});
	t.deepEqual((await next('GET', '/v1/tours')).body.tours, []);
	const again = JSON.parse((await roteiro(['publish', folder, '--json'], {env: {ROTEIRO_KEY: next.key}})).out);
	t.deepEqual([again.pictures, again.published], [0, true], 'the pictures were there already');
});

test.serial('a picture that changes while it is published is said in one sentence, and the next run sends it', async t => {
	const folder = await pictures('changing', 2);
	await roteiro(['init', folder]);
	const [file] = await readdir(folder).then(names => names.filter(name => name.endsWith('.png')));
	const url = await through({
		async before(call) {
			if (call === 'POST /v1/media/batch') await writeFile(join(folder, file!), await screenshot(90, 60).png().toBuffer());
		},
	});
	const changed = await roteiro(['publish', folder], {env: {ROTEIRO_URL: url}});
	t.is(changed.code, 1);
	t.regex(changed.err, /^[^\n]*\.png: The picture has changed while the command ran\. Run it again[^\n]*\n$/);
	t.is((await roteiro(['publish', folder])).code, 0);
});

test.serial('a newer service may say more than the command knows; where its documents are of another version, that is said', async t => {
	const folder = await pictures('newer', 2);
	await roteiro(['init', folder]);
	const more = (value: Json): Json => {
		if (Array.isArray(value)) return value.map(more);
		if (typeof value !== 'object' || value === null) return value;
		return {...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, more(inner)])), laterProperty: {a: [1]}};
	};
	const talkative = {ROTEIRO_URL: await through({after: (path, body) => (path.startsWith('/v1/documents/') ? body : more(body))})};
	const first = await roteiro(['publish', folder, '--json'], {env: talkative});
	t.is(first.code, 0, first.err);
	t.deepEqual(JSON.parse((await roteiro(['publish', folder, '--json'], {env: talkative})).out).changes, []);
	t.is((await roteiro(['whoami'], {env: talkative})).code, 0);

	const later = await through({
		after: (path, body) =>
			path.startsWith('/v1/documents/')
				? ({...(body as object), document: {...(body as {document: object}).document, version: 2}} as Json)
				: body,
	});
	const {code, err} = await roteiro(['pull', 'newer', '--output', join(root, 'later')], {env: {ROTEIRO_URL: later}});
	t.is(code, 1, err);
	t.regex(
		err,
		/^The tours of http\S+ are of version 2, and this command reads version 1: "npx http\S+\/cli\.tgz" is the one that fits\.\n$/,
	);
	t.false(
		(await readdir(root)).some(name => name.startsWith('later')),
		'nothing is left behind',
	);
});

test.serial('killed at any moment and run again, it is the same tour', async t => {
	t.timeout(180_000);
	const folder = await pictures('killed', 6);
	await roteiro(['init', folder]);
	let delay = 60;
	for (let attempt = 0; attempt < 6; attempt++, delay += 70) await roteiro(['publish', folder], {killAfterMs: delay});
	const done = await roteiro(['publish', folder, '--json']);
	t.is(done.code, 0, done.err);
	const {tours} = await answers('/tours?limit=100');
	t.is(tours.filter(({name}: {name: string}) => name === 'Killed').length, 1);
	const {document} = await answers('/documents/killed');
	t.deepEqual(
		document.steps.map(({title}: {title: string}) => title),
		Array.from({length: 6}, (_, index) => `Place ${index + 1}`),
	);
	const copy = join(root, 'copied');
	await cp(folder, copy, {recursive: true});
	t.deepEqual(JSON.parse((await roteiro(['publish', copy, '--json'])).out).changes, []);
});

test.serial('two runs at once make one tour, and both say so', async t => {
	const folder = await pictures('twins', 3);
	await roteiro(['init', folder]);
	const ended = await Promise.all([roteiro(['publish', folder]), roteiro(['publish', folder])]);
	for (const {code, err} of ended) t.is(code, 0, err);
	const {tours} = await answers('/tours?limit=100');
	t.is(tours.filter(({name}: {name: string}) => name === 'Twins').length, 1);
	t.deepEqual(JSON.parse((await roteiro(['publish', folder, '--json'])).out).changes, []);
});

test.serial('while it watches, each change of the folder comes into the draft, and what is wrong is said and waited for', async t => {
	const folder = join(root, 'watched');
	await mkdir(folder);
	const write = (title: string) =>
		writeFile(join(folder, 'tour.yaml'), `name: Watched\nsteps:\n  - {key: one, type: slide, title: ${title}}\n`);
	await write('First');
	const child = spawn(COMMAND_NODE, [command, 'publish', folder, '--watch'], {
		cwd: root,
		env: {PATH: process.env.PATH, HOME: root, ROTEIRO_KEY: key},
	});
	t.teardown(() => child.kill());
	let said = '';
	child.stderr.on('data', chunk => (said += chunk));
	const title = async () => (await answers('/documents/watched')).document?.steps[0].title;
	await eventually('the first draft', async () => (await title()) === 'First');
	await write('[not text]');
	await eventually('what is wrong', async () => said.includes('Must be a string'));
	await write('Second');
	await eventually('the second draft', async () => (await title()) === 'Second');
	t.is((await answers('/documents/watched')).tour.status, 'unpublished');
});

test('the browser extension sends a tour as a draft, and the command writes the extension', async t => {
	const png = await screenshot(400 + shade++, 300)
		.png()
		.toBuffer();
	const tour = {
		key: 'clicked',
		name: 'Clicked',
		language: 'en',
		pictures: PAGES,
		steps: ['Save', 'Close'].map((name, at) => ({
			key: `click-${at}`,
			type: 'screen' as const,
			title: `Click "${name}"`,
			text: '',
			image: `0${at}-click.png`,
		})),
	};
	// A click after which the page looks as before.
	const pictures = [png, png].map(bytes => new Blob([new Uint8Array(bytes)]));
	const seen: number[] = [];
	const letIn =
		(credential: string): typeof fetch =>
		(url, init) =>
			fetch(url, {...init, headers: {...Object.fromEntries(new Headers(init?.headers)), Authorization: `Bearer ${credential}`}});
	const to = {url: service.baseUrl, fetch: letIn(key), progress: (done: number) => seen.push(done)};
	const where = await send(tour, pictures, to);
	t.deepEqual(seen, [0, 1, 2]);
	t.is(await send(tour, pictures, to), where, 'sent again it is the same tour');
	t.regex(where, /\/tours\/tour_/);
	const {document} = await answers(`/documents/${where.split('/').pop()}`);
	t.like(document.steps[0], {title: 'Click "Save"', key: 'click-0'});
	await t.throwsAsync(send(tour, [], {...to, fetch: letIn('rt_live_nothing')}));
	const {code, err} = await roteiro(['extension', 'unpacked']);
	t.is(code, 0, err);
	const served = await fetch(`${service.baseUrl}/extension.zip`);
	t.is(served.headers.get('content-type'), 'application/zip');
	t.is(JSON.parse(await readFile(join(root, 'unpacked', 'manifest.json'), 'utf8')).manifest_version, 3);
	t.is((await roteiro(['extension', 'unpacked'])).code, 0);
	await mkdir(join(root, 'mine'));
	await writeFile(join(root, 'mine', 'notes.txt'), 'mine');
	t.is((await roteiro(['extension', 'mine'])).code, 1);
	const forTests = await fetch(`${service.baseUrl}/playwright.tgz`);
	t.is(forTests.status, 200);
	t.true(gunzipSync(await forTests.arrayBuffer()).includes('package/README.md\0'), 'npm shows it under this name alone');
});

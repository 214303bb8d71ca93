import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {EXPORT_FORMAT_NAMES} from '../shared/contract/exports/index.ts';
import {fetchCommand, runCommand} from '../test/helpers/command.ts';
import {eventually} from '../test/helpers/eventually.ts';
import {makeTour} from '../test/helpers/exports.ts';
import {startService} from '../test/helpers/service.ts';
import {readZip} from '../test/helpers/zip.ts';
import {download} from './commands/export.ts';
import {openOutput} from './output.ts';

/** `export`, as it is served, against the whole service. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-exports-of-'));
const service = await startService({}, {also: ['export']});
const ana = await service.client();
const command = await fetchCommand(service.baseUrl, root);
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

const roteiro = (words: string[]) => runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: ana.key}});

test.serial('the help names every format', async t => {
	const {code, out} = await roteiro(['export', '--help']);
	t.is(code, 0);
	t.true(out.includes(EXPORT_FORMAT_NAMES.join(', ')), EXPORT_FORMAT_NAMES.join(', '));
});

test.serial('a tour is exported by its id and by its link, and again without being made again', async t => {
	const {id} = await makeTour(ana, 'First flow');
	const first = await roteiro(['export', id, '--format', 'bundle', '-o', 'one.zip', '--json']);
	t.is(first.code, 0, first.err);
	const {export: made, file} = JSON.parse(first.out);
	t.is(file, 'one.zip');
	const bytes = await readFile(join(root, 'one.zip'));
	t.is(bytes.length, made.bytes);
	t.true((await readZip(bytes)).has('tour.json'));
	t.deepEqual(
		(await readdir(root)).filter(name => name.endsWith('.part')),
		[],
	);

	const {publishedLink} = (await ana('POST', `/v1/tours/${id}/publish`, {})).body;
	const linked = await roteiro(['export', publishedLink.url, '-f', 'bundle', '--published', '--option', 'pretty=false']);
	t.is(linked.code, 0, linked.err);
	t.true(linked.out.startsWith('First flow.zip: '));
	const {exports} = (await ana('GET', `/v1/tours/${id}/exports`)).body;
	t.like(exports[0], {source: 'published', options: {pretty: false}});
	const over = await roteiro(['export', publishedLink.slug, '-f', 'bundle', '--published', '--option', 'pretty=false']);
	t.deepEqual([over.code, /is there already/.test(over.err)], [1, true]);
	const forced = await roteiro(['export', publishedLink.slug, '-f', 'bundle', '--published', '--option', 'pretty=false', '--force']);
	t.is(forced.code, 0, forced.err);
	t.is((await ana('GET', `/v1/tours/${id}/exports`)).body.exports.length, exports.length);
});

test.serial('what is wrong ends with its code and says what would be right', async t => {
	const {id} = await makeTour(ana, 'Wrong', 1);
	t.is((await roteiro(['export', id])).code, 2);
	t.is((await roteiro(['export', id, '-f', 'bundle', '--option', 'pretty'])).code, 2);
	const format = await roteiro(['export', id, '-f', 'docx']);
	t.deepEqual([format.code, /bundle/.test(format.err)], [2, true], format.err);
	const option = await roteiro(['export', id, '-f', 'bundle', '--option', 'pretty=3']);
	t.deepEqual([option.code, /pretty/.test(option.err)], [1, true], option.err);
	t.is((await roteiro(['export', 'nobody-has-this', '-f', 'bundle'])).code, 1);
	await writeFile(join(root, 'a-file'), '');
	const folder = await roteiro(['export', id, '-f', 'bundle', '-o', 'a-file/out.zip']);
	t.deepEqual([folder.code, /cannot be written \(ENOTDIR\)\. A part of its path is a file: name/.test(folder.err)], [1, true], folder.err);
	const nowhere = await roteiro(['export', id, '-f', 'bundle', '-o', 'nowhere/out.zip']);
	t.deepEqual([nowhere.code, /\(ENOENT\)\. Its folder is not there: make it first/.test(nowhere.err)], [1, true], nowhere.err);
});

test.serial('a folder with a tour is exported by its name there, and publishes nothing', async t => {
	const tour = {name: 'In a folder', steps: [{type: 'slide', title: 'One', text: 'Words.'}]};
	await ana('PUT', '/v1/documents/of-a-folder', {body: {document: tour}});
	await mkdir(join(root, 'folder'), {recursive: true});
	await writeFile(join(root, 'folder', 'tour.yaml'), 'key: of-a-folder\nname: Changed here\nsteps:\n  - type: slide\n    title: Other\n');
	const made = await roteiro(['export', 'folder', '-f', 'bundle', '-o', 'folder.zip']);
	t.is(made.code, 0, made.err);
	const stored = JSON.parse((await readZip(await readFile(join(root, 'folder.zip')))).get('tour.json')!.toString());
	t.is(stored.name, 'In a folder', 'what the service has, not what the folder says');
});

test.serial('a tour that says nothing makes an empty file, and a note', async t => {
	await ana('PUT', '/v1/documents/silent', {body: {document: {name: 'Silent', steps: [{type: 'slide', title: 'One', text: 'Words.'}]}}});
	await mkdir(join(root, 'silent'));
	await writeFile(join(root, 'silent', 'tour.yaml'), 'name: Silent\nsteps: []\n');
	const {code, err} = await roteiro(['export', 'silent', '-f', 'srt', '-o', 'silent.srt']);
	t.is(code, 0, err);
	t.regex(err, /^The tour says nothing/m);
	t.is((await readFile(join(root, 'silent.srt'))).length, 0);
});

const quiet = openOutput({asJson: true});
const file = Buffer.from(Array.from({length: 300_000}, (_, index) => index % 251));

/** Serves the file; `serve` says how. */
async function serving(serve: (response: ServerResponse, from: number) => void): Promise<{url: string; close(): void}> {
	const server = createServer((request, response) => serve(response, Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close().closeAllConnections()};
}
const parts = async () => (await readdir(root)).filter(name => name.endsWith('.part'));

test.serial('a download that breaks off goes on where it was, also where nothing came at first', async t => {
	const asked: number[] = [];
	const {url, close} = await serving((response, from) => {
		asked.push(from);
		if (asked.length === 1) return response.destroy();
		response.writeHead(from > 0 ? 206 : 200, {'Content-Length': file.length - from});
		if (asked.length > 4) return response.end(file.subarray(from));
		response.write(file.subarray(from, from + 70_000), () => setTimeout(() => response.destroy(), 50));
	});
	t.teardown(close);
	await download({url, bytes: file.length}, join(root, 'broken.bin'), quiet);
	t.true((await readFile(join(root, 'broken.bin'))).equals(file));
	t.is(asked.length, 5);
	t.true(asked[4]! > asked[2]!);
	t.deepEqual(await parts(), []);
});

test.serial('Ctrl-C ends a download and leaves no half of a file; two at once do not meet', async t => {
	const {url, close} = await serving(response => {
		response.writeHead(200, {'Content-Length': file.length});
		response.write(file.subarray(0, 70_000));
	});
	t.teardown(close);
	const both = [1, 2].map(() =>
		t.throwsAsync(download({url, bytes: file.length}, join(root, 'interrupted.bin'), quiet), {message: /Interrupted/}),
	);
	await eventually('it has begun', async () => (await parts()).length > 0);
	process.emit('SIGINT');
	await Promise.all(both);
	t.deepEqual(await parts(), []);
	t.false((await readdir(root)).includes('interrupted.bin'));
});

test.serial('a name that leads out of the folder is refused, whatever service gives it', async t => {
	for (const fileName of ['../escaped.txt', '/tmp/escaped.txt', '..', '.bashrc', 'a\\b.txt', 'C:x', '', ' x']) {
		const made = {id: 'exp_1', status: 'succeeded', url: 'http://127.0.0.1:1/', bytes: 0, fileName, expiresAt: '', warnings: []};
		const server = createServer((_request, response) => {
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ok: true, export: made}));
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		const {port} = server.address() as AddressInfo;
		const {code, err} = await runCommand(command, ['export', 'tour_01m8n8kspqvv7rv0tptp6rtb85', '--format', 'vtt', '--force'], {
			cwd: root,
			env: {HOME: root, ROTEIRO_KEY: ana.key, ROTEIRO_URL: `http://127.0.0.1:${port}`},
		});
		server.close();
		t.deepEqual([code, /no name for a file here/.test(err)], [1, true], `${fileName}: ${err}`);
	}
	t.false((await readdir(join(root, '..'))).includes('escaped.txt'));
});

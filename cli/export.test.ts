import {mkdtemp, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {EXPORT_FORMAT_NAMES} from '../shared/contract/exports/index.ts';
import {runCommand, unpackCommand} from '../test/helpers/command.ts';
import {makeTour} from '../test/helpers/exports.ts';
import {startService} from '../test/helpers/service.ts';
import {readZip} from '../test/helpers/zip.ts';

/** `export`, as it is served, against the whole service. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-exports-of-'));
const service = await startService({}, {also: ['export']});
const ana = await service.client();
const command = join(root, 'roteiro.mjs');
await unpackCommand(Buffer.from(await (await fetch(`${service.baseUrl}/cli.tgz`)).arrayBuffer()), command);
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
	await t.throwsAsync(stat(join(root, 'one.zip.part')));

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
	t.deepEqual([format.code, /bundle/.test(format.err)], [1, true], format.err);
	const option = await roteiro(['export', id, '-f', 'bundle', '--option', 'pretty=3']);
	t.deepEqual([option.code, /pretty/.test(option.err)], [1, true], option.err);
	t.is((await roteiro(['export', 'nobody-has-this', '-f', 'bundle'])).code, 1);
	await writeFile(join(root, 'a-file'), '');
	const folder = await roteiro(['export', id, '-f', 'bundle', '-o', 'a-file/out.zip']);
	t.deepEqual([folder.code, /cannot be written/.test(folder.err)], [1, true], folder.err);
});

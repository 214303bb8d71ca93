import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {runCommand, unpackCommand} from '../test/helpers/command.ts';
import {screenshot} from '../test/helpers/images.ts';
import {type Client, startService} from '../test/helpers/service.ts';

/** `pull` into folders that somebody has worked in, with the command as it is served. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-pull-'));
const service = await startService();
const {key} = await service.client();
const command = join(root, 'roteiro.mjs');
await unpackCommand(Buffer.from(await (await fetch(`${service.baseUrl}/cli.tgz`)).arrayBuffer()), command);
const roteiro = (words: string[]) => runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: key}});

const source = join(root, 'source');
await mkdir(source);
for (const [index, width] of [400, 410].entries())
	await writeFile(join(source, `${index + 1}.png`), await screenshot(width, 300).png().toBuffer());
const tourOf = (title: string) =>
	`key: worked\nname: Worked\nsteps:\n  - {image: 1.png, key: one, title: ${title}}\n  - {image: 2.png, key: two, title: Two}\n`;
await writeFile(join(source, 'tour.yaml'), tourOf('One'));
await roteiro(['publish', source]);
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

/** Everything in a folder that is no note of the command's own. */
async function filesOf(folder: string): Promise<Record<string, string>> {
	const names = (await readdir(folder)).filter(name => name !== '.roteiro').sort();
	return Object.fromEntries(await Promise.all(names.map(async name => [name, await readFile(join(folder, name), 'base64')])));
}

const change = (folder: string, by: (text: string) => string) => async () => {
	const file = join(folder, 'tour.yaml');
	await writeFile(file, by(await readFile(file, 'utf8')));
};
const EDITS: Record<string, (folder: string) => Promise<unknown>> = {
	'a title': folder => change(folder, text => text.replace('Two', 'Zwei'))(),
	'a comment': folder => change(folder, text => `${text}# ask Ana\n`)(),
	'a text that is no YAML': folder => change(folder, text => `${text}: [`)(),
	'a step that is gone': folder => change(folder, text => text.slice(0, text.lastIndexOf('  - ')))(),
	'a picture with other pixels': async folder =>
		writeFile(join(folder, (await readdir(folder)).find(name => name.endsWith('.png'))!), await screenshot(420, 300).png().toBuffer()),
	'notes that are gone': folder => rm(join(folder, '.roteiro'), {recursive: true}),
};
for (const [index, [what, edit]] of Object.entries(EDITS).entries())
	test.serial(`pull leaves ${what} alone, and --force replaces it`, async t => {
		const folder = join(root, `edited-${index}`);
		t.is((await roteiro(['pull', 'worked', '-o', folder])).code, 0);
		await edit(folder);
		const before = await filesOf(folder);
		const {code, err, out} = await roteiro(['pull', 'worked', '-o', folder]);
		t.deepEqual([code, out], [3, '']);
		t.true(err.includes('--force') && err.includes(folder), err);
		t.deepEqual(await filesOf(folder), before);
		t.is((await roteiro(['pull', 'worked', '-o', folder, '--force'])).code, 0);
		t.regex(await readFile(join(folder, 'tour.yaml'), 'utf8'), /title: Two/);
	});

test.serial(
	'pull takes changes of others into a folder where nothing was edited, whatever its line endings, and fetches what is gone',
	async t => {
		const folder = join(root, 'clean');
		t.is((await roteiro(['pull', 'worked', '-o', folder])).code, 0);
		await change(folder, text => text.replaceAll('\n', '\r\n'))();
		for (const name of await readdir(folder)) if (name.endsWith('.png')) await rm(join(folder, name));
		await writeFile(join(folder, 'notes.txt'), 'mine');
		await writeFile(join(source, 'tour.yaml'), tourOf('First'));
		t.is((await roteiro(['publish', source])).code, 0);
		const {code, err} = await roteiro(['pull', 'worked', '-o', folder]);
		t.is(code, 0, err);
		t.regex(await readFile(join(folder, 'tour.yaml'), 'utf8'), /title: First/);
		t.deepEqual(
			[await readFile(join(folder, 'notes.txt'), 'utf8'), (await readdir(folder)).filter(name => name.endsWith('.png')).length],
			['mine', 2],
		);
		await rm(join(folder, 'tour.yaml'));
		t.is((await roteiro(['pull', 'worked', '-o', folder])).code, 0, 'a file that was removed comes again');
		await mkdir(join(root, 'other'));
		await writeFile(join(root, 'other', 'tour.yaml'), 'name: Another\nsteps: [{type: slide, title: x}]\n');
		t.is((await roteiro(['pull', 'worked', '-o', join(root, 'other')])).code, 3, 'another tour is in the folder');
	},
);

test.serial('a folder that has what the service has keeps its comments', async t => {
	const folder = join(root, 'commented');
	t.is((await roteiro(['pull', 'worked', '-o', folder])).code, 0);
	await change(folder, text => `# Ask Ana before the launch.\n${text}`)();
	t.is((await roteiro(['publish', folder])).code, 0);
	const before = await filesOf(folder);
	const {code, out} = await roteiro(['pull', 'worked', '-o', folder]);
	t.is(code, 0);
	t.regex(out, /has the tour as the service has it/);
	t.deepEqual(await filesOf(folder), before);
});

test.serial('changes of others come into a folder that nobody edited, and its comments and units stay', async t => {
	const folder = join(root, 'noted');
	await mkdir(folder);
	await writeFile(join(folder, 'a.png'), await screenshot(400, 300).png().toBuffer());
	const text = `# Ask Ana before the launch.
key: noted
name: Noted # the product's own name
units: px
theme: {preset: green}
steps:
  # What people look for first.
  - image: a.png
    title: One # short
    highlight: [40, 30, 100, 60] # the button
  - {type: slide, key: two, title: Two}
  # The end.
  - type: slide
    key: three
    title: "Three"
`;
	await writeFile(join(folder, 'tour.yaml'), text);
	t.is((await roteiro(['publish', folder])).code, 0);
	const other = join(root, 'noted-elsewhere');
	t.is((await roteiro(['pull', 'noted', '-o', other])).code, 0);
	const edit = async (by: (text: string) => string) => {
		await change(other, by)();
		t.is((await roteiro(['publish', other])).code, 0);
		const {code, err} = await roteiro(['pull', 'noted', '-o', folder]);
		t.is(code, 0, err);
		const {out} = await roteiro(['publish', folder, '--json']);
		t.deepEqual(JSON.parse(out).changes, []);
		return readFile(join(folder, 'tour.yaml'), 'utf8');
	};
	t.is(await edit(text => text.replace('title: One', 'title: First')), text.replace('title: One', 'title: First'));
	const more = await edit(text => text.replace('name: Noted', 'name: Known').replace('title: Two', 'title: Zwei\n    text: Mehr'));
	for (const kept of [
		'# Ask Ana',
		"name: Known # the product's own name",
		'units: px',
		'# What people',
		'# short',
		'# the button',
		'# The end.',
	])
		t.true(more.includes(kept), `${kept}\n${more}`);
	t.regex(more, /Zwei.*Mehr/);
	const added = await edit(text => `${text}  - {type: slide, key: four, title: Four, text: added}\n`);
	t.true(added.includes('# The end.') && added.includes('Four'), added);
	// In pixels, what others have measured in shares cannot be said: the file is written again.
	const measured = await edit(text => text.replace(/highlight: \[[^\]]*\]/, 'highlight: [0.5, 0.5, 0.1, 0.1]'));
	t.regex(measured, /\[ ?0\.5, 0\.5, 0\.1, 0\.1 ?\]/);
	t.notRegex(measured, /^units/m);
});

/** A folder with two steps of words, and what it does at a service as an account. */
async function openFolder(name: string) {
	const folder = join(root, name);
	await mkdir(folder);
	const write = (first: string, second: string) =>
		writeFile(
			join(folder, 'tour.yaml'),
			`name: Copied\nkey: ${name}\nsteps:\n  - {key: one, type: slide, title: ${first}}\n  - {key: two, type: slide, title: ${second}}\n`,
		);
	const at = (url: string, {key}: Client) => {
		const call = async (method: string, path: string, body?: object) =>
			(
				await fetch(`${url}/v1${path}`, {
					method,
					headers: {Authorization: `Bearer ${key}`, 'Content-Type': 'application/json'},
					...(body && {body: JSON.stringify(body)}),
				})
			).json();
		const run = (...words: string[]) => runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: key, ROTEIRO_URL: url}});
		const tour = async () => (await call('GET', `/documents/${name}`)).tour;
		return {
			run,
			publish: (...options: string[]) => run('publish', folder, ...options),
			titles: async () => (await tour()).steps.map(({title}: {title: string}) => title),
			/** Somebody changes a step's title at the service, or deletes the step. */
			async edit(index: number, title: string | null) {
				const {id, steps} = await tour();
				const {ok} = await call(
					title === null ? 'DELETE' : 'PATCH',
					`/tours/${id}/steps/${steps[index].id}`,
					title === null ? undefined : {title},
				);
				if (!ok) throw new Error('not edited');
			},
		};
	};
	return {folder, write, at};
}

test.serial('each account of a service has a base of its own, whichever was published to last', async t => {
	const {write, at} = await openFolder('accounts');
	const [one, two] = [at(service.baseUrl, await service.client()), at(service.baseUrl, await service.client())];
	await write('One', 'Two');
	for (const {publish} of [one, two]) t.is((await publish()).code, 0);
	await one.edit(0, 'by another');
	await write('One', 'Zwei');
	for (const {publish} of [two, one, two]) {
		const {code, out, err} = await publish('--json');
		t.is(code, 0, err);
		t.is(JSON.parse(out).replaced, undefined);
	}
	t.deepEqual(
		[await one.titles(), await two.titles()],
		[
			['by another', 'Zwei'],
			['One', 'Zwei'],
		],
	);
});

test.serial('each of two services keeps what others changed there, and each can be pulled from', async t => {
	const {folder, write, at} = await openFolder('services');
	const account = await service.client();
	const staging = at(service.baseUrl, account);
	// The same service by another name is another one to the command, which has a tour of its own here.
	const production = at(service.baseUrl.replace('127.0.0.1', 'localhost'), await service.client());
	await write('One', 'Two');
	for (const {publish} of [production, staging]) t.is((await publish()).code, 0);
	t.is((await production.run('pull', 'services', '-o', folder)).code, 0, 'nothing was edited');
	await production.edit(0, 'hotfix');
	await write('One', 'Zwei');
	for (const {publish} of [staging, production]) t.is((await publish()).code, 0);
	t.deepEqual(await production.titles(), ['hotfix', 'Zwei']);
	t.deepEqual(await staging.titles(), ['One', 'Zwei']);
	const taken = await production.run('pull', 'services', '-o', folder);
	t.is(taken.code, 0, taken.err);
	t.is((await staging.publish()).code, 0);
	t.deepEqual(await staging.titles(), ['hotfix', 'Zwei']);
	await write('Edited', 'Zwei');
	const refused = await production.run('pull', 'services', '-o', folder);
	t.is(refused.code, 3);
	t.regex(refused.err, /were not published from there to http:\/\/localhost/);
});

test.serial('a folder that was never published there says which tour it replaced, and with what was kept it does not', async t => {
	const {folder, write, at} = await openFolder('unknown');
	const {publish} = at(service.baseUrl, await service.client());
	await write('One', 'Two');
	t.notRegex((await publish()).err, /replaced/);
	await rm(join(folder, '.roteiro'), {recursive: true});
	t.notRegex((await publish()).err, /replaced/, 'an equal tour is not replaced');
	await rm(join(folder, '.roteiro'), {recursive: true});
	await write('Uno', 'Two');
	const {code, err} = await publish();
	t.is(code, 0, 'in CI each run begins so');
	t.regex(err, /^note: This replaced the tour unknown, which is not known to come from this folder\. The editor keeps it as version 1\.$/m);
	await write('Eins', 'Two');
	t.notRegex((await publish()).err, /replaced/);
});

test.serial('a step that one side deleted and the other changed is said to be deleted', async t => {
	const {folder, write, at} = await openFolder('deleted');
	const {publish, edit} = at(service.baseUrl, await service.client());
	await write('One', 'Two');
	t.is((await publish()).code, 0);
	await edit(1, null);
	await write('One', 'Zwei');
	const changed = await publish();
	t.is(changed.code, 3);
	t.regex(changed.err, /tour\.yaml:5:\d+: title of two: the folder has "Zwei", and somebody else deleted the step\.$/m);
	t.is((await publish('--force')).code, 0);
	await edit(1, 'Dois');
	await writeFile(join(folder, 'tour.yaml'), 'name: Copied\nkey: deleted\nsteps:\n  - {key: one, type: slide, title: One}\n');
	const removed = await publish();
	t.is(removed.code, 3);
	t.regex(removed.err, /tour\.yaml:3:\d+: title of two: the folder has the step no more, and somebody else made it "Dois"\.$/m);
});

test.serial('paragraphs that somebody writes at the service stand under their headings in tour.md, whose line endings stay', async t => {
	const folder = join(root, 'in-words');
	await mkdir(folder);
	await writeFile(
		join(folder, 'tour.md'),
		'---\nkey: in-words\nname: In words\n---\n\n## One\n\n最初の行。\n次の行。\n\n## Two\n'.replaceAll('\n', '\r\n'),
	);
	const {key: own} = await service.client();
	const run = (...words: string[]) => runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: own}});
	t.is((await run('publish', folder)).code, 0);
	const headers = {Authorization: `Bearer ${own}`, 'Content-Type': 'application/json'};
	const {tour} = await (await fetch(`${service.baseUrl}/v1/documents/in-words`, {headers})).json();
	t.is(tour.steps[0].text, '最初の行。次の行。');
	const body = JSON.stringify({text: '最初の行。\n\n第二段落。\n- 箇条'});
	t.is((await fetch(`${service.baseUrl}/v1/tours/${tour.id}/steps/${tour.steps[0].id}`, {method: 'PATCH', headers, body})).status, 200);
	const {code, out} = await run('pull', 'in-words', '-o', folder);
	t.is(code, 0);
	t.regex(out, /tour\.md: "In words", 2 steps\.$/m);
	const text = await readFile(join(folder, 'tour.md'), 'utf8');
	t.true(text.includes('\r\n\r\n最初の行。\r\n\r\n\r\n第二段落。\r\n\r\n\\- 箇条\r\n'), text);
	t.notRegex(text, /"text"|[^\r]\n/);
	t.deepEqual(JSON.parse((await run('publish', folder, '--json')).out).changes, []);
	await writeFile(join(folder, 'tour.md'), `${text}\r\nUm parágrafo.\r\n\r\n<!-- roteiro {"text": "Two "} -->\r\n`);
	for (const words of [
		['check', folder],
		['publish', folder, '--dry-run'],
	]) {
		const {code, err} = await run(...words);
		t.is(code, 1);
		t.regex(err, /^in-words\/tour\.md:\d+:1: text: This comment has it, and other words in the step would be ignored/);
	}
});

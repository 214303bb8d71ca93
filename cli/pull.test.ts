import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {runCommand, unpackCommand} from '../test/helpers/command.ts';
import {screenshot} from '../test/helpers/images.ts';
import {startService} from '../test/helpers/service.ts';

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

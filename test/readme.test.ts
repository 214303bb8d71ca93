import {execFile} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {readConfig} from '../shared/config.ts';
import {startService} from './helpers/service.ts';

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
const walk = blocks.find(block => block.includes('publishedLink.url'))!;
const setup = walk.slice(0, walk.indexOf('# An empty tour'));
const short = blocks.find(block => block.includes('/v1/documents/'))!;
const words = blocks.find(block => block.includes('/generate-text'))!;
const pictures = [...walk.matchAll(/^step (\S+\.png)/gm)].map(([, file]) => file!);
const example = JSON.parse(readFileSync('docs/examples/first-flow/tour.json', 'utf8')) as {
	steps: Array<{file?: string; highlight?: object; click?: object}>;
};

const service = await startService({}, {also: ['audio']});
test.after.always(() => service.stop());

function runInShell(script: string, key: string) {
	return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
		env: {...process.env, BASE: service.baseUrl, KEY: key},
	});
}

test('the calls for words and voices, after the walk, write the text of a step from its screenshot and speak it', async t => {
	const {key} = await service.client();
	const {stdout, stderr} = await runInShell(`${walk}${words}`, key);
	t.is(stderr, '');
	const [title, audio] = stdout.trim().split('\n').slice(-2);
	t.regex(title!, /Deploy/, 'The fourth step clicks the button Deploy.');
	t.is((await fetch(audio!)).headers.get('content-type'), 'audio/mpeg');
});

test('the walk, word for word, ends with the URL of a page that has all its steps and pictures', async t => {
	const {key} = await service.client();
	const {stdout, stderr} = await runInShell(walk, key);
	t.is(stderr, '');
	const url = stdout.trim().split('\n').at(-1)!;
	t.true(url.startsWith(`${service.baseUrl}/p/`));

	const page = await (await fetch(url)).text();
	const titles = [...walk.matchAll(/"title": "(.*?)"/g)].map(([, title]) => title!);
	t.is(pictures.length, 6);
	t.is(titles.length, pictures.length + 1, 'six steps and the closing card');
	for (const title of titles) t.true(page.includes(title), title);

	const images = new Set(page.match(/\/media\/[0-9a-f]{32}\.webp/g));
	t.true(images.size >= pictures.length);
	const cover = /property="og:image" content="([^"]+)"/.exec(page)![1]!;
	for (const file of [...images, cover]) {
		const response = await fetch(new URL(file, url));
		t.is(response.status, 200, file);
		t.true((await response.arrayBuffer()).byteLength > 0);
	}
});

test('the short way, word for word, places its step by words, shows it on a phone, and ends with the URL of a page', async t => {
	const client = await service.client();
	const {stdout, stderr} = await runInShell(`${setup}${short}`, client.key);
	t.is(stderr, '');
	const [picture, url] = stdout.trim().split('\n').slice(-2) as [string, string];
	t.is((await fetch(picture)).headers.get('content-type'), 'image/jpeg');
	t.true((await (await fetch(url)).text()).includes('From the browser to the server'));
	const {highlight} = (await client('GET', '/v1/documents/short-flow')).body.document.steps[1];
	const {click} = example.steps.find(({file}) => file === '08-deploy.png') as {click: {x: number; y: number}};
	t.true(highlight.x < click.x && click.x < highlight.x + highlight.width, JSON.stringify(highlight));
	t.true(highlight.y < click.y && click.y < highlight.y + highlight.height);
});

test('the walk highlights and clicks where the example does', t => {
	const given = [...walk.matchAll(/^step (\S+) .*?"highlight": (\{.*?\}), "click": (\{.*?\})/gms)];
	t.deepEqual(
		given.map(([, file]) => file!),
		pictures,
	);
	for (const [, file, highlight, click] of given) {
		const step = example.steps.find(candidate => candidate.file === file)!;
		t.deepEqual({highlight: JSON.parse(highlight!), click: JSON.parse(click!)}, {highlight: step.highlight, click: step.click}, file);
	}
});

test('every default in the table of settings is the real one', t => {
	const rows = [...readme.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)];
	t.true(rows.length >= 8);
	const documented = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!));
	for (const [, names, defaults] of rows) {
		const values = inCode(defaults!);
		for (const [index, name] of inCode(names!).entries()) {
			t.true(documented.has(name), name);
			const value = values[index];
			// A default that is no value (a private server, a password that is made) is said in words.
			if (value && !value.includes('<')) t.deepEqual(readConfig({[name]: value}), readConfig({}), name);
		}
	}
});

const documents = ['README.md', 'CONTRIBUTING.md', ...files('docs').filter(file => file.endsWith('.md'))];
for (const file of documents) {
	const text = readFileSync(file, 'utf8');

	test(`${file} links and names only what there is`, t => {
		// What is shown as code links to nothing here.
		const linked = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)|src="(?!https?:)([^"]+)"/g)].map(
			([, link, source]) => join(dirname(file), link ?? source!),
		);
		const named = inCode(text).filter(code => /^(?:shared|api|workers|renderers|infra|test|docs)\/[\w./-]*$/.test(code));
		t.deepEqual(
			[...linked, ...named].filter(path => !existsSync(path)),
			[],
		);
		// An example may be a project of its own.
		const project = [join(dirname(file), 'package.json'), 'package.json'].find(existsSync)!;
		const {scripts} = JSON.parse(readFileSync(project, 'utf8')) as {scripts: Record<string, string>};
		const run = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script!);
		t.deepEqual(
			run.filter(script => !(script in scripts)),
			[],
		);
	});
}

test('a decision has its number, its title, at most twenty lines and its line in the index', t => {
	const index = readFileSync('docs/decisions/README.md', 'utf8');
	const decisions = readdirSync('docs/decisions')
		.filter(name => name !== 'README.md')
		.sort();
	for (const [at, name] of decisions.entries()) {
		const lines = readFileSync(join('docs/decisions', name), 'utf8').trimEnd().split('\n');
		t.regex(name, new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
		t.true(lines[0]!.startsWith(`# ${at + 1}. `), name);
		t.true(lines.length <= 20, name);
		t.true(index.includes(`- [${name.slice(0, 4)}](${name}): ${lines[0]!.replace(/^# \d+\. /, '')}\n`), name);
	}
});

test('no picture of the documents weighs more than 300 KB', t => {
	for (const file of files('docs/images')) t.true(statSync(file).size <= 300_000, file);
});

function inCode(text: string): string[] {
	return [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
}

function files(folder: string): string[] {
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name));
}

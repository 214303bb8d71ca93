import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import test from 'ava';
import {TOOLS} from '../api/mcp/tools/index.ts';
import {COMMANDS as CLI_COMMANDS} from '../cli/commands/index.ts';
import {COMMANDS as OPERATOR_COMMANDS, readCommand} from '../infra/operator/commands.ts';
import {readConfig} from '../shared/config/config.ts';
import {LIMITS} from '../shared/contract/limits.ts';
import {POOLS} from '../shared/queue/job.ts';
import {JOBS} from '../shared/queue/jobs.ts';
import {blocksOf} from './helpers/recipes.ts';

/** Shows that facts repeated in documents agree with each other and with the code. */

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...files('docs').filter(file => file.endsWith('.md'))];
const read = (file: string) => readFileSync(file, 'utf8');
const anchors = new Map(documents.map(file => [file, anchorsOf(read(file))]));

for (const file of documents) {
	const text = read(file);

	test(`${file} links and names only what there is`, t => {
		// Links within code blocks are no links.
		const prose = text.replaceAll(/^```.*?^```/gms, '');
		const linked = [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]+))?\)|(?:src|href)="(?!https?:)([^"]+)"/g)].map(
			([, link, anchor, source]) => ({
				path: link === '' ? file : normalize(join(dirname(file), link ?? source!)),
				anchor,
			}),
		);
		const named = inCode(text).filter(code => /^(?:shared|api|workers|renderers|infra|test|docs|editor|cli|client)\/[\w./-]*$/.test(code));
		t.deepEqual(
			[...linked.map(({path}) => path), ...named].filter(path => !existsSync(path)),
			[],
		);
		t.deepEqual(
			linked
				.filter(({path, anchor}) => anchor && anchors.has(path) && !anchors.get(path)!.has(anchor))
				.map(({path, anchor}) => `${path}#${anchor}`),
			[],
		);
		// An example may be a separate project.
		const project = [join(dirname(file), 'package.json'), 'package.json'].find(existsSync)!;
		const {scripts} = JSON.parse(read(project)) as {scripts: Record<string, string>};
		const run = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script!);
		t.deepEqual(
			run.filter(script => !(script in scripts)),
			[],
		);
		t.false(run.includes('roteiro'), "roteiro is the users' command alone; the operator's is operator.");
	});
}

test('commands of the operator are there, with the options that are shown', t => {
	const shown = documents.flatMap(file =>
		[
			...read(file).matchAll(
				/(?:run (?:--silent )?operator --|exec api operator|`operator) ([a-z]+ [a-z-]+(?: --[a-z]+(?: [^\s`\\#]+)?)*)/g,
			),
		].map(([, command]) => command!),
	);
	t.true(shown.length >= 20);
	for (const command of shown) {
		const words = command.split(' ');
		t.true(words.slice(0, 2).join(' ') in OPERATOR_COMMANDS, command);
		// A command named in prose has no options; a complete one has all of them.
		if (words.length > 2 && !command.includes('…')) t.notThrows(() => readCommand(words.map(exampleValue)), command);
	}
});

test('tables of settings have the real defaults', t => {
	let compared = 0;
	for (const file of documents) {
		for (const [, names, defaults] of read(file).matchAll(/^\| (`[A-Z][A-Z_]+`(?:, `[A-Z][A-Z_]+`)*) \| ([^|]*) \|/gm)) {
			const values = inCode(defaults!);
			for (const [index, name] of inCode(names!).entries()) {
				t.true(read('.env.example').includes(`${name}=`), name);
				const value = values[index];
				// Prose describes defaults without a value (a private server, a generated password); the provider determines a model.
				if (!value || value.includes('<') || name.endsWith('_MODEL')) continue;
				t.deepEqual(readConfig({[name]: value}), readConfig({}), name);
				compared++;
			}
		}
	}
	t.true(compared >= 10);
});

test('limits that documents name are those of the code', t => {
	const limits = /## Limits\n(.*?)\n## /s.exec(read('docs/api.md'))![1]!;
	const rows = [...limits.matchAll(/^\| [^|]* \| ([^|]*) \| ((?:`[A-Z_]+`(?:, )?)+) \|$/gm)];
	t.true(rows.length >= 5);
	for (const [, values, names] of rows) {
		for (const [index, name] of inCode(names!).entries()) {
			t.deepEqual(readConfig({[name]: values!.split('; ')[index]!.replace(',', '')}), readConfig({}), name);
		}
	}
	t.true(limits.includes(`| ${LIMITS.stepsPerTour}; ${LIMITS.tourBytes / 1024 ** 2} MB |`));
	t.true(limits.includes(`| ${LIMITS.imageBytes / 1024 ** 2} MB, ${LIMITS.imagePixels / 1e6} megapixels |`));
	const bundle = `${LIMITS.bundleBytes / 1024 ** 2} MB, ${LIMITS.bundleFiles.toLocaleString('en')} files`;
	t.true(read('docs/exporting.md').includes(bundle), bundle);
	t.true(read('docs/cli.md').includes(`more than ${LIMITS.bundleFiles.toLocaleString('en')} entries`));
});

/** Folders that have more to say for themselves than a row: the row names a few of theirs. */
const ELSEWHERE = ['editor', 'test'];

test('the map of the folders names those that there are: each room of shared/, and each folder in one whose folders it names', t => {
	const table = read('docs/architecture.md').split('| folder | holds | may import |')[1]!.split('\n\n')[0]!;
	const rows = [...table.matchAll(/^\| (`[^|]+) \| ([^|]*) \|/gm)].map(([, folders, holds]) => ({
		folders: inCode(folders!).map(folder => folder.replace(/\/$/, '')),
		named: inCode(holds!).flatMap(code => (/^[\w-]+\/$/.test(code) ? [code.slice(0, -1)] : [])),
	}));
	t.true(rows.length >= 15);
	const rooms = rows.flatMap(({folders}) => folders).filter(folder => folder.startsWith('shared/'));
	t.deepEqual(
		rooms.toSorted(),
		foldersIn('shared')
			.map(name => `shared/${name}`)
			.toSorted(),
	);
	for (const {folders, named} of rows) {
		const [folder] = folders as [string];
		const own = foldersIn(folder);
		const below = own.flatMap(name => foldersIn(join(folder, name)));
		t.deepEqual(
			named.filter(name => ![...own, ...below].includes(name)),
			[],
			`${folder} has no such folder.`,
		);
		if (!named.some(name => own.includes(name)) || ELSEWHERE.includes(folder)) continue;
		t.deepEqual(
			own.filter(name => !named.includes(name)),
			[],
			`The row of ${folder} does not name it.`,
		);
	}
});

test('the pools are named and counted as the code has them', t => {
	const table = read('docs/architecture.md').split('| pool | jobs |')[1]!.split('\n\n')[0]!;
	t.deepEqual([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, pool]) => pool!).toSorted(), [...POOLS].toSorted());
	for (const {name, pool} of JOBS) t.true(new RegExp(`^\\| \`${pool}\` \\|.*\`${name}\``, 'm').test(table), name);
	const glossary = /^\| pool \|(.*)$/m.exec(read('docs/glossary.md'))![1]!;
	t.deepEqual(inCode(glossary).toSorted(), [...POOLS].toSorted());
	for (const file of documents) t.notRegex(read(file), /\b(?:six|seven|nine|ten) pools\b/i, file);
	t.regex(read('docs/accounts.md'), /pool `delivery` writes it/);
});

test('each sample of code under "How to add" compiles: tsc checks its twin', t => {
	const compiled = oneSpaced(read('test/types.ts'));
	const samples = blocksOf('CONTRIBUTING.md', 'ts').get('How to add …') ?? [];
	t.true(samples.length > 0);
	for (const sample of samples) t.true(compiled.includes(oneSpaced(sample)), sample);
});

test('each tool for agents is in the table of docs/agents.md, and no other', t => {
	const table = read('docs/agents.md').split('| permission | tools |')[1]!.split('\n\n')[0]!;
	const rows = [...table.matchAll(/^\| ([^|]*) \| ([^|]*) \|$/gm)];
	const named = rows.flatMap(([, , tools]) => inCode(tools!));
	t.deepEqual(named.toSorted(), TOOLS.map(({operation}) => operation.name).toSorted());
	for (const [, permissions, tools] of rows) {
		for (const name of inCode(tools!)) {
			const {scopes} = TOOLS.find(({operation}) => operation.name === name)!.operation;
			t.deepEqual([...scopes].toSorted(), inCode(permissions!).toSorted(), name);
		}
	}
});

test('each command of the CLI is in the table of docs/cli.md, and no other', t => {
	const table = read('docs/cli.md').split('## Commands')[1]!.split('## ')[0]!;
	const named = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => inCode(cell!).map(code => code.split(' ')[0]!));
	t.deepEqual(named.toSorted(), Object.keys(CLI_COMMANDS).toSorted());
});

test('each command of the operator is in docs/operations.md', t => {
	const page = read('docs/operations.md');
	for (const name of Object.keys(OPERATOR_COMMANDS)) t.true(page.includes(`\`${name}\``), name);
});

test('what a visit weighs is one figure, from which the egress is computed', t => {
	const [, bytes, requests] = /^\| ten screens \|.*\| ([\d.]+) KB \| (\d+) \|$/m.exec(read('docs/performance.md'))!;
	t.true(read('docs/performance.md').includes(`| a page of ten steps, whole visit | ${bytes} KB, ${requests} requests |`));
	const scaling = read('docs/scaling.md');
	const [, perVisit, visits, megabytes] = /([\d]+) KB a visit at ([\d,]+)\/s are (\d+) MB\/s/.exec(scaling)!;
	t.is(Number(perVisit), Math.round(Number(bytes)));
	t.is(Number(megabytes), Math.round((Number(bytes) * Number(visits!.replace(',', ''))) / 1000));
});

test('a decision has its number, its title, at most twenty lines and its line in the index', t => {
	const index = read('docs/decisions/README.md');
	const decisions = readdirSync('docs/decisions')
		.filter(name => name !== 'README.md')
		.sort();
	for (const [at, name] of decisions.entries()) {
		const lines = read(join('docs/decisions', name)).trimEnd().split('\n');
		t.regex(name, new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
		t.true(lines[0]!.startsWith(`# ${at + 1}. `), name);
		t.true(lines.length <= 20, name);
		t.true(index.includes(`- [${name.slice(0, 4)}](${name}): ${lines[0]!.replace(/^# \d+\. /, '')}\n`), name);
	}
});

test('no picture of the documents weighs more than 300 KB', t => {
	for (const file of files('docs/images')) t.true(statSync(file).size <= 300_000, file);
});

test('documents say it in plain words', t => {
	const puzzling = /.{0,30}\b(?:whoever|anew|by (?:itself|themselves)|telephones?|stands?)\b.{0,30}/gi;
	const plain = documents.filter(file => !file.startsWith('docs/decisions/'));
	const found = plain.flatMap(file =>
		[
			...read(file)
				.replaceAll(/\]\([^)]*\)/g, '')
				.matchAll(puzzling),
		].map(([words]) => `${file}: ${words}`),
	);
	t.deepEqual(found, []);
});

test('the glossary is in the order of the alphabet', t => {
	const words = [...read('docs/glossary.md').matchAll(/^\| ([^|]+?) \|/gm)].map(([, word]) => word!).slice(2);
	t.deepEqual(
		words,
		words.toSorted((a, b) => a.localeCompare(b, 'en')),
	);
});

/** Returns the anchors that GitHub derives from headings. */
function anchorsOf(text: string): Set<string> {
	const titles = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title!);
	return new Set(
		titles.map(title =>
			title
				.toLowerCase()
				.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
				.replaceAll(' ', '-'),
		),
	);
}

function oneSpaced(code: string): string {
	return code.replaceAll(/\s+/g, ' ').trim();
}

/** Returns a value for a placeholder in capital letters. */
function exampleValue(word: string): string {
	return {E: 'a@example.com', N: 'Name', NAME: 'Name', FOLDER: '/tmp/x'}[word] ?? word;
}

function inCode(text: string): string[] {
	return [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
}

function foldersIn(folder: string): string[] {
	return readdirSync(folder, {withFileTypes: true})
		.filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
		.map(({name}) => name);
}

function files(folder: string): string[] {
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name));
}

import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import test from 'ava';
import {TRIALS} from './names.ts';

const root = resolve(import.meta.dirname, '../..');

test('every trial runs a file that exists, and says in one sentence what it does', t => {
	for (const [name, {does, file, before = []}] of Object.entries(TRIALS)) {
		t.true(
			[file, ...before.filter(word => word.includes('/'))].every(path => existsSync(join(root, path))),
			name,
		);
		t.regex(does, /^[A-Z].{20,}\.$/, name);
	}
});

test('documents, comments and tests name only scripts and trials that exist', async t => {
	const scripts = await scriptsOf();
	const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.mjs', '.ci/run'], {cwd: root, encoding: 'utf8'})
		.trim()
		.split('\n')
		.filter(path => existsSync(join(root, path)) && !/^(?:docs\/decisions|docs\/examples|test\/fixtures)\//.test(path));
	const wrong: string[] = [];
	let trials = 0;
	for (const path of files) {
		const text = await readFile(join(root, path), 'utf8');
		for (const [, script, name] of text.matchAll(/\bnpm run (?:--silent )?([a-z][a-z:-]*)(?: -- ([a-z][a-z-]*))?/g)) {
			if (!Object.hasOwn(scripts, script!)) wrong.push(`${path}: npm run ${script}`);
			if (script !== 'lab' || !name) continue;
			trials++;
			if (!Object.hasOwn(TRIALS, name)) wrong.push(`${path}: npm run lab -- ${name}`);
		}
	}
	t.deepEqual(wrong, []);
	t.true(trials > 50, `${trials} mentions of trials were read`);
});

test('ten scripts are enough', async t => {
	const names = Object.keys(await scriptsOf());
	t.true(names.length <= 10, names.join(' '));
});

async function scriptsOf(): Promise<Record<string, string>> {
	return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts;
}

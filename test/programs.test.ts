import {execFile, execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, resolve} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {COMMANDS} from '../infra/operator/commands.ts';

/** Shows that every document calls only the users' program `roteiro` and the operator's `operator`, with existing commands. */

const TEXT = /\.(?:md|ts|tsx|mjs|js|json|yml|yaml|cfg|sh)$|(?:^|\/)(?:\.env\.example|Dockerfile|Caddyfile|run)$/;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {encoding: 'utf8'})
	.split('\n')
	.filter(file => TEXT.test(file) && file !== 'test/programs.test.ts' && file !== 'package-lock.json');
const read = (file: string) => readFileSync(file, 'utf8');
const documents = files.filter(file => /\.(?:md|yml|yaml)$|\.env\.example$|Dockerfile$/.test(file) && !file.includes('decisions/'));
const places = (pattern: RegExp, among = files) =>
	among.flatMap(file => [...read(file).matchAll(pattern)].map(match => ({file, words: match.slice(1), said: match[0]})));

test('nobody is told to run the operator’s commands as roteiro', t => {
	t.true(files.length > 1000);
	t.deepEqual(places(/npm run (?:--silent )?roteiro\b/g), []);
	const {scripts, bin} = JSON.parse(read('package.json'));
	t.deepEqual([scripts.roteiro, bin], [undefined, undefined]);
	const theirs = new RegExp(`\\broteiro (?:-- )?(?:${Object.keys(COMMANDS).join('|')})\\b`, 'g');
	t.deepEqual(places(theirs, documents), []);
});

test('the operator’s commands that are written anywhere exist, with their options', t => {
	const written = places(/\boperator (?:-- )?([a-z]+ [a-z-]+)((?: +--?[\w-]+(?: +[^\s`"#)|-][^\s`"#)]*)?)*)/g, documents).filter(
		({said, words}) => said.includes('operator -- ') || Object.hasOwn(COMMANDS, words[0]!),
	);
	t.true(written.length > 15, `${written.length}`);
	for (const {file, words} of written) {
		const command = COMMANDS[words[0]!];
		t.truthy(command, `${file}: ${words[0]}`);
		const known = [...Object.keys({...command!.options, ...command!.optional}), ...(command!.flags ?? [])];
		for (const [, option] of words[1]!.matchAll(/--([a-z][\w-]*)/g)) t.true(known.includes(option!), `${file}: ${words[0]} --${option}`);
	}
});

test('in containers it is on the PATH: the image links the program, which runs from any folder by that name', async t => {
	const [, target, link] = /^RUN ln -s \/app\/(\S+) (\S+)$/m.exec(read('infra/Dockerfile'))!;
	const bin = mkdtempSync(join(tmpdir(), 'operator-'));
	t.teardown(() => rmSync(bin, {recursive: true}));
	t.is(link, '/usr/local/bin/operator');
	symlinkSync(resolve(target!), join(bin, 'operator'));
	const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
	const {stdout} = await promisify(execFile)('operator', ['--help'], {cwd: '/', env: {...process.env, PATH}});
	for (const name of Object.keys(COMMANDS)) t.true(stdout.includes(name), name);
	t.true(stdout.includes('docker compose exec api operator'));
});

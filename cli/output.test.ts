import {execFileSync, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import {runCommand} from '../test/helpers/command.ts';

/** Colours in a terminal that has them, and nowhere else. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-colours-'));
await mkdir(join(root, 'tour'));
await writeFile(join(root, 'tour', 'tour.yaml'), 'name: x\nstpes: []\n');
test.after.always(() => rm(root, {recursive: true, force: true}));
const MAIN = resolve(import.meta.dirname, 'main.ts');
const RED = '\u001b[31mtour/tour.yaml:2:1:\u001b[39m stpes: Is an unknown key.';
const PLAIN = 'tour/tour.yaml:2:1: stpes: Is an unknown key.';

const piped = async (env: Record<string, string>) =>
	(await runCommand(MAIN, ['check', 'tour'], {cwd: root, env: {HOME: root, ...env}})).err;

test('what is piped has no colour, unless it is asked for', async t => {
	t.true((await piped({})).startsWith(PLAIN));
	t.true((await piped({FORCE_COLOR: '0'})).startsWith(PLAIN));
	t.true((await piped({FORCE_COLOR: '1'})).startsWith(RED));
	t.true((await piped({FORCE_COLOR: '1', NO_COLOR: '1'})).includes(RED), 'as Node has it');
});

const hasTerminal = spawnSync('script', ['--version']).status === 0;
(hasTerminal ? test : test.skip)('a terminal has colours, unless NO_COLOR or a terminal without them', t => {
	const shown = (env: Record<string, string>) => {
		const command = `${process.execPath} --no-warnings ${MAIN} check tour`;
		return execFileSync('script', ['-qc', command, '/dev/null'], {
			cwd: root,
			env: {PATH: process.env.PATH, HOME: root, TERM: 'xterm-256color', ...env},
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		});
	};
	t.true(shown({}).includes(RED), JSON.stringify(shown({})));
	t.true(shown({NO_COLOR: '1'}).includes(PLAIN));
	t.true(shown({TERM: 'dumb'}).includes(PLAIN));
});

test('a reader that wants no more is no fault; a full disk is one, in a sentence', t => {
	const run = (words: string, to: string) =>
		spawnSync(
			'bash',
			['-c', `set -o pipefail; { sleep 0.3; exec "$0" --no-warnings "$@"; } ${to}`, process.execPath, MAIN, ...words.split(' ')],
			{
				cwd: root,
				env: {PATH: process.env.PATH, HOME: root},
				encoding: 'utf8',
			},
		);
	t.like(run('--help', '| true'), {status: 0, stderr: ''});
	t.like(run('check tour --json', '2>/dev/null | true'), {status: 1}, 'what it found is not hidden');
	t.like(run('check tour', '2>&1 >/dev/null | true'), {status: 1});
	t.like(run('--help', '>/dev/full'), {status: 1, stderr: 'The result cannot be written to standard output (ENOSPC).\n'});
});

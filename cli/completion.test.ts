import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import {runCommand} from '../test/helpers/command.ts';
import {COMMANDS} from './commands/index.ts';

/** What `completion` prints, read by the shells that this machine has. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-completion-'));
test.after.always(() => rm(root, {recursive: true, force: true}));
const roteiro = (words: string[]) => runCommand(resolve(import.meta.dirname, 'main.ts'), words, {cwd: root, env: {HOME: root}});
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

async function scriptFor(shell: string): Promise<string> {
	const {code, out, err} = await roteiro(['completion', shell]);
	if (code !== 0) throw new Error(err);
	const file = join(root, `completion.${shell}`);
	await writeFile(file, out);
	return file;
}

/** What bash offers for the last of these words. */
function offers(file: string, words: string[]): string[] {
	const script = `source ${file}; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _roteiro roteiro "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "\${COMPREPLY[@]}"`;
	return execFileSync('bash', ['-c', script, 'bash', 'roteiro', ...words], {encoding: 'utf8'})
		.split('\n')
		.filter(Boolean);
}

/** Types the beginning of a command and Tab into zsh in a terminal, and returns the words that it offers. */
function zshOffers(file: string, beginning: string): string[] {
	const script = `zmodload zsh/zpty
		zpty z zsh -f -i
		zpty -w z "unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -d ${root}/dump; source ${file}; bindkey '^I' complete-word
			compadd() { builtin compadd "\\$@"; [[ \\\${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && return; local -a hits; builtin compadd -O hits "\\$@"; print -rl -- \\$hits >> ${root}/offers }
			ended() { print END >> ${root}/offers }; comppostfuncs=(ended); print -n RE; print ADY"
		while zpty -r z got '*READY*'; do [[ $got == *READY* ]] && break; done
		zpty -w -n z "$1"$'\\t'
		until grep -q END ${root}/offers 2> /dev/null; do sleep 0.02; done
		cat ${root}/offers; rm ${root}/offers; zpty -d z`;
	const out = execFileSync('zsh', ['-f', '-c', script, 'zsh', beginning], {encoding: 'utf8', timeout: 30_000});
	return [...new Set(out.split('\n').filter(word => word !== '' && word !== 'END'))].toSorted();
}

test('bash completes every command, every option of it, and the values that are known', async t => {
	const file = await scriptFor('bash');
	t.deepEqual(offers(file, ['']), Object.keys(COMMANDS));
	t.deepEqual(offers(file, ['pu']), ['publish', 'pull']);
	for (const [name, {options = {}, choices = []}] of Object.entries(COMMANDS)) {
		const known = [...Object.keys(options), 'json', 'help'].map(option => `--${option}`);
		t.deepEqual(offers(file, [name, '--']), known, name);
		t.deepEqual(offers(file, [name, '']), [...choices], name);
		for (const [option, {short, choices: values = []}] of Object.entries(options)) {
			t.deepEqual(offers(file, [name, `--${option}`, '']), values.length > 0 ? [...values] : [...choices], `${name} --${option}`);
			if (short) t.deepEqual(offers(file, [name, `-${short}`, '']), values.length > 0 ? [...values] : [...choices]);
		}
	}
	t.deepEqual(offers(file, ['export', '--format', 'p']), ['pdf']);
	t.deepEqual(offers(file, ['export', 'folder', '--fo']), ['--format', '--force']);
	t.deepEqual(offers(file, ['nothing', '']), []);
});

(has('zsh') ? test : test.skip)('zsh completes commands, options and formats', async t => {
	const file = await scriptFor('zsh');
	t.deepEqual(zshOffers(file, 'roteiro pu'), ['publish', 'pull']);
	t.deepEqual(zshOffers(file, 'roteiro export --fo'), ['--force', '--format']);
	t.deepEqual(zshOffers(file, 'roteiro export --format p'), ['pdf']);
	t.deepEqual(zshOffers(file, 'roteiro completion '), ['bash', 'fish', 'zsh']);
});

(has('fish') ? test : test.skip)('fish completes commands and formats', async t => {
	const file = await scriptFor('fish');
	const ask = (line: string) => execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {encoding: 'utf8'});
	t.regex(ask('roteiro pu'), /^publish\t/m);
	t.regex(ask('roteiro export --format p'), /^pdf/m);
});

test('each script has every command and option; another shell is refused with those that there are', async t => {
	for (const shell of ['bash', 'zsh', 'fish']) {
		const {out} = await roteiro(['completion', shell]);
		for (const [name, {options = {}}] of Object.entries(COMMANDS)) {
			t.true(out.includes(name), `${shell} ${name}`);
			for (const option of Object.keys(options))
				t.true(out.includes(shell === 'fish' ? `-l ${option}` : `--${option}`), `${shell} ${option}`);
		}
	}
	const {code, err} = await roteiro(['completion', 'fihs']);
	t.is(code, 2);
	t.is(err, 'There is no completion for "fihs". Did you mean "fish"? It is one of bash, zsh, fish.\n');
});

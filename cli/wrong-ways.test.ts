import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {runCommand, unpackCommand} from '../test/helpers/command.ts';
import {startService} from '../test/helpers/service.ts';
import {COMMANDS} from './commands/index.ts';

/** Commands for tours that are there, and each command used in a wrong way, as they are served. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-wrong-'));
const service = await startService();
const {key} = await service.client();
const command = join(root, 'roteiro.mjs');
await unpackCommand(Buffer.from(await (await fetch(`${service.baseUrl}/cli.tgz`)).arrayBuffer()), command);
await mkdir(join(root, 'slides'));
await writeFile(join(root, 'slides', 'tour.yaml'), 'key: slides\nname: Slides\nsteps: [{type: slide, title: One}]\n');
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});
const roteiro = (words: string[], env: Record<string, string> = {}) =>
	runCommand(command, words, {cwd: root, env: {HOME: root, PATH: '', ROTEIRO_KEY: key, ...env}});

test.serial('a tour is listed, shown, opened, taken down and put into the bin', async t => {
	t.regex((await roteiro(['list'])).err, /no tours yet/);
	const link = (await roteiro(['publish', 'slides'])).out.trim().split('\n').at(-1)!;
	t.regex((await roteiro(['list'])).out, new RegExp(`^tour_\\w+\tSlides\t${link}\n$`));
	for (const named of ['slides', link]) t.true((await roteiro(['status', named])).out.includes(`: published.\n${link}`));
	t.is((await roteiro(['open', 'slides'])).out, `${link}\n`);
	t.regex((await roteiro(['unpublish', 'slides'])).out, /link is down/);
	t.is((await fetch(link)).status, 410);
	t.regex((await roteiro(['open', 'slides'])).out, /\/tours\/tour_\w+\n$/);
	const asked = await roteiro(['delete', 'slides']);
	t.is(asked.code, 1);
	t.regex(asked.err, /"Slides".*--yes/);
	t.is((await roteiro(['delete', 'slides', '--yes'])).code, 0);
	t.is((await roteiro(['list'])).out, '');
});

test.serial('every command answers a wrong option in one sentence and with a code, and says which was meant', async t => {
	for (const [name, {options = {}}] of Object.entries(COMMANDS)) {
		const option = Object.keys(options)[0] ?? 'json';
		const {code, err, out} = await roteiro([name, `--${option}x`, '--json']);
		t.is(code, 2, name);
		t.is(err.trim().split('\n').length, 1, err);
		t.true(err.includes(`Did you mean "--${option}"?`) && err.includes(`roteiro ${name} --help`), err);
		t.is(JSON.parse(out).error.code, 'usage');
	}
	const unknown = await roteiro(['pubilsh']);
	t.is(unknown.code, 2);
	t.regex(unknown.err, /^There is no command "pubilsh"\. Did you mean "publish"\?/);
	t.notRegex((await roteiro(['xyzzy'])).err, /Did you mean/);
});

const NAMED = [['status'], ['open'], ['unpublish'], ['delete', '--yes'], ['pull'], ['export', '--format', 'pdf']];
test.serial('a wrong name, a wrong key and no network end in one sentence that says what to do', async t => {
	const ways: Array<[RegExp, string, number, Record<string, string>]> = [
		[/"nosuch".*roteiro list/, 'not_found', 1, {}],
		[/roteiro login/, 'invalid_credential', 1, {ROTEIRO_KEY: `rt_live_${'0'.repeat(40)}`}],
		[/cannot be reached.*run it again/, 'unreachable', 4, {ROTEIRO_URL: 'http://127.0.0.1:9'}],
	];
	for (const [sentence, wanted, exit, env] of ways)
		await Promise.all(
			NAMED.map(async ([name, ...rest]) => {
				const {code, err, out} = await roteiro([name!, 'nosuch', ...rest, '--json'], env);
				t.is(code, exit, `${name}: ${err}`);
				t.is(err.trim().split('\n').length, 1, err);
				t.regex(err, sentence, name);
				t.is(JSON.parse(out).error.code, wanted, name);
			}),
		);
});

import {once} from 'node:events';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {runCommand, unpackCommand} from '../test/helpers/command.ts';
import {startService} from '../test/helpers/service.ts';
import {COMMANDS} from './commands/index.ts';

/** Commands for tours that are there, and each command used in a wrong way, as they are served. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-wrong-'));
const service = await startService();
const {key, accountId} = await service.client();
const closed = createServer().listen(0, '127.0.0.1');
await once(closed, 'listening');
const CLOSED = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
closed.close();
const command = join(root, 'roteiro.mjs');
await unpackCommand(Buffer.from(await (await fetch(`${service.baseUrl}/cli.tgz`)).arrayBuffer()), command);
await mkdir(join(root, 'slides'));
await writeFile(join(root, 'slides', 'tour.yaml'), 'key: slides\nname: Slides\nsteps: [{type: slide, title: One}]\n');
await writeFile(join(root, 'steps.json'), JSON.stringify({title: 'Steps', steps: [{type: 'navigate', url: 'http://127.0.0.1:1/'}]}));
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});
const roteiro = (words: string[], env: Record<string, string> = {}, input = '') =>
	runCommand(command, words, {cwd: root, env: {HOME: root, PATH: '', ROTEIRO_KEY: key, ...env}, input});

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

type Way = {words: string[]; said: RegExp; code?: string; exit?: number; env?: Record<string, string>; input?: string};
/** What is wrong at each command: a name, a key, no network. `null`: it has no name, or asks no service. Every command has its row. */
const WRONG: Record<string, {name: Way | null; key: Way | null; network: Way | null}> = {
	init: offline({words: ['slidse'], said: /no folder slidse\. Did you mean "slides"/}),
	check: offline({words: ['slidse'], said: /no folder slidse\. Did you mean "slides"/}),
	publish: asking(['slides'], {words: ['xyzzy'], said: /no folder xyzzy\. Name one that is there, from \//}),
	pull: asking(['nosuch']),
	list: {...asking([]), name: null},
	status: asking(['nosuch']),
	open: asking(['nosuch']),
	unpublish: asking(['nosuch']),
	delete: asking(['nosuch', '--yes']),
	export: asking(['nosuch', '--format', 'pdf']),
	record: asking(['steps.json', '--publish'], {words: ['step.json'], said: /no file step\.json\. Did you mean "steps\.json"/}),
	import: asking(['steps.json', '--send'], {words: ['step.zip'], said: /no file step\.zip/}),
	completion: offline({words: ['zhs'], said: /no completion for "zhs"\. Did you mean "zsh"/, exit: 2, code: 'usage'}),
	extension: {
		name: {words: ['slides'], said: /slides is not empty.*name another folder/},
		key: null,
		network: {words: ['extension'], said: /cannot be reached.*run it again/},
	},
	login: {
		name: {words: ['nosuch'], said: /"nosuch" is no URL: it begins with https/, env: {ROTEIRO_KEY: ''}},
		key: {
			words: ['--key'],
			said: /does not know this key.*\/settings\/keys/,
			env: {ROTEIRO_KEY: ''},
			input: 'nonsense\n',
			code: 'refused',
		},
		network: {words: ['--no-browser'], said: /cannot be reached.*run it again/, env: {ROTEIRO_KEY: ''}},
	},
	logout: {
		name: {words: ['nosuch'], said: /no URL: it begins with https/},
		key: null,
		network: null,
	},
	whoami: {...asking([]), name: null},
};

function offline(name: Way): {name: Way; key: null; network: null} {
	return {name, key: null, network: null};
}

/** A command that calls the service; its argument names a tour unless `name` says otherwise. */
function asking(
	words: string[],
	name: Way = {words, said: /"nosuch".*roteiro list/, code: 'not_found'},
): {name: Way; key: Way; network: Way} {
	return {
		name,
		key: {words, said: /does not know this key.*\/settings\/keys.*roteiro login/, code: 'invalid_credential'},
		network: {words, said: /cannot be reached \(ECONNREFUSED\).*run it again/},
	};
}

test('each command has its wrong ways here', t => {
	t.deepEqual(Object.keys(WRONG).sort(), Object.keys(COMMANDS).sort());
});

const KINDS = {
	name: {exit: 1, code: 'refused', env: {}},
	key: {exit: 1, code: 'refused', env: {ROTEIRO_KEY: `rt_live_${'0'.repeat(40)}`}},
	network: {exit: 4, code: 'unreachable', env: {ROTEIRO_URL: CLOSED}},
};
for (const [kind, usual] of Object.entries(KINDS))
	test.serial(`every command with a wrong ${kind} ends in one sentence that says what to do`, async t => {
		await Promise.all(
			Object.entries(WRONG).map(async ([command, ways]) => {
				const way = ways[kind as keyof typeof KINDS];
				if (!way) return;
				const {exit = usual.exit, code = usual.code, input} = way;
				const done = await roteiro([command, ...way.words, '--json'], {...usual.env, ...way.env}, input);
				t.is(done.code, exit, `${command}: ${done.err}`);
				const lines = done.err.split('\n').filter(line => line && !line.startsWith('Make a key at'));
				t.is(lines.length, 1, `${command}: ${done.err}`);
				t.regex(done.err, way.said, command);
				t.is(JSON.parse(done.out).error.code, code, command);
			}),
		);
	});

test.serial('a permission that is missing, a plan and a format end in a sentence that says where it is to be had', async t => {
	const reader = await service.client({scopes: ['tours:read']});
	const free = await service.client({plan: 'free'});
	const lacks = await roteiro(['publish', 'slides'], {ROTEIRO_KEY: reader.key});
	t.is(lacks.code, 1);
	t.regex(lacks.err, /lacks the permission tours:write\..*Make another key.*\/settings\/keys/);
	const list = await roteiro(['list'], {ROTEIRO_KEY: free.key});
	t.is(list.code, 1);
	t.regex(list.err, /needs the Pro plan.*"roteiro whoami"/);
	const known = await roteiro(['whoami'], {ROTEIRO_KEY: free.key});
	t.is(known.code, 0, known.err);
	t.regex(known.out, /plan free\. The key of ROTEIRO_KEY is known/);
	// Known without a call.
	const format = await roteiro(['export', 'slides', '--format', 'pfd'], {ROTEIRO_URL: CLOSED});
	t.is(format.code, 2);
	t.regex(format.err, /^There is no format "pfd"\. Did you mean "pdf"\? --format is one of mp4, .*bundle\.\n$/);
	const {tour} = (await (await service.client({accountId}))('POST', '/v1/tours', {body: {name: 'To export'}})).body;
	const option = await roteiro(['export', tour.id, '--format', 'mp4', '--option', 'size=9p']);
	t.is(option.code, 1);
	t.regex(option.err, /^options\.size: .*One of /);
	t.is(option.err.trim().split('\n').length, 1);
});

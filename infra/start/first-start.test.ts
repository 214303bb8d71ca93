import {chmodSync, existsSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {freshDatabase} from '../../test/helpers/database.ts';
import {fakeInstaller, fakeMachine, type Run, runUntilReady} from '../../test/helpers/fake-machine.ts';

// Each machine here lacks a browser. The start ends in `ready`, or in a single command that leads to it.

const fresh = await freshDatabase();
test.after.always(() => fresh.drop());

const service = {DATABASE_URL: fresh.env.DATABASE_URL, REDIS_URL: fresh.env.REDIS_URL, REDIS_PREFIX: fresh.env.REDIS_PREFIX};
/** The machine's Node, which may be older than the tests' own. */
const NODES = {'the newest Node': process.execPath, 'the Node that npm runs under': process.env.npm_node_execpath ?? process.execPath};
const isRoot = process.getuid?.() === 0;
/** Runs a command as a user without root's rights who may still read the tests' folder. */
const AS_NOBODY = isRoot
	? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--']
	: [];

/** PATH cannot hide Chrome in its usual place, so these tests are skipped on such a machine. */
const lacking = existsSync('/opt/google/chrome/chrome') ? test.skip : test.serial;

function machine(t: ExecutionContext, options: Parameters<typeof fakeMachine>[1] = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'machine-'));
	chmodSync(folder, 0o755);
	const made = fakeMachine(folder, options);
	t.teardown(made.remove);
	const env = {...made.env, ...service, DATA_DIR: join(folder, 'my data')};
	return {...made, folder, env};
}

const start = (env: NodeJS.ProcessEnv, node = process.execPath, as: string[] = []) => {
	const [program, ...args] = [...as, node, 'infra/start.mjs'];
	return runUntilReady(program!, args, env);
};

/** Returns the separate line that is meant to be typed. */
function lineIn({output}: Run): string {
	const lines = [...output.matchAll(/^ {2}(\S.*)$/gm)].map(([, line]) => line!);
	return lines.length === 1 ? lines[0]! : `not one line: ${lines.join(' | ')}`;
}

for (const [name, node] of Object.entries(NODES)) {
	lacking(`started by ${name}, an archive without Chromium makes the browser come by Puppeteer's installer`, async t => {
		const {env, home, aptCalls} = machine(t);
		const installer = await fakeInstaller();
		t.teardown(installer.stop);
		const first = await start({...env, ...installer.env}, node);
		t.true(first.ready, first.output);
		t.true(first.browser?.startsWith(`${home}/.cache/puppeteer/chrome-headless-shell/`), first.browser);
		t.regex(first.output, /Downloading Chrome Headless Shell [\d.]+ \(\S+ MB\) from http:\/\/127\.0\.0\.1:\d+\/\S+ into /);
		const path = /^(?:HEAD|GET) \/[\d.]+\/([a-z0-9-]+)\/chrome-headless-shell-\1\.zip$/;
		t.deepEqual(
			installer.asked.map(line => path.test(line)),
			[true, true],
		);
		t.deepEqual(readdirSync(join(home, '.cache/puppeteer')), ['chrome-headless-shell']);

		const calls = aptCalls().length;
		const second = await start({...env, ...installer.env}, node);
		t.is(second.browser, first.browser);
		t.is(installer.asked.length, 2);
		t.is(aptCalls().length, calls);
	});
}

lacking('who is not root gets one line, and typed as it is it leads to ready', async t => {
	const {env, bin, aptCalls} = machine(t, {offered: ['chromium-headless-shell']});
	const refused = await start(env, process.execPath, AS_NOBODY);
	t.false(refused.ready);
	t.is(refused.code, 1);
	t.deepEqual(aptCalls(), []);
	const [program, ...args] = [...AS_NOBODY, 'sh', '-c', lineIn(refused)];
	const typed = await runUntilReady(program!, args, env);
	t.true(typed.ready, `${refused.output}\n${typed.output}`);
	t.is(typed.browser, join(bin, 'chromium-headless-shell'));
});

test.serial('a machine with Chrome alone needs no archive and no installer', async t => {
	const {env, bin, addBrowser, aptCalls} = machine(t);
	addBrowser('google-chrome-stable');
	const run = await start(env);
	t.true(run.ready, run.output);
	t.is(run.browser, join(bin, 'google-chrome-stable'));
	t.deepEqual(aptCalls(), []);
});

lacking('a browser that cannot be downloaded ends in one line, and nothing half done is left', async t => {
	const {env, home} = machine(t);
	const installer = await fakeInstaller({fails: true});
	t.teardown(installer.stop);
	const whole = {...env, ...installer.env};
	const refused = await start(whole);
	t.false(refused.ready);
	t.is(refused.code, 1);
	t.deepEqual(readdirSync(join(home, '.cache/puppeteer')), []);
	installer.state.fails = false;
	const typed = await runUntilReady('sh', ['-c', lineIn(refused)], whole);
	t.true(typed.ready, `${refused.output}\n${typed.output}`);
});

test.serial('a CHROMIUM that is not there is said at once, by its name', async t => {
	const {env, aptCalls} = machine(t, {offered: ['chromium-headless-shell']});
	const run = await start({...env, CHROMIUM: '/nowhere/chromium'});
	t.is(run.code, 1);
	t.regex(run.output, /CHROMIUM names \/nowhere\/chromium/);
	t.deepEqual(aptCalls(), []);
});

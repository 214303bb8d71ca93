import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import test from 'ava';
import {end, npmStart, type Started, WITHOUT_EXECVE} from '../test/helpers/npm-start.ts';
import {lives} from './servers/data-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-'));
const dataDir = join(folder, 'data');
const env: NodeJS.ProcessEnv = {...process.env, DATABASE_URL: '', REDIS_URL: '', DATA_DIR: dataDir, PORT: '0'};
const started: ChildProcess[] = [];
test.after.always(async () => {
	for (const child of started) child.kill('SIGKILL');
	await until(() => started.every(child => child.exitCode !== null || child.signalCode !== null));
	rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
});

async function start(): Promise<Started> {
	const begun = await npmStart(env);
	started.push(begun.child);
	return begun;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
	for (let i = 0; i < 600; i++) {
		if (await holds()) return true;
		await sleep(50);
	}
	return false;
}

/** The processes that the service has recorded: `pid:start`. */
const recorded = () => {
	const files = readdirSync(join(dataDir, 'run')).filter(name => name.endsWith('.process'));
	return Object.fromEntries(files.map(name => [name.split('.')[0]!, readFileSync(join(dataDir, 'run', name), 'utf8')]));
};

/** The command lines of all processes that were started with this data folder, the worker's browsers and encoders included. */
const leftovers = () =>
	readdirSync('/proc')
		.filter(name => /^\d+$/.test(name) && read(name, 'environ').includes(`DATA_DIR=${dataDir}\0`))
		.map(pid => read(pid, 'cmdline').replaceAll('\0', ' '));

function read(pid: string, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		// It ended in the meantime.
		return '';
	}
}

let sampleTour: string;

test.serial('a first start ends in a demo: a key that opens the API, and a published tour', async t => {
	const {child, lines, baseUrl} = await start();
	t.is((await fetch(`${baseUrl}/readyz`)).status, 200);

	const keyFile = join(dataDir, 'demo-key.txt');
	t.is(statSync(keyFile).mode & 0o777, 0o600);
	const key = readFileSync(keyFile, 'utf8').trim();
	t.false(lines.join('\n').includes(key));
	const response = await fetch(`${baseUrl}/v1/tours`, {headers: {authorization: `Bearer ${key}`}});
	const {tours} = (await response.json()) as {tours: {status: string; stepCount: number; publishedLink: {url: string}}[]};
	t.is(tours.length, 1);
	sampleTour = tours[0]!.publishedLink.url;
	t.true(lines.some(line => line.endsWith(sampleTour)));
	const page = await fetch(sampleTour);
	t.is(page.status, 200);
	t.is((await page.text()).match(/<section[\s>]/g)!.length >= tours[0]!.stepCount, true);

	const processes = recorded();
	t.deepEqual(Object.keys(processes).toSorted(), ['api', 'mariadb', 'redis', 'worker']);
	t.is(await end(child, 'SIGTERM'), 0);
	for (const [name, identity] of Object.entries(processes)) t.false(lives(identity), name);
	t.deepEqual(leftovers(), []);
});

test.serial('while it runs, whatever is killed comes back, and a second start is refused', async t => {
	const {child, baseUrl} = await start();
	for (const name of ['worker', 'api', 'redis', 'mariadb']) {
		const before = recorded()[name]!;
		process.kill(Number(before.split(':')[0]), 'SIGKILL');
		t.true(await until(() => recorded()[name] !== before && lives(recorded()[name]!)), name);
	}
	t.true(await until(async () => (await fetch(`${baseUrl}/readyz`).catch(() => null))?.ok ?? false));

	const second = await promisify(execFile)(process.execPath, ['infra/start.mjs'], {env}).catch(error => error);
	t.is(second.code, 1);
	t.regex(second.stderr, /already runs/);

	t.is(await end(child, 'SIGINT'), 0);
	t.deepEqual(leftovers(), []);
});

test.serial('killed itself, it leaves no process behind, and the next start finds the data, the demo and no second tour', async t => {
	const {child} = await start();
	const processes = recorded();
	await end(child, 'SIGKILL');
	t.true(await until(() => Object.values(processes).every(identity => !lives(identity))));
	t.true(await until(() => leftovers().length === 0));

	const again = await start();
	const key = readFileSync(join(dataDir, 'demo-key.txt'), 'utf8').trim();
	const response = await fetch(`${again.baseUrl}/v1/tours`, {headers: {authorization: `Bearer ${key}`}});
	const {tours} = (await response.json()) as {tours: {publishedLink: {slug?: string; url: string}}[]};
	t.deepEqual(
		tours.map(tour => new URL(tour.publishedLink.url).pathname),
		[new URL(sampleTour).pathname],
	);
	t.is(await end(again.child, 'SIGTERM'), 0);
});

test.serial('with --open the browser opens the printed link, and where there is none a sentence says so', async t => {
	const opened = join(folder, 'opened');
	const browser = join(folder, 'browser');
	writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, {mode: 0o755});
	// As under Node 20, where the first process stays and waits for the service.
	const {child, place} = await npmStart({...env, BROWSER: browser, NODE_OPTIONS: WITHOUT_EXECVE}, ['--open']);
	started.push(child);
	t.true(await until(() => existsSync(opened)));
	t.is(readFileSync(opened, 'utf8'), place('Editor')!);
	t.is(await end(child, 'SIGINT'), 0);

	const nowhere = {...env, BROWSER: '', DISPLAY: '', WAYLAND_DISPLAY: '', WSL_DISTRO_NAME: ''};
	const silent = spawn(process.execPath, ['infra/start.mjs', '--open'], {env: nowhere, stdio: ['ignore', 'ignore', 'pipe']});
	started.push(silent);
	let said = '';
	silent.stderr!.on('data', chunk => (said += chunk));
	t.true(await until(() => said.includes('No browser could be opened here')), said);
	t.is(await end(silent, 'SIGTERM'), 0);
});

test.serial('a port that is taken is named, and nothing is left running', async t => {
	t.timeout(300_000);
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as {port: number};
	const failed = await promisify(execFile)(process.execPath, ['infra/start.mjs'], {env: {...env, PORT: String(port)}}).catch(
		error => error,
	);
	t.is(failed.code, 1);
	t.true(failed.stderr.includes(`Port ${port} on 127.0.0.1 is taken`));
	t.deepEqual(leftovers(), []);
	server.close();
	const metrics = {...env, PORT: String(port), METRICS_PORT: String(port - 1)};
	const refused = await promisify(execFile)(process.execPath, ['infra/start.mjs'], {env: metrics}).catch(error => error);
	t.is(refused.code, 1);
	t.true(refused.stderr.includes(`METRICS_PORT must be another one than ${port - 1}: `), refused.stderr);
	t.deepEqual(leftovers(), []);
	for (const [wrong, says] of [
		[{METRICS_PORT: '65535'}, /^METRICS_PORT must be another one than 65535: [^\n]* which is PORT or none\.\n$/m],
		[{DATA_DIR: 'package.json'}, /^DATA_DIR names \S*package\.json, which cannot be written by user \d+ \(ENOTDIR\): [^\n]*\n$/m],
	] as const) {
		const ended = await promisify(execFile)(process.execPath, ['infra/start.mjs'], {env: {...env, ...wrong}}).catch(error => error);
		t.is(ended.code, 1);
		t.regex(ended.stderr, says);
		t.notRegex(ended.stderr, /^ +at /m);
		t.deepEqual(leftovers(), []);
	}
});

test.serial('a name in .env that no setting has is said in a line with the nearest one; other variables are left alone', async t => {
	const cwd = mkdtempSync(join(folder, 'misspelt-'));
	writeFileSync(join(cwd, '.env'), '# ABOUT=this\nBASE_ULR=https://tours.example.org\nLOG_LEVEL=info\nTZ=UTC\nFLAVOUR="a b"\nbase_url=x\n');
	const run = promisify(execFile)(process.execPath, [resolve('infra/service.ts')], {cwd, env: {...env, BASE_URI: 'x', LOG_LEVEL: 'loud'}});
	const {code, stderr} = await run.catch(error => error);
	t.is(code, 1);
	t.deepEqual(
		stderr.split('\n').filter((line: string) => line.startsWith('.env ')),
		[
			'.env sets BASE_ULR, which is no setting and changes nothing: is BASE_URL meant?',
			'.env sets FLAVOUR, which is no setting and changes nothing: .env.example lists all settings.',
			'.env sets base_url, which is no setting and changes nothing: is BASE_URL meant?',
		],
	);
});

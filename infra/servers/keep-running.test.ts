import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {eventually} from '../../test/helpers/eventually.ts';
import {identify} from './data-lock.ts';
import {keepRunning} from './keep-running.ts';

const folder = mkdtempSync(join(tmpdir(), 'keep-'));
test.after.always(() => rmSync(folder, {recursive: true}));

const alive = (pid: number) => identify(pid) !== null;

function options(name: string, script: string, patienceMs = 5000) {
	const reports: string[] = [];
	const files = {logFile: join(folder, `${name}.log`), pidFile: join(folder, `${name}.pid`)};
	return {name, program: 'sh', args: ['-c', script], ...files, patienceMs, report: (sentence: string) => reports.push(sentence), reports};
}

test('a program that is killed is started again, and what it had begun is gone', async t => {
	const child = join(folder, 'child');
	const sleeper = options('killed', `sleep 1000 & echo $! > ${child}; wait`);
	const kept = await keepRunning(sleeper);
	t.true(await eventually('the child runs', () => existsSync(child) && readFileSync(child, 'utf8').trim() !== ''));
	const before = {program: kept.pid!, child: Number(readFileSync(child, 'utf8'))};
	process.kill(before.program, 'SIGKILL');
	t.true(await eventually('it is started again', () => kept.pid !== before.program && alive(kept.pid!)));
	t.true(await eventually('the child is gone', () => !alive(before.child)));
	t.is(sleeper.reports.length, 1);
	await kept.stop();
	t.false(alive(kept.pid!));
});

test('a restart ends the program in order and is no unexpected end', async t => {
	const polite = options('polite', 'trap "echo bye; exit 0" TERM; echo up; while true; do sleep 0.05; done');
	const kept = await keepRunning(polite);
	const ups = () => readFileSync(polite.logFile, 'utf8').split('up').length - 1;
	await eventually('it is up', () => ups() === 1);
	const before = kept.pid!;
	kept.restart();
	t.true(await eventually('it is up again', () => ups() === 2));
	t.not(kept.pid, before);
	t.true(readFileSync(polite.logFile, 'utf8').includes('bye'));
	t.deepEqual(polite.reports, []);
	await kept.stop();
});

test('one that ignores SIGTERM is killed when patience ends', async t => {
	const stubborn = options('stubborn', 'trap "" TERM; echo up; while true; do sleep 0.05; done', 300);
	const kept = await keepRunning(stubborn);
	await eventually('it is up', () => readFileSync(stubborn.logFile, 'utf8').includes('up'));
	await kept.stop();
	t.false(alive(kept.pid!));
	t.regex(stubborn.reports.join(), /was killed/);
});

test('one that cannot start is reported with the end of its log', async t => {
	const broken = await keepRunning(options('broken', 'echo the disk is full >&2; exit 3'));
	await t.throwsAsync(
		broken.ready(async () => false, 60_000),
		{message: /does not start.*the disk is full/s},
	);
	await broken.stop();
});

test('a kept program ends when the process that keeps it is killed', async t => {
	const script = `
		import {keepRunning} from './infra/servers/keep-running.ts';
		const files = {logFile: '${folder}/orphan.log', pidFile: '${folder}/orphan.pid'};
		const kept = await keepRunning({name: 'orphan', program: 'sleep', args: ['1000'], ...files, patienceMs: 1000, report: console.error});
		console.log(kept.pid);
		setInterval(() => {}, 1000);
	`;
	const keeper = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {stdio: ['ignore', 'pipe', 'inherit']});
	const [printed] = await once(keeper.stdout, 'data');
	const pid = Number(printed);
	// A program that is killed sooner leaves it to the next start.
	await eventually('it has asked to be told of that end, and runs', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep'));
	keeper.kill('SIGKILL');
	t.true(await eventually('it is gone', () => !alive(pid)));
});

test('one that an earlier start left behind is ended by the next start, and a stranger with its pid is not', async t => {
	const [left, stranger] = [1, 2].map(() => spawn('sleep', ['1000'], {detached: true}));
	const again = options('left', 'sleep 1000');
	writeFileSync(again.pidFile, identify(left!.pid!)!);
	const kept = await keepRunning(again);
	t.false(alive(left!.pid!));
	await kept.stop();

	writeFileSync(again.pidFile, `${stranger!.pid}:1`);
	const other = await keepRunning(again);
	t.true(alive(stranger!.pid!));
	await other.stop();
	stranger!.kill();
});

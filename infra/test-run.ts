import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {startLocalServers} from './servers/local-servers.ts';
import {keepTestTimes, progressLine, readTestTimes, slowest, type TestTimes, testFiles} from './test-files.ts';
import {openTestFolder} from './test-folder.ts';
import {entriesOf, type Groups, groupFiles, sharesService, withCompanions} from './test-groups.ts';
import {
	afterRepetition,
	closingLine,
	failedFiles,
	failuresOf,
	type Outcome,
	type Report,
	readOutcome,
	reportOf,
	sumOf,
} from './test-report.ts';

/** More failed processes than this are no accident: their files are not run again. */
const MOST_REPEATED = 5;

/** Stands for the exit code of a process that a signal ended: its report is not whole. */
const KILLED = 128;

/** Milliseconds between reports of a whole run's progress. */
const PROGRESS_MS = 30_000;
const SLOWEST = 10;
const BUSIEST = 30;

/** Seconds, and seconds of a processor, of all files that have ended since the servers were started. */
type TimesSoFar = {seconds: TestTimes; processor: TestTimes};

/** Runs ava, the files of `groups` together. */
type Run = ((args: string[], groups?: Groups) => Promise<Report>) & {timesSoFar(): TimesSoFar};

/**
 * Runs ava with these arguments, or all tests without any, against a private MariaDB and Redis in a temporary folder.
 * `MARIADB_OPTIONS` (`--sql-mode=ANSI_QUOTES --character-set-server=gbk`) imitates another person's server. Ava's
 * output is shown and read for the outcome: `code` is not 0 if no test ran or ava crashed.
 */
export function runTests(args: string[]): Promise<Outcome> {
	return withServers(async run => (args.length > 0 ? readOutcome(await run(args)) : await runAll(run)));
}

/**
 * Runs two processes a core at a time (three were no quicker, and four files failed for want of time); then those that such company would
 * disturb; then, alone, the few that failed: what a busy machine broke is named and passes, a fault stands last.
 */
async function runAll(run: Run): Promise<Outcome> {
	const {timed, others} = testFiles();
	const stopTelling = tellProgress(run, [...others, ...timed]);
	const groups = groupFiles(others);
	const atOnce = ['--concurrency', String(availableParallelism() * 2)];
	const reports = [await run([...atOnce, ...entriesOf(others, groups)], groups), await run(timed)];
	stopTelling();
	const outcome = reports.map(readOutcome).reduce(sumOf);
	if (outcome.code === 0) return outcome;
	const failures = reports.flatMap(failuresOf).map(failure => `  ${failure}\n`);
	console.log(`\nFailed:\n${failures.join('')}`);
	const all = [...others, ...timed];
	const failed = withCompanions(
		reports.flatMap(report => failedFiles(report, all)),
		groups,
	);
	const isWhole = reports.every(({code}) => code <= 1);
	if (!isWhole || failed.length === 0 || entriesOf(failed, groups).length > MOST_REPEATED) return outcome;
	console.log(`Once more, alone: ${failed.join(' ')}`);
	const repeated = afterRepetition(reports, {all, failed}, await run(['--concurrency', '1', ...failed]));
	if (repeated.code === 0) console.log(`Flaky, for it passed alone:\n${failures.join('')}`);
	return repeated;
}

/** Says now and then how far the run is; what is returned ends that, and keeps the times where the run was whole. */
function tellProgress(run: Run, files: readonly string[]): () => void {
	const times = readTestTimes();
	const begun = performance.now();
	const say = () =>
		console.log(`\n${progressLine(files, run.timesSoFar().seconds, {elapsedS: (performance.now() - begun) / 1000, times})}\n`);
	const timer = setInterval(say, PROGRESS_MS);
	return () => {
		clearInterval(timer);
		const {seconds, processor} = run.timesSoFar();
		console.log(`\nThe slowest files:\n${slowest(seconds, SLOWEST).join('\n')}\n`);
		const all = Object.values(processor).reduce((sum, each) => sum + each, 0);
		console.log(`Of ${all.toFixed(0)} s of processor, beside the servers, most by:\n${slowest(processor, BUSIEST).join('\n')}\n`);
		if (files.every(file => file in seconds)) keepTestTimes(seconds);
	};
}

async function withServers(work: (run: Run) => Promise<Outcome>): Promise<Outcome> {
	const {dataDir, tmpDir, remove} = await openTestFolder();
	const children = new Set<ChildProcess>();
	let isEnding = false;
	// A terminal sends Ctrl-C to ava as well: it ends, and then the servers are stopped.
	const end = () => {
		isEnding = true;
	};
	const pass = () => {
		isEnding = true;
		for (const ava of children) ava.kill('SIGTERM');
	};
	process.on('SIGINT', end).on('SIGTERM', pass).on('SIGHUP', pass);
	const servers = await startLocalServers({dataDir, durable: false, mariadbOptions: process.env.MARIADB_OPTIONS?.split(' ') ?? []});
	const env = {...testEnvironment(), TMPDIR: tmpDir, DATA_DIR: dataDir, DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl};
	const timesFile = join(dataDir, 'test-times.jsonl');
	const groupsFile = join(dataDir, 'test-groups.json');
	const run = async (args: string[], groups: Groups = {}) => {
		if (isEnding) return reportOf('', 1);
		const sharing = Object.keys(groups).filter(first => sharesService(groups[first]!));
		writeFileSync(groupsFile, JSON.stringify({groups, sharing}));
		const ava = spawn(process.execPath, ['node_modules/ava/entrypoints/cli.js', ...args], {
			stdio: ['inherit', 'pipe', 'inherit'],
			env: {...env, TEST_TIMES: timesFile, TEST_GROUPS: groupsFile},
		});
		children.add(ava);
		return await watch(ava).finally(() => children.delete(ava));
	};
	try {
		return await work(Object.assign(run, {timesSoFar: () => readTimes(timesFile)}));
	} finally {
		servers.kill();
		remove();
		process.off('SIGINT', end).off('SIGTERM', pass).off('SIGHUP', pass);
	}
}

/** Returns the times of the files that have ended; a line that is being written is left out. */
function readTimes(path: string): TimesSoFar {
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	const lines = text.split('\n').slice(0, -1);
	const ended = lines.map(line => JSON.parse(line) as {file: string} & Record<keyof TimesSoFar, number>);
	const of = (kind: keyof TimesSoFar) => Object.fromEntries(ended.map(line => [line.file, line[kind]]));
	return {seconds: of('seconds'), processor: of('processor')};
}

/** The environment without the service's own settings, so that a test does not depend on what the developer has set. */
function testEnvironment(): NodeJS.ProcessEnv {
	const settings = readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm);
	const dropped = new Set([...settings].map(([, name]) => name));
	dropped.delete('CHROMIUM');
	const kept = Object.entries(process.env).filter(([name]) => !dropped.has(name));
	const color = process.stdout.isTTY ? {FORCE_COLOR: '1'} : {};
	return {...color, ...Object.fromEntries(kept), NODE_ENV: 'test'};
}

async function watch(ava: ChildProcess): Promise<Report> {
	const ended = new Promise<number>((resolve, reject) => {
		ava.on('error', reject);
		ava.on('close', code => resolve(code ?? KILLED));
	});
	let printed = '';
	ava.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
		process.stdout.write(chunk);
		printed += chunk;
	});
	const code = await ended;
	return reportOf(printed, code);
}

if (import.meta.main) {
	const outcome = await runTests(process.argv.slice(2));
	console.log(closingLine(outcome));
	process.exitCode = outcome.code;
}

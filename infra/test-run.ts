import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {startLocalServers} from './servers/local-servers.ts';
import {
	entriesOf,
	type Groups,
	groupFiles,
	keepTestTimes,
	progressLine,
	readTestTimes,
	sharesService,
	slowest,
	type TestTimes,
	testFiles,
	withCompanions,
} from './test-files.ts';
import {openTestFolder} from './test-folder.ts';

type Outcome = {code: number; passed: number; failed: number; skipped: number};

/** Ava's report of one run, without colours, and the exit code of its process. */
type Report = {text: string; code: number};

/** Matches failures of a file that ava puts no mark before. */
const UNMARKED = /^\s*((?:Uncaught exception in|Unhandled rejection in|\d+ tests were pending in|Failed to exit when running) .*)/;

/** A larger share of the processes than this fails by no accident: their files are not run again. */
const MOST_REPEATED = 0.15;

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
 * Runs one process more than there are cores at a time (two a core were no quicker where starting processes is slow, and 20 files failed
 * for want of time); then those that such company would disturb; then, alone, the few that failed: what a busy machine broke is named and
 * passes, a fault stands last.
 */
async function runAll(run: Run): Promise<Outcome> {
	const {timed, others} = testFiles();
	const stopTelling = tellProgress(run, [...others, ...timed]);
	const groups = groupFiles(others);
	const atOnce = ['--concurrency', String(availableParallelism() + 1)];
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
	const most = MOST_REPEATED * entriesOf(all, groups).length;
	if (!isWhole || failed.length === 0 || entriesOf(failed, groups).length > most) return outcome;
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

/** Returns the environment without the service's own settings, so that a test does not depend on what the developer has set. */
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

/** Returns a report of what ava has printed. */
export function reportOf(printed: string, code: number): Report {
	return {text: stripVTControlCharacters(printed), code};
}

/** Returns the counts of a report. Ava names the number of the passed ones only where none failed, so their lines are counted. */
export function readOutcome({text, code}: Report): Outcome {
	const lines = text.split('\n');
	const passed = lines.filter(line => /^ {2}[✔√] /.test(line)).length;
	const skipped = lines.filter(line => /^ {2}- \[(skip|todo)\] /.test(line)).length;
	const figures = lines.map(line => /^ {2}(\d+) (?:(?:tests?|hooks?) failed|uncaught |unhandled |tests? remained pending)/.exec(line));
	const failed = figures.reduce((sum, figure) => sum + Number(figure?.[1] ?? 0), 0);
	const bad = code !== 0 || passed === 0;
	return {code: bad ? code || 1 : 0, passed, failed: bad ? Math.max(failed, 1) : failed, skipped};
}

/** Returns the outcome of two runs, bad where one of them is. */
export function sumOf(one: Outcome, other: Outcome): Outcome {
	return {
		code: one.code || other.code,
		passed: one.passed + other.passed,
		failed: one.failed + other.failed,
		skipped: one.skipped + other.skipped,
	};
}

/** Returns the outcome of runs of all these files, of which some failed and were run again. */
export function afterRepetition(reports: Report[], files: {all: string[]; failed: string[]}, again: Report): Outcome {
	const kept = reports.map(({text, code}) => ({text: text.split('\n').filter(isKept).join('\n'), code}));
	const others = kept.map(readOutcome).reduce(sumOf);
	const {code, passed, failed, skipped} = readOutcome(again);
	return {code, passed: others.passed + passed, failed, skipped: others.skipped + skipped};

	function isKept(line: string): boolean {
		const [, title] = /^ {2}(?:[✔√]|- \[\w+\]) (.+)/.exec(line) ?? [];
		return title === undefined || !files.failed.includes(fileOf(title, files.all) ?? '');
	}
}

/** Returns those of the files of a run of which a test, a hook or the process failed. */
export function failedFiles(report: Report, files: string[]): string[] {
	return [...new Set(failuresOf(report).flatMap(failure => fileOf(failure, files) ?? []))];
}

/** Returns what ava says of each failure: a test by its label, all else by a sentence with the path of the file. */
function failuresOf({text}: Report): string[] {
	return text.split('\n').flatMap(line => (/^\s*[✘×] (?:\[fail\]: )?(.+)/.exec(line) ?? UNMARKED.exec(line))?.[1] ?? []);
}

/** Returns the closing line: alone on its line, and the same for every run. */
export function closingLine({passed, failed, skipped}: Outcome): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Returns the file that a label or a sentence of ava's speaks of; in groups a label ends with its path. */
function fileOf(words: string, files: string[]): string | undefined {
	const named = files.filter(file => words.includes(file));
	const candidates = named.length > 0 ? named : files.filter(file => words.startsWith(`${labelOf(file)} › `));
	return candidates.sort((one, other) => other.length - one.length)[0];
}

/** Returns the path of a test file as ava writes it before the titles of its tests. */
function labelOf(file: string): string {
	return file
		.replace(/\.test\.ts$/, '')
		.replace(/test-(?=[^/]*$)/, '')
		.replaceAll('/', ' › ');
}

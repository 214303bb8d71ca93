import {type ChildProcess, spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {stripVTControlCharacters} from 'node:util';
import {startLocalServers} from './servers/local-servers.ts';
import {testFiles} from './test-files.ts';
import {openTestFolder} from './test-folder.ts';

export type Outcome = {code: number; passed: number; failed: number; skipped: number};

type Run = (args: string[]) => Promise<Outcome>;

/**
 * Runs ava with these arguments, or all tests without any, against a private MariaDB and Redis in a temporary folder.
 * `MARIADB_OPTIONS` (`--sql-mode=ANSI_QUOTES --character-set-server=gbk`) imitates another person's server. Ava's
 * output is shown and read for the outcome: `code` is not 0 if no test ran or ava crashed.
 */
export function runTests(args: string[]): Promise<Outcome> {
	return withServers(run => (args.length > 0 ? run(args) : runAll(run)));
}

/**
 * Two files a core at a time, for a file waits for its servers for a half of its time; then those that such company would disturb.
 */
async function runAll(run: Run): Promise<Outcome> {
	const {timed, others} = testFiles();
	const first = await run(['--concurrency', String(availableParallelism() * 2), ...others]);
	return sumOf(first, await run(timed));
}

/** The outcome of two runs; bad where one of them is. */
export function sumOf(one: Outcome, other: Outcome): Outcome {
	return {
		code: one.code || other.code,
		passed: one.passed + other.passed,
		failed: one.failed + other.failed,
		skipped: one.skipped + other.skipped,
	};
}

async function withServers(work: (run: Run) => Promise<Outcome>): Promise<Outcome> {
	const {dataDir, tmpDir, remove} = await openTestFolder();
	const children = new Set<ChildProcess>();
	let isEnding = false;
	// A terminal sends Ctrl-C to ava as well: it ends by itself, and then the servers are stopped.
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
	try {
		return await work(async args => {
			if (isEnding) return {code: 1, passed: 0, failed: 0, skipped: 0};
			const ava = spawn(process.execPath, ['node_modules/ava/entrypoints/cli.js', ...args], {stdio: ['inherit', 'pipe', 'inherit'], env});
			children.add(ava);
			return await watch(ava).finally(() => children.delete(ava));
		});
	} finally {
		servers.kill();
		remove();
		process.off('SIGINT', end).off('SIGTERM', pass).off('SIGHUP', pass);
	}
}

/** The closing line: alone on its line, and the same for every run. */
export function closingLine({passed, failed, skipped}: Outcome): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
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

async function watch(ava: ChildProcess): Promise<Outcome> {
	const ended = new Promise<number>((resolve, reject) => {
		ava.on('error', reject);
		ava.on('close', code => resolve(code ?? 1));
	});
	let report = '';
	ava.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
		process.stdout.write(chunk);
		report += chunk;
	});
	const code = await ended;
	return readOutcome(report, code);
}

/** Counts what ava's report says. It names the number of the passed ones only where none failed, so their lines are counted. */
export function readOutcome(report: string, code: number): Outcome {
	const lines = stripVTControlCharacters(report).split('\n');
	const passed = lines.filter(line => /^ {2}[✔√] /.test(line)).length;
	const skipped = lines.filter(line => /^ {2}- \[(skip|todo)\] /.test(line)).length;
	const figures = lines.map(line => /^ {2}(\d+) (?:(?:tests?|hooks?) failed|uncaught |unhandled |tests? remained pending)/.exec(line));
	const failed = figures.reduce((sum, figure) => sum + Number(figure?.[1] ?? 0), 0);
	const bad = code !== 0 || passed === 0;
	return {code: bad ? code || 1 : 0, passed, failed: bad ? Math.max(failed, 1) : failed, skipped};
}

if (import.meta.main) {
	const outcome = await runTests(process.argv.slice(2));
	console.log(closingLine(outcome));
	process.exitCode = outcome.code;
}

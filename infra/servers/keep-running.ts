import {type ChildProcess, spawn} from 'node:child_process';
import {accessSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {tell} from '../../shared/start-and-stop.ts';
import {identify, lives} from './data-lock.ts';

const FIRST_DELAY_MS = 20;
const LONGEST_DELAY_MS = 10_000;
/** Milliseconds after which a program that dies is started again without delay. */
const STABLE_MS = 3000;
const DEATHS_AT_START = 3;
/** Servers stand in folders that not everyone has in the PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin', '/sbin'].join(delimiter);

type Options = {
	name: string;
	program: string;
	args: string[];
	env?: NodeJS.ProcessEnv;
	/** Its standard output and error are appended here. */
	logFile: string;
	/** Remembers the process, so that the next start ends one that was left behind. */
	pidFile: string;
	/** Milliseconds to end after SIGTERM; then it is killed. */
	patienceMs: number;
	/** Gets a sentence about each unexpected end. */
	report: (sentence: string) => void;
	/** Called before each start. */
	prepare?: () => void;
	/** The program is told to go on (`told`) when this resolves; without it, it has no standard input. */
	goesOn?: Promise<unknown>;
};

/** The program's state between its starts. `delay`: milliseconds until the next one. */
type State = {
	child: ChildProcess | undefined;
	ended: Promise<void>;
	stopping: boolean;
	restarting: boolean;
	deaths: number;
	delay: number;
};

export type Kept = {
	readonly pid: number | undefined;
	/** Waits until `isReady` returns true. Throws with the end of its log where it keeps dying or takes longer than `limitMs`. */
	ready(isReady: () => Promise<boolean>, limitMs: number): Promise<void>;
	/** SIGTERM, patience, SIGKILL; nothing of its process group is left afterwards. */
	stop(): Promise<void>;
	/** SIGTERM; it is started again as soon as it has ended. */
	restart(): void;
	/** SIGKILL to all of it. */
	kill(): void;
};

/**
 * Runs a program and starts it again whenever it ends unasked, at once and then ever more slowly. It has a process group of its own,
 * so that Ctrl-C does not reach it, and is asked to end (SIGTERM) by the kernel should this process be killed.
 */
export async function keepRunning(options: Options): Promise<Kept> {
	const {name, logFile, pidFile, report} = options;
	for (const file of [logFile, pidFile]) mkdirSync(dirname(file), {recursive: true, mode: 0o700});
	await endLeftBehind(pidFile, options.patienceMs);

	const state: State = {child: undefined, ended: Promise.resolve(), stopping: false, restarting: false, deaths: 0, delay: FIRST_DELAY_MS};
	run(options, state);
	return {
		get pid() {
			return state.child?.pid;
		},
		async ready(isReady, limitMs) {
			for (const until = performance.now() + limitMs; ; await sleep(20)) {
				if (await isReady()) return;
				if (state.stopping) throw new Error(`${name} was stopped before it was ready.`);
				const end = () => `The end of ${logFile}:\n${lastLines(logFile)}`;
				if (state.deaths >= DEATHS_AT_START) throw new Error(`${name} does not start. ${end()}`);
				if (performance.now() > until) throw new Error(`${name} did not answer within ${limitMs / 1000} s. ${end()}`);
			}
		},
		async stop() {
			state.stopping = true;
			state.child?.kill('SIGTERM');
			const inTime = await Promise.race([state.ended.then(() => true), sleep(options.patienceMs, false, {ref: false})]);
			if (!inTime) {
				report(`${name} did not end within ${options.patienceMs / 1000} s and was killed.`);
				killGroup(state.child?.pid);
				await state.ended;
			}
			rmSync(pidFile, {force: true});
		},
		restart() {
			state.restarting = true;
			state.child?.kill('SIGTERM');
		},
		kill() {
			state.stopping = true;
			killGroup(state.child?.pid);
		},
	};
}

/** Starts the program, and has it started again after its end unless that was asked for. */
function run(options: Options, state: State): void {
	const {name, logFile, pidFile, report} = options;
	if (state.stopping) return;
	const begun = performance.now();
	options.prepare?.();
	const child = launch(options);
	state.child = child;
	if (child.pid) writeFileSync(pidFile, identify(child.pid) ?? '', {mode: 0o600});
	const {promise, resolve} = Promise.withResolvers<void>();
	state.ended = promise;
	const again = () => {
		resolve();
		if (!state.restarting) state.deaths++;
		if (state.restarting || performance.now() - begun > STABLE_MS) state.delay = FIRST_DELAY_MS;
		state.restarting = false;
		if (!state.stopping) setTimeout(run, state.delay, options, state);
		state.delay = Math.min(state.delay * 2, LONGEST_DELAY_MS);
	};
	child.on('error', error => {
		report(`${name} could not be started: ${error.message}`);
		again();
	});
	child.on('exit', (code, signal) => {
		killGroup(child.pid);
		if (!state.stopping && !state.restarting)
			report(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}) and is started again; its log: ${logFile}`);
		again();
	});
}

/** Starts the program once. Its end follows that of this process. */
function launch({program, args, logFile, env = process.env, goesOn}: Options): ChildProcess {
	const log = openSync(logFile, 'a', 0o600);
	const leash = find('setpriv');
	const whole = leash ? [leash, '--pdeathsig', 'TERM', program, ...args] : [program, ...args];
	try {
		const input = goesOn ? 'pipe' : 'ignore';
		const child = spawn(whole[0]!, whole.slice(1), {stdio: [input, log, log], detached: true, env: {...env, PATH}});
		goesOn?.then(
			() => tell(child),
			() => {},
		);
		return child;
	} finally {
		closeSync(log);
	}
}

/** Ends a program of this name that outlived a previous, killed start, as `stop` does. */
async function endLeftBehind(pidFile: string, patienceMs: number): Promise<void> {
	const identity = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '';
	const pid = Number(identity.split(':')[0]);
	if (lives(identity)) process.kill(pid, 'SIGTERM');
	for (const end = performance.now() + patienceMs; lives(identity); await sleep(20)) {
		if (performance.now() > end) killGroup(pid);
	}
}

function killGroup(pid: number | undefined): void {
	if (!pid) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

function find(program: string): string | undefined {
	for (const folder of PATH.split(delimiter)) {
		try {
			accessSync(join(folder, program));
			return join(folder, program);
		} catch {}
	}
	return undefined;
}

function lastLines(file: string): string {
	if (statSync(file).size === 0) return '(empty)';
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}

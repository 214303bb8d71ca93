import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, mkdtempSync, openSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {POOLS, type Pool} from '../../shared/queue/job.ts';

const READY = {'api/main.ts': 'serving', 'workers/main.ts': 'working'} as const;
const PATIENCE_MS = 60_000;
/** Milliseconds between two looks at what a process has logged. */
const LOOK_MS = 10;

export type ServiceProcess = {
	pid: number;
	/** Everything that it has logged. */
	output(): string;
	/** What it has logged of one job, in order. */
	saidOf(jobId: string): string[];
	/** Ends it, by default as a power cut would, and waits until it is gone. */
	kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** What a worker works on where a test does not need AVIF, which keeps a core busy for seconds after each image. */
const FOREGROUND: readonly Pool[] = POOLS.filter(pool => pool !== 'background');

/**
 * Starts one of the service's processes on this configuration and waits until it says that it is up. `pools`: those of a worker; one that
 * needs no voices and no browser is up in two thirds of the time.
 */
export async function startProcess(
	script: keyof typeof READY,
	env: Record<string, string>,
	{pools = FOREGROUND}: {pools?: readonly Pool[]} = {},
): Promise<ServiceProcess> {
	const options = script === 'workers/main.ts' ? ['--pools', pools.join(',')] : [];
	// A file, as `npm start` has one for each process: what read a pipe would take its time from what calls the process.
	const logFile = join(mkdtempSync(join(tmpdir(), 'log-')), 'log');
	const log = openSync(logFile, 'a');
	const child = spawn(process.execPath, [script, ...options], {
		stdio: ['ignore', log, 'pipe'],
		env: {...process.env, ...env, LOG_LEVEL: 'info'},
	});
	closeSync(log);
	let errors = '';
	child.stderr!.on('data', chunk => {
		process.stderr.write(chunk);
		errors += chunk;
	});
	const output = () => readFileSync(logFile, 'utf8') + errors;
	await said(child, READY[script], output);
	return {
		pid: child.pid!,
		output,
		saidOf(jobId) {
			const lines = output().split('\n');
			// A line that ends in a brace is whole: of one that was killed, the last may be cut.
			return lines.filter(line => line.includes(`"jobId":"${jobId}"`) && line.endsWith('}')).map(line => JSON.parse(line).msg);
		},
		async kill(signal = 'SIGKILL') {
			if (hasEnded(child)) return;
			const gone = once(child, 'exit');
			child.kill(signal);
			await gone;
		},
	};
}

async function said(child: ChildProcess, word: string, output: () => string): Promise<void> {
	for (const end = performance.now() + PATIENCE_MS; !output().includes(`"msg":"${word}"`); await sleep(LOOK_MS)) {
		if (hasEnded(child)) throw new Error(`The process ended with ${child.exitCode ?? child.signalCode} before it said "${word}".`);
		if (performance.now() > end) throw new Error(`No "${word}" within ${PATIENCE_MS} ms.`);
	}
}

const hasEnded = ({exitCode, signalCode}: ChildProcess) => exitCode !== null || signalCode !== null;

import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {POOLS, type Pool} from '../../shared/queue/job.ts';

const READY = {'api/main.ts': 'serving', 'workers/main.ts': 'working'} as const;
const PATIENCE_MS = 60_000;
const LAST_WORDS_MS = 2000;

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
	const child = spawn(process.execPath, [script, ...options], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {...process.env, ...env, LOG_LEVEL: 'info'},
	});
	const lines: string[] = [];
	child.stderr!.on('data', chunk => process.stderr.write(chunk) && lines.push(String(chunk)));
	await said(child, READY[script], lines);
	return {
		pid: child.pid!,
		output: () => lines.join('\n'),
		// A line that ends in a brace is whole: of one that was killed, the last may be cut.
		saidOf: jobId => lines.filter(line => line.includes(`"jobId":"${jobId}"`) && line.endsWith('}')).map(line => JSON.parse(line).msg),
		async kill(signal = 'SIGKILL') {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, 'exit');
			// What it said last may still be on its way when it is gone.
			const heard = once(child, 'close');
			child.kill(signal);
			await gone;
			await Promise.race([heard, sleep(LAST_WORDS_MS)]);
		},
	};
}

async function said(child: ChildProcess, word: string, heard: string[]): Promise<void> {
	const lines = createInterface({input: child.stdout!});
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`No "${word}" within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
		child.once('exit', code => reject(new Error(`The process ended with ${code} before it said "${word}".`)));
		// Read on to the end: a full pipe would stop the process.
		lines.on('line', line => {
			heard.push(line);
			if (!line.includes(`"msg":"${word}"`)) return;
			clearTimeout(timer);
			resolve();
		});
	});
}

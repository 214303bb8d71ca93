import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

export type Started = {
	child: ChildProcess;
	/** The printed lines up to "ready". */
	lines: string[];
	/** Returns the reports so far: warnings, and processes that ended. */
	reported(): string;
	baseUrl: string;
	/** Returns the URL or path in the line with this name, or null. */
	place(name: string): string | null;
};

/** NODE_OPTIONS with which Node cannot become another program, as no Node 20 can. */
export const WITHOUT_EXECVE = '--import=data:text/javascript,process.execve=undefined';

/** Runs `npm start` without npm, on its own private servers, and returns once it is ready. `words`: the words after `npm start --`. */
export async function npmStart(env: NodeJS.ProcessEnv, words: string[] = []): Promise<Started> {
	const child = spawn(process.execPath, ['infra/start.mjs', ...words], {
		env: {...process.env, DATABASE_URL: '', REDIS_URL: '', PORT: '0', ...env},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	child.stderr!.on('data', chunk => {
		said += chunk;
		process.stderr.write(chunk);
	});
	const lines: string[] = [];
	const place = (name: string) => lines.flatMap(line => new RegExp(`^ +${name} {2,}(\\S+)`).exec(line)?.[1] ?? [])[0] ?? null;
	for await (const line of createInterface(child.stdout!)) {
		lines.push(line);
		const baseUrl = /^ready (\S+)$/.exec(line)?.[1];
		if (baseUrl) return {child, lines, baseUrl, place, reported: () => said};
	}
	throw new Error(`It ended before it was ready: ${lines.join('\n')}`);
}

/** Ends the process and returns its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
	if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
	const exited = once(child, 'exit');
	child.kill(signal);
	return (await exited)[0];
}

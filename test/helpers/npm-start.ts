import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

export type Started = {
	child: ChildProcess;
	/** What it printed, up to "ready". */
	lines: string[];
	/** What it has reported until now: warnings, and what ended. */
	reported(): string;
	baseUrl: string;
	/** Where the line with this name leads, or null where there is none. */
	place(name: string): string | null;
};

/** Does what `npm start` does, without npm, on private servers of its own; returns once it is ready. `words`: after `npm start --`. */
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

/** Ends it, and returns with which code it ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
	if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
	const exited = once(child, 'exit');
	child.kill(signal);
	return (await exited)[0];
}

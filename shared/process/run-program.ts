import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';

export type Run = {
	/** Written to its standard input. */
	input?: string | Uint8Array;
	timeoutMs: number;
	signal?: AbortSignal;
	/** The most bytes of its standard output; more is a failure. */
	maxBytes?: number;
	env?: Record<string, string>;
	cwd?: string;
};

/** Thrown if a program could not be started, exited with an error, took too long or wrote too much. */
export class ProgramFailed extends Error {}

const MAX_BYTES = 64 * 1024 * 1024;
const KEPT_WORDS = 500;

/**
 * Runs a program to its end and returns its standard output. The program gets none of our environment, which
 * holds passwords. Throws `ProgramFailed`, or the signal's reason if it is aborted.
 */
export function runProgram(path: string, args: string[], run: Run): Promise<Buffer> {
	const {input = '', timeoutMs, signal, maxBytes = MAX_BYTES, env, cwd} = run;
	signal?.throwIfAborted();
	const [command, ...rest] = withParentDeathSignal(path, args);
	const child = spawn(command!, rest, {cwd, env: {...PROGRAM_ENV, ...env}});
	const {promise, resolve, reject} = Promise.withResolvers<Buffer>();
	const fail = (why: string, cause?: Error) => {
		reject(new ProgramFailed(`${path} ${why}`, {cause}));
		child.kill('SIGKILL');
	};

	const output: Buffer[] = [];
	let bytes = 0;
	let said = '';
	child.stdout.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes > maxBytes) fail(`wrote more than ${maxBytes} bytes`);
		else output.push(chunk);
	});
	child.stderr.setEncoding('utf8').on('data', text => {
		said = (said + text).slice(-KEPT_WORDS);
	});
	child.once('error', error => fail(`could not be started: ${error.message}`, error));
	child.once('close', (code, killer) => {
		if (code === 0) resolve(Buffer.concat(output));
		else fail(`ended with ${killer ?? code}. ${said}`.trim());
	});
	// If a program ends without reading all of its input, its exit code tells.
	child.stdin.on('error', () => {});
	child.stdin.end(input);

	const timer = setTimeout(() => fail(`took longer than ${timeoutMs} ms`), timeoutMs);
	const abort = () => {
		reject(signal!.reason);
		child.kill('SIGKILL');
	};
	signal?.addEventListener('abort', abort, {once: true});
	return promise.finally(() => {
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
	});
}

/** The whole environment of a program: ours holds passwords. */
export const PROGRAM_ENV = {PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8'};

const SETPRIV = '/usr/bin/setpriv';

/** Returns a command line under which the program dies with the process that started it: a killed worker leaves nothing behind. */
export function withParentDeathSignal(program: string, args: string[]): string[] {
	return existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--', program, ...args] : [program, ...args];
}

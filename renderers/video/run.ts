import {type ChildProcess, spawn} from 'node:child_process';
import {PROGRAM_ENV, ProgramFailed, withParentDeathSignal} from '../../shared/process/run-program.ts';

export type EncoderRun = {
	/** Goes to its standard input, piece by piece; a piece may be overwritten once the next one is asked for. */
	input?: Iterable<Buffer> | AsyncIterable<Buffer>;
	timeoutMs: number;
	signal: AbortSignal;
	/** Receives the standard output piece by piece. */
	output?: (chunk: Buffer) => void;
};

const KEPT_WORDS = 500;
/** Messages of a failed end: ffmpeg exits with 0 even if it could not write the end of its file. */
const NOT_WRITTEN = /Error (?:writing trailer of|closing file) /;
const NO_ROOM = /No space left on device|Disk quota exceeded/;
/** Keeps ffmpeg from reading keys, and from opening anything but files and pipes, whatever a file says. */
const QUIET = ['-hide_banner', '-v', 'error', '-nostdin', '-y'];
const SAFE_INPUT = ['-protocol_whitelist', 'file,pipe', '-i'];

/**
 * Runs ffmpeg to its end, in a process group that is killed as a whole: with this process, when time is over, or
 * when the signal is aborted. Throws `ProgramFailed`, or the signal's reason.
 */
export async function runEncoder(ffmpeg: string, args: string[], {input = [], timeoutMs, signal, output}: EncoderRun): Promise<void> {
	signal.throwIfAborted();
	const [command, ...rest] = withParentDeathSignal(ffmpeg, [...QUIET, ...args.flatMap(arg => (arg === '-i' ? SAFE_INPUT : [arg]))]);
	const child = spawn(command!, rest, {env: PROGRAM_ENV, detached: true, stdio: ['pipe', output ? 'pipe' : 'ignore', 'pipe']});
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	promise.catch(() => {});
	const fail = (error: Error) => {
		reject(error);
		killGroup(child);
	};
	let said = '';
	child.stderr!.setEncoding('utf8').on('data', text => {
		said = (said + text).slice(-KEPT_WORDS);
	});
	if (output) child.stdout!.on('data', output);
	child.once('error', error => fail(new ProgramFailed(`${ffmpeg} could not be started: ${error.message}`, {cause: error})));
	child.once('close', (code, killer) => {
		const words = `${ffmpeg} ended with ${killer ?? code}. ${said}`.trim();
		if (NO_ROOM.test(said)) fail(Object.assign(new ProgramFailed(words), {code: 'ENOSPC'}));
		else if (code !== 0 || NOT_WRITTEN.test(said)) fail(new ProgramFailed(words));
		else resolve();
	});
	// One that ends without reading all of it says so by its exit code.
	child.stdin!.on('error', () => {});
	const hung = () => fail(Object.assign(new ProgramFailed(`${ffmpeg} took longer than ${timeoutMs} ms`), {code: 'ENCODER_HUNG'}));
	const timer = setTimeout(hung, timeoutMs);
	const abort = () => fail(signal.reason);
	signal.addEventListener('abort', abort, {once: true});
	try {
		await Promise.race([promise, feed(child, input, promise)]);
		await promise;
	} catch (error) {
		fail(error as Error);
		throw error;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', abort);
	}
}

async function feed(child: ChildProcess, input: NonNullable<EncoderRun['input']>, ended: Promise<void>): Promise<void> {
	const stdin = child.stdin!;
	for await (const piece of input) {
		const written = new Promise<void>(resolve => stdin.write(piece, () => resolve()));
		await Promise.race([written, ended]);
		if (stdin.destroyed) return;
	}
	stdin.end();
}

function killGroup({pid}: ChildProcess): void {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch {
		// Gone, as it should be.
	}
}

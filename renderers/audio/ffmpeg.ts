import type {ChildProcess, SpawnOptions} from 'node:child_process';
import {type PassThrough, Writable} from 'node:stream';
import {finished} from 'node:stream/promises';
import Ffmpeg, {type FfmpegCommand} from 'fluent-ffmpeg';
import {PROGRAM_ENV, withParentDeathSignal} from '../../shared/process/run-program.ts';

export type Transcoding = {input: PassThrough; inputOptions: string[]; output: Writable; outputOptions: string[]; signal: AbortSignal};

export class ProgramEnded extends Error {
	/** True if ffmpeg ran and rejected the input; false if it could not be started or was killed. */
	readonly refused: boolean;

	constructor(message: string, code: number | null) {
		super(message);
		this.refused = code !== null && code !== 126 && code !== 127;
	}
}

/** Ends once ffmpeg has, and all of its output has arrived. */
export async function runFfmpeg(ffmpeg: string, {input, inputOptions, output, outputOptions, signal}: Transcoding): Promise<void> {
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	let child: ChildProcess | undefined;
	const command = patched(Ffmpeg({source: input, stdoutLines: 20}), ffmpeg, started => {
		child = started;
		if (signal.aborted) child.kill('SIGKILL');
	});
	command
		.inputOptions(inputOptions)
		.outputOptions(['-hide_banner', '-nostats', '-vn', ...outputOptions])
		.once('end', () => resolve())
		.once('error', error => reject(new ProgramEnded(error.message, child?.exitCode ?? null)));
	const abort = () => {
		reject(signal.reason);
		command.kill('SIGKILL');
	};
	signal.addEventListener('abort', abort, {once: true});
	command.pipe(output, {end: true});
	try {
		// The wrapper says that it ended when the process has; what the process wrote may still be on its way.
		await Promise.all([promise, finished(output)]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}

/** Keeps what is written. Without a `close` event: 20 ms after one the wrapper kills a process that has not ended yet. */
export function collector(also: (chunk: Buffer) => void = () => {}) {
	const chunks: Buffer[] = [];
	const writable = new Writable({
		emitClose: false,
		write(chunk: Buffer, _encoding, done) {
			chunks.push(chunk);
			also(chunk);
			done();
		},
	});
	return Object.assign(writable, {bytes: () => Buffer.concat(chunks)});
}

type FfmpegInternals = {
	_getFfmpegPath(done: (error: null, path: string) => void): void;
	_checkCapabilities(done: (error: null) => void): void;
	availableEncoders(done: (error: null, encoders: object) => void): void;
	_spawnFfmpeg(args: string[], options: SpawnOptions, started: (child: ChildProcess, ...rest: unknown[]) => void, ended: () => void): void;
};

/**
 * Mends four faults of fluent-ffmpeg: it asks for formats and encoders in processes that cannot be ended, passes
 * on our whole environment, keeps one path of ffmpeg for all, and leaves the process running when ours is killed.
 */
function patched(command: FfmpegCommand, ffmpeg: string, started: (child: ChildProcess) => void): FfmpegCommand {
	const spawn = (Ffmpeg.prototype as unknown as FfmpegInternals)._spawnFfmpeg;
	const [program, ...before] = withParentDeathSignal(ffmpeg, []);
	const internals: FfmpegInternals = {
		_getFfmpegPath: done => done(null, program!),
		_checkCapabilities: done => done(null),
		availableEncoders: done => done(null, {}),
		_spawnFfmpeg(args, options, spawned, ended) {
			const onError = (child: ChildProcess, ...rest: unknown[]) => {
				started(child);
				spawned(child, ...rest);
			};
			spawn.call(command, [...before, ...args], {...options, env: PROGRAM_ENV}, onError, ended);
		},
	};
	return Object.assign(command, internals);
}

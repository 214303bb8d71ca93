import {type ChildProcess, execFile, type SpawnOptions} from 'node:child_process';
import {type PassThrough, Writable} from 'node:stream';
import {finished} from 'node:stream/promises';
import Ffmpeg, {type FfmpegCommand} from 'fluent-ffmpeg';
import {PROGRAM_ENV, withParentDeathSignal} from '../../shared/process/run-program.ts';

type Transcoding = {input: PassThrough; inputOptions: string[]; output: Writable; outputOptions: string[]; signal: AbortSignal};

/** Samples a second of narrations. */
export const SAMPLE_RATE = 44_100;
const SAMPLES_PER_FRAME = 1152;

type ProbeFacts = {streams?: Array<{codec_name?: string; channels?: number; bit_rate?: string; nb_read_packets?: string}>};

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

/** Lists the faults of a narration. Time is counted in frames: ffprobe only guesses it from the bytes. */
export function faultsOf({streams = []}: ProbeFacts, durationMs: number): string[] {
	const [stream] = streams;
	if (streams.length !== 1 || !stream) return [`${streams.length} streams`];
	const counted = (Number(stream.nb_read_packets) * SAMPLES_PER_FRAME * 1000) / SAMPLE_RATE;
	const faults: string[] = [];
	if (stream.codec_name !== 'mp3') faults.push(`codec ${stream.codec_name}`);
	if (stream.channels !== 1) faults.push(`${stream.channels} channels`);
	if (stream.bit_rate !== '64000') faults.push(`${stream.bit_rate} bit/s`);
	if (!(Math.abs(counted - durationMs) <= durationMs / 100 + 1)) faults.push(`${counted} ms in frames, ${durationMs} ms in bytes`);
	return faults;
}

export type Probe = ReturnType<typeof startProbe>;

/** Starts ffprobe on the MP3 that is written to it. */
export function startProbe(ffprobe: string, signal: AbortSignal) {
	const entries = 'stream=codec_name,channels,bit_rate,nb_read_packets';
	const args = [
		'-v',
		'error',
		'-protocol_whitelist',
		'pipe',
		'-f',
		'mp3',
		'-count_packets',
		'-show_entries',
		entries,
		'-of',
		'json',
		'-i',
		'pipe:0',
	];
	const [command, ...rest] = withParentDeathSignal(ffprobe, args);
	const {promise, resolve, reject} = Promise.withResolvers<ProbeFacts>();
	const child = execFile(command!, rest, {env: PROGRAM_ENV, signal, killSignal: 'SIGKILL', maxBuffer: 2 ** 16}, (error, stdout) => {
		if (error) reject(error);
		else resolve(JSON.parse(stdout));
	});
	// That it ended early is reported by its exit code.
	child.stdin!.on('error', () => {});
	return {facts: promise, write: (chunk: Buffer) => child.stdin!.write(chunk), end: () => child.stdin!.end()};
}

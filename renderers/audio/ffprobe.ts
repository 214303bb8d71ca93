import {execFile} from 'node:child_process';
import {PROGRAM_ENV, withParentDeathSignal} from '../../shared/process/run-program.ts';

const SAMPLES_PER_FRAME = 1152;

export type ProbeFacts = {streams?: Array<{codec_name?: string; channels?: number; bit_rate?: string; nb_read_packets?: string}>};

/** Lists the faults of a narration. Time is counted in frames: ffprobe only guesses it from the bytes. */
export function faultsOf({streams = []}: ProbeFacts, durationMs: number, sampleRate: number): string[] {
	const [stream] = streams;
	if (streams.length !== 1 || !stream) return [`${streams.length} streams`];
	const counted = (Number(stream.nb_read_packets) * SAMPLES_PER_FRAME * 1000) / sampleRate;
	const faults: string[] = [];
	if (stream.codec_name !== 'mp3') faults.push(`codec ${stream.codec_name}`);
	if (stream.channels !== 1) faults.push(`${stream.channels} channels`);
	if (stream.bit_rate !== '64000') faults.push(`${stream.bit_rate} bit/s`);
	if (!(Math.abs(counted - durationMs) <= durationMs / 100 + 1)) faults.push(`${counted} ms in frames, ${durationMs} ms in bytes`);
	return faults;
}

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

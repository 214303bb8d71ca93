import {PassThrough} from 'node:stream';
import {AppError, invalid} from '../../shared/errors.ts';
import {collector, faultsOf, type Probe, ProgramEnded, runFfmpeg, SAMPLE_RATE, startProbe} from './ffmpeg.ts';
import {levelSpeech} from './normalize.ts';
import {copied, readWav, type Samples, wavHeader} from './wav.ts';

export type EncodedSpeech = {
	/** MP3, one channel, 64 kbit/s constant, 44.1 kHz, without any tag. */
	mp3: Buffer;
	durationMs: number;
};

export type AudioTools = {
	/** Names or paths of the programs. */
	ffmpeg: string;
	ffprobe: string;
	signal: AbortSignal;
};

const BYTES_PER_SECOND = 8000;
/** Milliseconds that the encoder's own delay and its last, filled frame may add. */
const ENCODER_MS = 100;
/** No narration takes longer than this; decoding ends there. */
const MAX_SECONDS = 25 * 60;
const TIMEOUT = {least: 30_000, perMegabyte: 2_000};
/** Formats that voices return; ffmpeg takes no other, so that no bytes make it open a second file. */
const FORMATS = 'wav,mp3,ogg,flac,aac';
const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'];
// One voice at 64 kbit/s has bits to spare: the quick search for the best use of them takes two thirds of the time.
const MP3 = ['-f', 'mp3', '-c:a', 'libmp3lame', '-compression_level', '7', '-b:a', '64k', '-ac', '1', '-ar', String(SAMPLE_RATE)];
/** The head of our own WAV says all; without these ffmpeg reads seconds of it before it begins. */
const OWN_WAV = ['-probesize', '32', '-analyzeduration', '0', '-f', 'wav'];
/** Leaves out the frame with the length, tags and the encoder's name, so that equal speech makes equal bytes. */
const BARE = ['-write_xing', '0', '-id3v2_version', '0', '-fflags', '+bitexact', '-flags', '+bitexact', '-map_metadata', '-1'];

/**
 * Makes a narration of whatever a voice returned: MP3, mono, 64 kbit/s, as loud as every other, without silence around it, the
 * same bytes for the same speech; measured with ffprobe. `audio` may be on its way still, from a voice of this machine: the encoder
 * starts meanwhile; its error passes. Throws `nothing_to_narrate` if there is nothing to hear,
 * `provider_failed` if the bytes are no audio, `invalid_request` for more than 25 minutes, `provider_unavailable`
 * if the programs do not work; the signal's reason once that is aborted.
 */
export async function encodeSpeech(audio: Buffer | Promise<Buffer>, {ffmpeg, ffprobe, signal}: AudioTools): Promise<EncodedSpeech> {
	const arrival = Promise.resolve(audio);
	arrival.catch(() => {});
	signal.throwIfAborted();
	const end = new AbortController();
	const tools = {ffmpeg, ffprobe, signal: AbortSignal.any([signal, end.signal])};
	const encoder = startEncoder(tools);
	let timer: NodeJS.Timeout | undefined;
	try {
		const bytes = await arrival;
		timer = setTimeout(() => end.abort(), TIMEOUT.least + (bytes.length / 2 ** 20) * TIMEOUT.perMegabyte);
		return await encodedBy(encoder, bytes, tools).catch(cause => {
			signal.throwIfAborted();
			if (cause instanceof AppError) throw cause;
			throw new AppError('provider_unavailable', {message: 'The audio encoder does not work at the moment.', cause});
		});
	} finally {
		clearTimeout(timer);
		end.abort();
	}
}

async function encodedBy(
	encoder: ReturnType<typeof startEncoder>,
	audio: Buffer,
	{ffmpeg, ffprobe, signal}: AudioTools,
): Promise<EncodedSpeech> {
	// It starts only now, while the samples are levelled and encoded: beside a voice that speaks it would take that its processor.
	const probe = startProbe(ffprobe, signal);
	// Its error is reported once the encoder has ended.
	probe.facts.catch(() => {});
	const speech = readWav(audio) ?? (await Promise.race([decode(audio, ffmpeg, signal), encoder.failed]));
	if (speech.samples.length > MAX_SECONDS * speech.sampleRate) throw tooLong();
	const kept = levelSpeech(speech);
	if (kept.length === 0)
		throw new AppError('nothing_to_narrate', {message: 'There is nothing to hear in what the voice made of this text.'});
	return await encoder.finish({samples: kept, sampleRate: speech.sampleRate}, probe);
}

/** Returns the milliseconds of a sound that `encodeSpeech` made; null for any other sound or data. */
export async function encodedDurationMs(mp3: Buffer, {ffprobe, signal}: Pick<AudioTools, 'ffprobe' | 'signal'>): Promise<number | null> {
	const durationMs = Math.round((mp3.length / BYTES_PER_SECOND) * 1000);
	if (durationMs === 0 || durationMs > MAX_SECONDS * 1000 || !isBareFrame(mp3)) return null;
	const probe = startProbe(ffprobe, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT.least)]));
	probe.write(mp3);
	probe.end();
	try {
		return faultsOf(await probe.facts, durationMs).length === 0 ? durationMs : null;
	} catch (error) {
		signal.throwIfAborted();
		// For bytes that are no MP3, ffprobe exits with a number; any other error has another cause.
		if (typeof (error as {code?: unknown}).code === 'number') return null;
		throw error;
	}
}

/** Tells that the bytes begin with a frame of MPEG 1, layer III, and so without a tag. */
function isBareFrame(bytes: Buffer): boolean {
	return bytes.length > 4 && bytes[0] === 0xff && (bytes[1]! & 0xfe) === 0xfa;
}

/** Reads any sound as one channel. */
async function decode(audio: Buffer, ffmpeg: string, signal: AbortSignal): Promise<Samples> {
	const input = new PassThrough();
	const output = collector();
	const run = runFfmpeg(ffmpeg, {
		input,
		inputOptions: ['-protocol_whitelist', 'pipe', '-format_whitelist', FORMATS],
		outputOptions: ['-map', '0:a:0', '-t', String(MAX_SECONDS + 1), ...RAW],
		output,
		signal,
	});
	input.end(audio);
	await run.catch(cause => {
		if (cause instanceof ProgramEnded && cause.refused) throw unusable(cause);
		throw cause;
	});
	const bytes = output.bytes();
	if (bytes.length === 0) throw unusable('no samples');
	return {samples: copied(bytes), sampleRate: SAMPLE_RATE};
}

/** Starts an encoder that waits for its samples. */
function startEncoder({ffmpeg, signal}: Pick<AudioTools, 'ffmpeg' | 'signal'>) {
	const input = new PassThrough();
	let reader: Probe | undefined;
	const output = collector(chunk => reader!.write(chunk));
	const run = runFfmpeg(ffmpeg, {input, inputOptions: OWN_WAV, outputOptions: [...MP3, ...BARE], output, signal});
	const failed = run.then((): never => {
		throw new Error('The encoder ended before it had anything to encode.');
	});
	// Callers that still wait get the error; without a caller it must not count as unhandled.
	for (const promise of [run, failed]) promise.catch(() => {});
	return {
		/** Rejects if the encoder ends. */
		failed,
		/** Encodes the samples; `probe` reads what the encoder writes. */
		async finish({samples, sampleRate}: Samples, probe: Probe): Promise<EncodedSpeech> {
			reader = probe;
			// The head of the file tells the rate, which is known only now.
			input.write(wavHeader({samples, sampleRate}));
			input.end(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
			await run;
			probe.end();
			const mp3 = output.bytes();
			const durationMs = Math.round((mp3.length / BYTES_PER_SECOND) * 1000);
			const wanted = (samples.length / sampleRate) * 1000;
			const faults = faultsOf(await probe.facts, durationMs);
			if (durationMs < wanted - 1 || durationMs > wanted + ENCODER_MS) faults.push(`${durationMs} ms for ${wanted} ms of speech`);
			if (faults.length > 0) throw new Error(`The encoder made something else than asked for: ${faults.join('; ')}`);
			return {mp3, durationMs};
		},
	};
}

function tooLong(): AppError {
	const message = `This text takes longer than ${MAX_SECONDS / 60} minutes to speak.`;
	return invalid([{field: 'text', message, hint: 'Divide it over several steps.'}]);
}

function unusable(cause: unknown): AppError {
	return new AppError('provider_failed', {message: 'What the voice provider answered is no audio that can be read.', cause});
}

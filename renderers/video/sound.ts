import {open} from 'node:fs/promises';
import type {Timeline} from '../../shared/tour/timeline.ts';
import {runEncoder} from './run.ts';

/** Samples a second of the track: what narrations have. */
export const SAMPLE_RATE = 44_100;
const BYTES_PER_SAMPLE = 2;
/** Samples that MP3 puts before the first one: 576 by the encoder, 529 by the decoder. Our files do not say so. */
const DELAY_SAMPLES = 1105;
/** Enough for 25 minutes of speech, the longest there is. */
const TIMEOUT_MS = 60_000;
const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'];

type Sound = {ffmpeg: string; signal: AbortSignal; read(file: string): Promise<Buffer | null>};

/** Indexes of the parts that cannot be heard. */
export type Silent = number[];

/**
 * Writes all that is said, each word at its time, as samples (16 bits, one channel) as long as the film. Returns the parts whose sound has gone
 * or cannot be read; null where nothing is said at all, and then nothing is written.
 */
export async function writeSound(path: string, {parts, durationMs}: Timeline, {ffmpeg, signal, read}: Sound): Promise<Silent | null> {
	if (!parts.some(({voice}) => voice)) return null;
	const silent: Silent = [];
	const file = await open(path, 'w');
	try {
		for (const [index, {voice, at, durationMs: lasts}] of parts.entries()) {
			if (!voice) continue;
			const mp3 = await read(voice.narration.file);
			const samples = mp3 && (await decodeMp3(mp3, ffmpeg, signal));
			if (!samples) {
				silent.push(index);
				continue;
			}
			await file.write(samples.subarray(0, placeOf(at + lasts) - placeOf(at)), 0, undefined, placeOf(voice.at));
		}
		// What nobody wrote is silence, and takes no room where the file system can leave it out.
		await file.truncate(placeOf(durationMs));
	} finally {
		await file.close();
	}
	return silent;
}

/** Returns ffmpeg's arguments for reading the samples. */
export function soundInput(path: string): string[] {
	return [...RAW, '-i', path];
}

/** Decodes an MP3 to samples; null if it cannot be read. */
async function decodeMp3(mp3: Buffer, ffmpeg: string, signal: AbortSignal): Promise<Buffer | null> {
	const chunks: Buffer[] = [];
	const args = ['-f', 'mp3', '-i', 'pipe:0', '-map', '0:a:0', ...RAW, 'pipe:1'];
	try {
		await runEncoder(ffmpeg, args, {input: [mp3], output: chunk => chunks.push(chunk), timeoutMs: TIMEOUT_MS, signal});
	} catch {
		signal.throwIfAborted();
		return null;
	}
	return Buffer.concat(chunks).subarray(DELAY_SAMPLES * BYTES_PER_SAMPLE);
}

function placeOf(ms: number): number {
	return Math.round((ms / 1000) * SAMPLE_RATE) * BYTES_PER_SAMPLE;
}

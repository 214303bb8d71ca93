import {loudnessOf} from './loudness.ts';
import type {Samples} from './wav.ts';

/** Loudness of every narration, LUFS: what podcasts and telephones use for speech in one channel. */
const TARGET_LUFS = -16;
/** Quieter than this is noise, not speech. */
const FLOOR_LUFS = -55;
/**
 * Highest sample, as a share of full scale (-3.3 dB). MP3 at 64 kbit/s and the curve between two samples add up to 1.5 dB:
 * the true peak stays below -1.5 dB.
 */
const CEILING = 0.68;
/** Below this after levelling it is a pause (-46 dB). */
const SILENCE = 0.005;
/** Samples, 3 ms of speech at 22 kHz. */
const BLOCK = 64;
const ROUNDS = 3;
/** The most that speech is amplified for the sake of its peaks (4 dB). */
const MOST_BOOST = 1.6;
/** Blocks over which the gain goes down before a peak and comes back after it. */
const REACH = 4;
/** Silence that is kept before and after the speech. */
const MARGIN_SECONDS = 0.15;

/**
 * Brings speech to the loudness that all narrations have (EBU R128), holds its peaks below the ceiling and cuts the silence around
 * it. Changes the samples in place and returns the part to keep: none where there is nothing to hear.
 */
export function levelSpeech({samples, sampleRate}: Samples): Int16Array {
	const loudness = loudnessOf(samples, sampleRate);
	if (!(loudness > FLOOR_LUFS)) return samples.subarray(0, 0);
	const blocks = measureBlocks(samples);
	const gain = 10 ** ((TARGET_LUFS - loudness) / 20);
	const first = blocks.peaks.findIndex(peak => peak * gain > SILENCE);
	const last = blocks.peaks.findLastIndex(peak => peak * gain > SILENCE);
	if (first < 0) return samples.subarray(0, 0);
	amplify(samples, gainsFor(blocks, gain));
	const margin = Math.round(MARGIN_SECONDS * sampleRate);
	return samples.subarray(Math.max(0, first * BLOCK - margin), Math.min(samples.length, (last + 1) * BLOCK + margin));
}

type Blocks = {
	/** The highest sample of each block, as a share of full scale. */
	peaks: Float32Array;
	energies: Float32Array;
};

function measureBlocks(samples: Int16Array): Blocks {
	const count = Math.ceil(samples.length / BLOCK);
	const peaks = new Float32Array(count);
	const energies = new Float32Array(count);
	for (let block = 0; block < count; block++) {
		let peak = 0;
		let energy = 0;
		for (let i = block * BLOCK; i < Math.min(samples.length, (block + 1) * BLOCK); i++) {
			const height = Math.abs(samples[i]!) / 32_768;
			if (height > peak) peak = height;
			energy += height * height;
		}
		peaks[block] = peak;
		energies[block] = energy;
	}
	return {peaks, energies};
}

/** The gain of each block. What holding the peaks costs in loudness is given back to all, a few times over. */
function gainsFor({peaks, energies}: Blocks, gain: number): Float32Array {
	const whole = sum(energies);
	let boost = gain;
	let limits = limitedGains(peaks, boost);
	for (let round = 0; round < ROUNDS; round++) {
		const left = sum(energies.map((energy, at) => energy * limits[at]! ** 2));
		boost = Math.min(gain * MOST_BOOST, gain * Math.sqrt(whole / left));
		limits = limitedGains(peaks, boost);
	}
	return limits.map(limit => limit * boost);
}

/** Returns each block's gain, which keeps its peak and those of near blocks below the ceiling, without steps. */
function limitedGains(peaks: Float32Array, gain: number): Float32Array {
	const needed = peaks.map(peak => Math.min(1, CEILING / (peak * gain)));
	const lowest = needed.map((_, at) => {
		let low = 1;
		for (let near = Math.max(0, at - REACH); near <= at + REACH; near++) low = Math.min(low, needed[near] ?? 1);
		return low;
	});
	// One block less than the minimum reached: neither the mean nor the line to the next mean can rise above what a peak needs.
	return lowest.map((_, at) => {
		const near = lowest.subarray(Math.max(0, at - REACH + 1), at + REACH);
		return sum(near) / near.length;
	});
}

function sum(values: Float32Array): number {
	let total = 0;
	for (const value of values) total += value;
	return total;
}

/** The gain goes in a straight line from the middle of one block to the middle of the next. */
function amplify(samples: Int16Array, gains: Float32Array): void {
	for (let at = -1; at < gains.length; at++) {
		const from = gains[Math.max(at, 0)]!;
		const to = gains[Math.min(at + 1, gains.length - 1)]!;
		const start = at * BLOCK + BLOCK / 2;
		for (let i = Math.max(start, 0); i < Math.min(start + BLOCK, samples.length); i++) {
			samples[i] = Math.round(samples[i]! * (from + ((to - from) * (i - start)) / BLOCK));
		}
	}
}

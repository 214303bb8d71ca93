import type {Samples} from './wav.ts';

/** Loudness of every narration, LUFS: what podcasts and phones use for speech in one channel. */
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

const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const TENTHS_PER_BLOCK = 4;

type Filter = {b: readonly [number, number, number]; a: readonly [number, number]};

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

/** Returns the gain of each block. The loudness that holding the peaks costs is given back to all blocks, in a few rounds. */
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
	// Plain loops: a view of its neighbours for each block takes longer than their sum.
	const needed = peaks.map(peak => Math.min(1, CEILING / (peak * gain)));
	const lowest = needed.map((_, at) => {
		let low = 1;
		const to = Math.min(needed.length, at + REACH + 1);
		for (let near = Math.max(0, at - REACH); near < to; near++) if (needed[near]! < low) low = needed[near]!;
		return low;
	});
	// One block less than the minimum reached: neither the mean nor the line to the next mean can rise above what a peak needs.
	return lowest.map((_, at) => {
		const from = Math.max(0, at - REACH + 1);
		const to = Math.min(lowest.length, at + REACH);
		let total = 0;
		for (let near = from; near < to; near++) total += lowest[near]!;
		return total / (to - from);
	});
}

function sum(values: Float32Array): number {
	let total = 0;
	for (const value of values) total += value;
	return total;
}

/** Applies the gains, in a straight line from the middle of one block to the middle of the next. */
function amplify(samples: Int16Array, gains: Float32Array): void {
	for (let at = -1; at < gains.length; at++) {
		const from = gains[Math.max(at, 0)]!;
		const rise = (gains[Math.min(at + 1, gains.length - 1)]! - from) / BLOCK;
		const start = at * BLOCK + BLOCK / 2;
		const end = Math.min(start + BLOCK, samples.length);
		// Half a sample up: a third of the time that rounding takes.
		for (let i = Math.max(start, 0); i < end; i++) samples[i] = Math.floor(samples[i]! * (from + rise * (i - start)) + 0.5);
	}
}

/**
 * Loudness of one channel of samples in LUFS, gated as EBU R128 and ITU-R BS.1770-4 have it; -Infinity for silence. What is shorter
 * than one block of 0.4 s counts as one.
 */
export function loudnessOf(samples: Int16Array, sampleRate: number): number {
	const blocks = overlapping(tenths(samples, sampleRate));
	const heard = blocks.filter(power => lufs(power) > ABSOLUTE_GATE);
	const relative = lufs(mean(heard)) + RELATIVE_GATE;
	return lufs(mean(heard.filter(power => lufs(power) > relative)));
}

/**
 * Returns the mean square of each tenth of a second, after two filters: of the head, which lifts high tones, and
 * of the ear, which drops low ones.
 */
function tenths(samples: Int16Array, sampleRate: number): number[] {
	const [
		{
			b: [h0, h1, h2],
			a: [g1, g2],
		},
		{
			b: [e0, e1, e2],
			a: [f1, f2],
		},
	] = [head(sampleRate), ear(sampleRate)];
	const length = Math.round(sampleRate / 10);
	const powers: number[] = [];
	let [x1, x2, y1, y2, z1, z2] = [0, 0, 0, 0, 0, 0];
	let power = 0;
	for (let i = 0; i < samples.length; i++) {
		const x = samples[i]! / 32_768;
		const y = h0 * x + h1 * x1 + h2 * x2 - g1 * y1 - g2 * y2;
		const z = e0 * y + e1 * y1 + e2 * y2 - f1 * z1 - f2 * z2;
		x2 = x1;
		x1 = x;
		y2 = y1;
		y1 = y;
		z2 = z1;
		z1 = z;
		power += z * z;
		if ((i + 1) % length === 0 || i === samples.length - 1) {
			powers.push(power / length);
			power = 0;
		}
	}
	return powers;
}

function overlapping(powers: number[]): number[] {
	if (powers.length < TENTHS_PER_BLOCK) return [mean(powers)];
	return powers.slice(TENTHS_PER_BLOCK - 1).map((_, at) => mean(powers.slice(at, at + TENTHS_PER_BLOCK)));
}

/**
 * Makes a filter that lifts tones above 1.7 kHz by 4 dB. The standard's coefficients are for 48 kHz; these draw
 * the same curve at any rate.
 */
function head(sampleRate: number): Filter {
	const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
	const q = 0.7071752369554196;
	const high = 10 ** (3.999843853973347 / 20);
	const band = high ** 0.4996667741545416;
	const unit = 1 + k / q + k * k;
	return {
		b: [(high + (band * k) / q + k * k) / unit, (2 * (k * k - high)) / unit, (high - (band * k) / q + k * k) / unit],
		a: [(2 * (k * k - 1)) / unit, (1 - k / q + k * k) / unit],
	};
}

/** A high pass at 38 Hz. */
function ear(sampleRate: number): Filter {
	const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
	const q = 0.5003270373238773;
	const unit = 1 + k / q + k * k;
	return {b: [1, -2, 1], a: [(2 * (k * k - 1)) / unit, (1 - k / q + k * k) / unit]};
}

function mean(values: number[]): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function lufs(power: number): number {
	return -0.691 + 10 * Math.log10(power);
}

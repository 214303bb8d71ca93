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

const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const TENTHS_PER_BLOCK = 4;

type Filter = {b: readonly [number, number, number]; a: readonly [number, number]};

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

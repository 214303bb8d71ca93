const isShort = process.argv.includes('--short');

/** Returns how many or how much of something this round takes: a short one shows within seconds that a bench works and is not far off. */
export function sized<T>(whole: T, short: T): T {
	return isShort ? short : whole;
}

export function median(values: number[]): number {
	return percentile(values, 0.5);
}

/** The value that this share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;

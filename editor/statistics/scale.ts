/** Computes the positions of a chart's lines. */

/** Returns three to six whole numbers from 0 up, of which the last is at least `most`. */
export function ticks(most: number): number[] {
	const step = niceStep(Math.max(most, 1) / 4);
	const count = Math.max(1, Math.ceil(most / step));
	return Array.from({length: count + 1}, (_, index) => index * step);
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that is at least so large. */
function niceStep(least: number): number {
	const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
	return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least)!;
}

export type Box = {left: number; top: number; width: number; height: number};

/** Returns the points of a series in a box, from its left side to its right; a single one is in the middle. */
export function points(values: readonly number[], top: number, box: Box): Array<[x: number, y: number]> {
	const gap = values.length > 1 ? box.width / (values.length - 1) : 0;
	const first = values.length > 1 ? box.left : box.left + box.width / 2;
	return values.map((value, index) => [first + index * gap, box.top + box.height * (1 - value / Math.max(top, 1))]);
}

export function path(line: ReadonlyArray<readonly [number, number]>): string {
	return line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** Returns the index of the value nearest to the pointer, of `count`. */
export function nearest(x: number, count: number, {left, width}: Box): number {
	if (count < 2) return 0;
	return Math.min(count - 1, Math.max(0, Math.round(((x - left) / width) * (count - 1))));
}

/** Returns the days to label, of `count` with room for `room`: the last, and back from there at even distances. */
export function named(count: number, room: number): number[] {
	const step = Math.max(1, Math.ceil(count / Math.max(1, room)));
	return Array.from({length: Math.ceil(count / step)}, (_, index) => count - 1 - index * step).reverse();
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

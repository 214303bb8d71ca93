import type {Box, View} from './picture.ts';

/** A connected area of one colour (or of a gradient) that is large enough to have something written on it. */
export type Ground = Box & {id: number; area: number; color: [number, number, number]};

/** The ground of each pixel (`of`), or 0 for pixels drawn on one. */
export type Grounds = {of: Int32Array; list: Ground[]};

/** Neighbours that differ by no more than this in a channel belong together: a gradient does, an edge does not. */
const STEP = 4;
/** Square CSS pixels, and CSS pixels across: smaller than this are the insides of letters and check boxes. */
const LEAST_AREA = 290;
const LEAST_SIDE = 9;

/** For each pixel, the first pixel of its region of nearly equal neighbours. */
export type Regions = Int32Array;

/** Splits a view into the grounds of the page, its panels and its buttons, and what stands on them. */
export function findGrounds({data, width, height}: View, parent: Regions, scale: number): Grounds {
	const areas = new Int32Array(width * height);
	for (let at = 0; at < parent.length; at++) {
		areas[parent[at]!]!++;
	}
	const least = LEAST_AREA * scale * scale;
	const list: Ground[] = [];
	// An array, since a Map takes several times as long.
	const ids = new Int32Array(width * height);
	const of = new Int32Array(width * height);
	for (let y = 0, at = 0; y < height; y++) {
		for (let x = 0; x < width; x++, at++) {
			const top = parent[at]!;
			if (areas[top]! < least) continue;
			if (ids[top] === 0) {
				ids[top] = list.length + 1;
				list.push({id: ids[top]!, area: areas[top]!, left: x, top: y, right: x + 1, bottom: y + 1, color: [0, 0, 0]});
			}
			const ground = list[ids[top]! - 1]!;
			if (x < ground.left) ground.left = x;
			if (x >= ground.right) ground.right = x + 1;
			ground.bottom = y + 1;
			of[at] = ground.id;
		}
	}
	const narrow = new Set(
		list.filter(ground => Math.min(ground.right - ground.left, ground.bottom - ground.top) < LEAST_SIDE * scale).map(({id}) => id),
	);
	if (narrow.size > 0) for (let at = 0; at < of.length; at++) if (narrow.has(of[at]!)) of[at] = 0;
	colors(data, of, list);
	return {of, list};
}

/** Sets the mean colour of each ground. */
function colors(data: Uint8Array, of: Int32Array, list: Ground[]): void {
	const sums = new Float64Array((list.length + 1) * 3);
	for (let at = 0; at < of.length; at++) {
		const to = of[at]! * 3;
		if (to === 0) continue;
		sums[to]! += data[at * 3]!;
		sums[to + 1]! += data[at * 3 + 1]!;
		sums[to + 2]! += data[at * 3 + 2]!;
	}
	for (const ground of list) ground.color = [0, 1, 2].map(channel => sums[ground.id * 3 + channel]! / ground.area) as Ground['color'];
}

/** Finds the regions of a view, whatever its scale. */
export function findRegions({data, width, height}: View): Regions {
	const parent = new Int32Array(width * height);
	const root = (at: number) => {
		let top = at;
		while (parent[top] !== top) {
			parent[top] = parent[parent[top]!]!;
			top = parent[top]!;
		}
		return top;
	};
	const alike = (a: number, b: number) =>
		Math.abs(data[a * 3]! - data[b * 3]!) <= STEP &&
		Math.abs(data[a * 3 + 1]! - data[b * 3 + 1]!) <= STEP &&
		Math.abs(data[a * 3 + 2]! - data[b * 3 + 2]!) <= STEP;
	for (let y = 0, at = 0; y < height; y++) {
		for (let x = 0; x < width; x++, at++) {
			parent[at] = at;
			if (x > 0 && alike(at, at - 1)) parent[at] = root(at - 1);
			if (y > 0 && parent[at] !== parent[at - width] && alike(at, at - width)) {
				const [a, b] = [root(at), root(at - width)];
				if (a < b) parent[b] = a;
				else parent[a] = b;
			}
		}
	}
	for (let at = 0; at < parent.length; at++) parent[at] = root(at);
	return parent;
}

import {DETAIL_MAP} from '../../shared/tour/place/detail-map.ts';
import type {Pixels} from './decode.ts';

/** Two neighbours are drawn, not shaded, where one channel of them differs by more than this, of 255. */
const EDGE = 20;
/** Pixels that are looked at in each row, so that a screenshot and the same one in half of its size have much the same map. */
const SAMPLES = 640;
/** Paragraphs of text have an edge at every fourth of these pixels: that, and more, is the highest level. */
const FULL = 0.25;

/** How much is drawn where in the image: a `DETAIL_MAP`. Some 2 ms of a core. */
export function detailMap({data, width, height, channels}: Pixels): string {
	const {columns, rows, levels} = DETAIL_MAP;
	const edges = new Float64Array(columns * rows);
	const seen = new Float64Array(columns * rows);
	const step = Math.max(1, Math.round(width / SAMPLES));
	// Green where there are colours: those that differ in the others alone are rare.
	const channel = channels < 3 ? 0 : 1;
	for (let y = 0; y + step < height; y += step) {
		const row = Math.floor((y * rows) / height) * columns;
		for (let x = 0; x + step < width; x += step) {
			const at = (y * width + x) * channels + channel;
			const cell = row + Math.floor((x * columns) / width);
			const [value, right, below] = [data[at]!, data[at + step * channels]!, data[at + step * width * channels]!];
			if (Math.abs(value - right) > EDGE || Math.abs(value - below) > EDGE) edges[cell]! += 1;
			seen[cell]! += 1;
		}
	}
	const level = (cell: number) => Math.min(levels - 1, Math.ceil((edges[cell]! / Math.max(1, seen[cell]!) / FULL) * (levels - 1)));
	return Array.from(edges, (_, cell) => level(cell).toString(levels)).join('');
}

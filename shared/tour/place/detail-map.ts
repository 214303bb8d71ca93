import type {Highlight} from '../../contract/geometry.ts';

/** How much is drawn where in an image: a hexadecimal digit for each cell, row by row from the top left, 0 for nothing and f for text. */
export const DETAIL_MAP = {columns: 16, rows: 10, levels: 16};

/** How much is drawn in this part of the image (fractions), 0 to 1 on the average of its area. Outside of the image nothing is, nor in one without a map. */
export function detailIn(map: string | undefined, {x, y, width, height}: Highlight): number {
	if (!map || width <= 0 || height <= 0) return 0;
	const {columns, rows, levels} = DETAIL_MAP;
	let drawn = 0;
	for (let row = 0; row < rows; row++) {
		const high = overlap(y, height, row / rows, 1 / rows);
		if (high === 0) continue;
		for (let column = 0; column < columns; column++) {
			const wide = overlap(x, width, column / columns, 1 / columns);
			drawn += wide * high * Number.parseInt(map[row * columns + column] ?? '0', levels);
		}
	}
	return drawn / (width * height * (levels - 1));
}

function overlap(start: number, length: number, from: number, span: number): number {
	return Math.max(0, Math.min(start + length, from + span) - Math.max(start, from));
}

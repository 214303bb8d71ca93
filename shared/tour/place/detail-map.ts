import type {Highlight} from '../../contract/geometry.ts';

/** A map of how much is drawn in an image: a hex digit for each cell by rows from the top left, 0 nothing, f text. */
export const DETAIL_MAP = {columns: 16, rows: 10, levels: 16};

/**
 * Returns how much is drawn in this part of the image (fractions), 0 to 1 on average. Outside of the image, and
 * without a map, that is 0.
 */
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

/** Share of changed cells above which a picture counts as another screen. */
const ANOTHER_SCREEN = 0.5;

/** Returns the map with the highest level in each cell that differs from the picture `before`, of the same shape. */
export function withChanges(map: string | undefined, before: string | undefined): string | undefined {
	if (!map || map.length !== before?.length) return map;
	const cells = [...map];
	const isNew = cells.map((level, cell) => level !== before[cell]);
	if (isNew.filter(Boolean).length > ANOTHER_SCREEN * cells.length) return map;
	return cells.map((level, cell) => (isNew[cell] ? (DETAIL_MAP.levels - 1).toString(DETAIL_MAP.levels) : level)).join('');
}

function overlap(start: number, length: number, from: number, span: number): number {
	return Math.max(0, Math.min(start + length, from + span) - Math.max(start, from));
}

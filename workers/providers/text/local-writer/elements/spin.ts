import type {Ground} from '../grounds.ts';
import {type Box, heightOf, widthOf} from '../picture.ts';
import type {Scene} from '../screen.ts';
import {middle} from './place.ts';

/**
 * Shares of a field's height, for small letters hide how large the screen's pixels are: arrows beside a number are no larger, no further away
 * and as alike. Their buttons may touch: a column so wide, of whose halves no more than `other` of the pixels differ, and `drawn` are not ground.
 */
const SPIN = {largest: 0.6, least: 0.15, away: 1.25, off: 0.1, column: {least: 0.35, most: 1.1}, other: 0.15, drawn: 0.04};
/** Levels of 255 by which two pixels are not alike. */
const LEVELS = 32;

/** Returns true where two arrows, one over the other, stand to the right of what holds a number. */
export function hasSpin(scene: Scene, ground: Ground): boolean {
	const {marks, scale} = scene;
	const height = heightOf(ground);
	const off = Math.max(2 * scale, SPIN.off * height);
	const center = middle(ground).y;
	const isAs = (a: number, b: number) => Math.abs(a - b) <= off;
	const near = marks.list.filter(
		mark =>
			!mark.isEdge &&
			mark.left >= ground.right - scale &&
			mark.right <= ground.right + SPIN.away * height &&
			mark.top >= ground.top - off &&
			mark.bottom <= ground.bottom + off &&
			Math.max(widthOf(mark), heightOf(mark)) <= SPIN.largest * height &&
			widthOf(mark) >= SPIN.least * height,
	);
	if (marks.list.some(mark => isColumn(scene, mark, ground))) return true;
	const [upper, lower] = near.sort((a, b) => a.top - b.top);
	if (near.length !== 2 || !upper || !lower || upper.bottom > center + scale || lower.top < center - scale) return false;
	const isMirrored = isAs(center - middle(upper).y, middle(lower).y - center);
	return isMirrored && isAs(upper.left, lower.left) && isAs(upper.right, lower.right) && isAs(heightOf(upper), heightOf(lower));
}

/** Returns true for two small buttons that touch: a column beside a ground, as high, whose lower half mirrors the upper one and has something drawn in it. */
function isColumn({view, scale}: Scene, mark: Box, ground: Ground): boolean {
	// A round corner of the field may hang together with it.
	const height = heightOf(ground);
	const off = Math.max(2 * scale, SPIN.off * height);
	const column = {...mark, left: Math.max(mark.left, ground.right)};
	const width = widthOf(column);
	const isAs = (a: number, b: number) => Math.abs(a - b) <= off;
	if (!isAs(column.top, ground.top) || !isAs(column.bottom, ground.bottom) || !isAs(column.left, ground.right)) return false;
	if (width < SPIN.column.least * height || width > SPIN.column.most * height) return false;
	const value = (x: number, y: number) => view.data[(y * view.width + x) * 3 + 1]!;
	const half = Array.from({length: width * (heightOf(column) >> 1)}, (_, at) => [at % width, Math.floor(at / width)] as const);
	const values = half.map(([x, y]) => value(column.left + x, column.top + y));
	const usual = values.toSorted((a, b) => a - b)[values.length >> 1]!;
	const drawn = values.filter(one => Math.abs(one - usual) > 2 * LEVELS).length;
	// The line between both may be a part of either.
	const other = [0, 1].map(
		line =>
			half.filter(([x, y], at) => Math.abs(value(column.left + x, Math.max(column.top, column.bottom - y - line)) - values[at]!) > LEVELS)
				.length,
	);
	return drawn >= SPIN.drawn * values.length && Math.min(...other) <= SPIN.other * values.length;
}

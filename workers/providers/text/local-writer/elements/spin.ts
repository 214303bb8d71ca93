import type {Ground} from '../pixels/grounds.ts';
import {type Box, heightOf, widthOf} from '../pixels/picture.ts';
import type {Scene} from '../pixels/screen.ts';
import {middle} from './place.ts';

/**
 * Shares of a field's height, for small letters hide how large the screen's pixels are: arrows beside a number are no larger, no further away
 * and as alike. Their buttons may touch: a column so wide, of whose halves no more than `other` of the pixels differ, and `drawn` are not ground.
 */
const SPIN = {largest: 0.6, least: 0.15, away: 1.25, off: 0.1, column: {least: 0.35, most: 1.1}, other: 0.15, drawn: 0.04};
/** Shares of a field's height, and of an arrow's own: those in its end are no higher, no further from it, and so many times as wide as high. */
const PAIR = {highest: 0.3, away: 0.9, wide: 1.2};
/** Levels of 255 by which two pixels are not alike. */
const LEVELS = 32;
/** Says whether two places or lengths are the same, as exactly as a field of this height is drawn. */
type IsAs = (a: number, b: number) => boolean;

/** Returns true if two arrows, one over the other, stand to the right of what holds a number. */
export function hasSpin(scene: Scene, ground: Ground): boolean {
	const {marks, scale} = scene;
	const height = heightOf(ground);
	const off = Math.max(2 * scale, SPIN.off * height);
	const isAs: IsAs = (a, b) => Math.abs(a - b) <= off;
	const beside = marks.list.filter(
		({left, top, right, bottom}) =>
			right > Math.max(left, ground.right) &&
			right <= ground.right + SPIN.away * height &&
			top >= ground.top - off &&
			bottom <= ground.bottom + off,
	);
	if (beside.some(mark => isColumn(scene, mark, ground, isAs))) return true;
	const arrows = beside
		.filter(mark => !mark.isEdge && mark.left >= ground.right - scale && widthOf(mark) >= SPIN.least * height)
		.filter(mark => Math.max(widthOf(mark), heightOf(mark)) <= SPIN.largest * height)
		.sort((a, b) => a.top - b.top);
	return arePair(arrows, middle(ground).y, scale, isAs);
}

/** Returns true if two arrows, one over the other, stand in the right end of what lists or counts. */
export function hasPair({marks, scale}: Scene, ground: Ground): boolean {
	const height = heightOf(ground);
	const isAs: IsAs = (a, b) => Math.abs(a - b) <= scale;
	const arrows = marks.list
		.filter(
			mark => mark.ground === ground.id && !mark.isEdge && mark.left >= ground.right - PAIR.away * height && mark.right < ground.right,
		)
		.filter(mark => mark.top > ground.top && mark.bottom < ground.bottom && widthOf(mark) >= SPIN.least * height)
		.sort((a, b) => a.top - b.top);
	const isWide = (mark: Box) => widthOf(mark) >= PAIR.wide * heightOf(mark) && heightOf(mark) <= PAIR.highest * height;
	return arrows.every(isWide) && arePair(arrows, middle(ground).y, scale, isAs);
}

/** Returns true for two marks that mirror each other over and under this line. */
function arePair(arrows: Box[], center: number, scale: number, isAs: IsAs): boolean {
	const [upper, lower] = arrows;
	if (arrows.length !== 2 || !upper || !lower || upper.bottom > center + scale || lower.top < center - scale) return false;
	const isMirrored = isAs(center - middle(upper).y, middle(lower).y - center);
	return isMirrored && isAs(upper.left, lower.left) && isAs(upper.right, lower.right) && isAs(heightOf(upper), heightOf(lower));
}

/** Returns true for two small buttons that touch: a column beside a ground, as high, whose lower half mirrors the upper one and has something drawn in it. */
function isColumn({view}: Scene, mark: Box, ground: Ground, isAs: IsAs): boolean {
	const height = heightOf(ground);
	// A round corner of the field may hang together with it.
	const column = {...mark, left: Math.max(mark.left, ground.right)};
	const width = widthOf(column);
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

import {type Box, heightOf, levelsBetween, type View, widthOf} from '../pixels/picture.ts';
import type {Scene} from '../pixels/screen.ts';

/**
 * `side`: a corner, of the box's side. `least`: ink in the corner with least, of that with most: a sheet of paper with a folded corner is no
 * box to tick.
 */
const CORNER = {side: 0.2, least: 0.6};
/** Ink in a circle's quarter with least, of that with most: a clock's hands stand in one of them. */
const QUARTER = 0.6;
const INSIDE = 0.22;
/** Ink inside a circle that may differ after a turn, as a share. */
const TURNED = 0.4;
/** Difference of two colours, of 255, below which they count as one. */
const EVEN = 12;
/** The band inside a square where only a tick is drawn, of its side; `levels` of 255 and `share` of the pixels there make a mark. */
const BAND = 0.2;
const CLEAR = {levels: 40, share: 0.15};
/** Shares of a square's side: where its inside begins, and from where on a run of ink there is a line. */
const LINE = {from: 0.24, long: 0.6};
/** Share of a bar's pixels that differ from those at its other end in a switch. */
const MIRRORED = 0.08;
/** Difference of a box's width from its height at most, of the height, to be one to tick. */
const SQUARE = 0.08;

/** True if a box has equal ink in its corners, and a round one in its quarters, as a box to tick has. */
export function isEven(scene: Scene, box: Box): boolean {
	const isSquare = Math.abs(widthOf(box) - heightOf(box)) <= Math.max(1, SQUARE * heightOf(box));
	if (!isSquare && widthOf(box) < 1.3 * heightOf(box)) return false;
	const [x, y] = [INSIDE * widthOf(box), INSIDE * heightOf(box)];
	const inside = {left: box.left + x, right: box.right - x, top: box.top + y, bottom: box.bottom - y};
	const isRound = Math.max(...inksOf(scene, box, 2, 2)) <= 1;
	if (isSquare ? !(isRound ? isTurned(scene, box) : isClear(scene, box) && !isLined(scene, box)) : isMirrored(scene, box)) return false;
	const side = Math.max(2, Math.round(CORNER.side * Math.min(widthOf(box), heightOf(box))));
	const corners = inksOf(scene, box, side, side);
	const [least, most] = [Math.min(...corners), Math.max(...corners)];
	if (most > 1) return least >= CORNER.least * most;
	if (widthOf(box) > 1.3 * heightOf(box)) return true;
	const quarters = inksOf(scene, inside, Math.floor(widthOf(inside) / 2), Math.floor(heightOf(inside) / 2));
	return Math.max(...quarters) <= 2 || Math.min(...quarters) >= QUARTER * Math.max(...quarters);
}

/** True for a circle with something in its middle: of several below each other only one is a chosen radio button. */
export function isChosen({view, scale}: Scene, {left, top, right, bottom}: Box): boolean {
	const pixel = pixelsOf(view);
	const outside = pixel(left - scale, top - scale);
	const isDrawn = (color: Uint8Array) => levelsBetween(color, outside) > CLEAR.levels;
	return !isDrawn(pixel(left + scale, top + scale)) && isDrawn(pixel((left + right) / 2, (top + bottom) / 2));
}

/** Returns true if what is inside a circle is even or a dot in its middle, so that a turn by a quarter changes little. */
function isTurned({view}: Scene, circle: Box): boolean {
	const [x, y] = [INSIDE * widthOf(circle), INSIDE * heightOf(circle)];
	const [left, top] = [Math.round(circle.left + x), Math.round(circle.top + y)];
	const side = Math.floor(Math.min(widthOf(circle) - 2 * x, heightOf(circle) - 2 * y));
	const pixel = pixelsOf(view);
	const ground = pixel(Math.floor(circle.left), Math.floor(circle.top));
	const inside = Array.from({length: side * side}, (_, at) => {
		const color = pixel(left + (at % side), top + Math.floor(at / side));
		return levelsBetween(color, ground);
	});
	const least = Math.min(...inside);
	let [ink, other] = [0, 0];
	for (const [at, value] of inside.entries()) {
		const turned = inside[(side - 1 - (at % side)) * side + Math.floor(at / side)]!;
		ink += Math.max(value - least, EVEN);
		other += Math.abs(value - turned);
	}
	return other <= TURNED * ink;
}

/** Returns true if nothing reaches from the frame of a square to its inside, as in a table or a calendar. */
function isClear({view}: Scene, box: Box): boolean {
	const [left, top] = [box.left + BAND * widthOf(box), box.top + BAND * heightOf(box)].map(Math.round) as [number, number];
	const [right, bottom] = [box.right - 1 - BAND * widthOf(box), box.bottom - 1 - BAND * heightOf(box)].map(Math.round) as [number, number];
	const band: number[] = [];
	const pixel = pixelsOf(view);
	const add = (x: number, y: number) => band.push(Math.max(...pixel(x, y)));
	for (let x = left; x <= right; x++) for (const y of [top, bottom]) add(x, y);
	for (let y = top + 1; y < bottom; y++) for (const x of [left, right]) add(x, y);
	const usual = band.toSorted((a, b) => a - b)[band.length >> 1]!;
	return band.filter(value => Math.abs(value - usual) > CLEAR.levels).length <= CLEAR.share * band.length;
}

/** Returns true if a line goes through a square, as no tick does, or if it is filled and has no tick. */
function isLined({view}: Scene, box: Box): boolean {
	const [width, height] = [widthOf(box), heightOf(box)];
	const pixel = pixelsOf(view);
	const differ = (a: Uint8Array, b: Uint8Array) => levelsBetween(a, b) > CLEAR.levels;
	const steps = Array.from({length: 25}, (_, index) => LINE.from + (index * (1 - 2 * LINE.from)) / 24);
	const inside = steps.map(down => steps.map(right => pixel(box.left + right * width, box.top + down * height)));
	const all = inside.flat();
	const ground = all.toSorted((a, b) => a[0]! + a[1]! + a[2]! - b[0]! - b[1]! - b[2]!)[all.length >> 1]!;
	const isInk = inside.map(row => row.map(color => differ(color, ground)));
	const longest = (row: boolean[]) =>
		row.reduce((run, ink) => ({now: ink ? run.now + 1 : 0, most: Math.max(run.most, ink ? run.now + 1 : 0)}), {now: 0, most: 0}).most;
	const columns = steps.map((_, at) => isInk.map(row => row[at]!));
	if ([...isInk, ...columns].some(row => longest(row) >= LINE.long * steps.length)) return true;
	const side = [pixel(box.left + 1, box.top + height / 2), pixel(box.left - 2, box.top + height / 2)] as const;
	return !all.some(color => differ(color, ground)) && !differ(side[0], ground) && differ(side[1], ground);
}

/** Returns true if both halves of a bar are alike: an eye, and no switch, which has its knob at one end. */
function isMirrored({view}: Scene, {left, top, right, bottom}: Box): boolean {
	let [all, other] = [0, 0];
	for (let y = Math.floor(top); y < bottom; y++) {
		for (let x = 0; x < (right - left) / 2; x++) {
			const [a, b] = [Math.floor(left) + x, Math.floor(right) - 1 - x].map(x => view.data[(y * view.width + x) * 3 + 1]!) as [
				number,
				number,
			];
			all++;
			if (Math.abs(a - b) > CLEAR.levels) other++;
		}
	}
	return other <= MIRRORED * all;
}

/** Returns the ink in each corner of a box. */
function inksOf({marks, view}: Scene, box: Box, width: number, height: number): number[] {
	return [box.left, box.right - width].flatMap(left =>
		[box.top, box.bottom - height].map(top => {
			let ink = 0;
			for (let y = Math.floor(top); y < Math.floor(top) + height; y++)
				for (let x = Math.floor(left); x < Math.floor(left) + width; x++) if (marks.of[y * view.width + x]) ink++;
			return ink;
		}),
	);
}

/** Returns a reader of single pixels. */
function pixelsOf({data, width}: View): (x: number, y: number) => Uint8Array {
	return (x, y) => {
		const at = (Math.floor(y) * width + Math.floor(x)) * 3;
		return data.subarray(at, at + 3);
	};
}

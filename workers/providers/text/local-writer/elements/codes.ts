import {isEdged} from '../boxed.ts';
import type {Frame} from '../element.ts';
import type {Ground} from '../grounds.ts';
import {type Box, contains, heightOf, widthOf} from '../picture.ts';
import type {Scene} from '../screen.ts';
import type {Mark} from '../shapes.ts';
import {areOneColor, isFilled} from './painted.ts';
import {middle} from './place.ts';

// Rows of boxes for one letter or digit each, as the code of a message is asked for.

/**
 * CSS pixels: the boxes are so large, share a line or are so far apart, and stand so many in a row. They are so nearly square, inside
 * of their frames.
 */
const CODE = {least: 24, most: 64, near: 1, far: 24, square: 1.65, off: 2, edge: 4, boxes: 4};
/** Share of a row's boxes that are empty at least: of the numbers of pages none is. */
const EMPTY = 0.5;
/** Shares of a box's height and width: what is typed in it is no higher or wider, and no further off its middle. */
const TYPED = {high: 0.6, wide: 0.5, off: 0.12};

/** Returns the boxes of a code: framed or filled squares of one size in a row, empty or with one letter, with none over or under them. */
export function findCodes(scene: Scene): Frame[] {
	const {grounds, marks, scale} = scene;
	const isSquare = (ground: Ground) => {
		const sides = [widthOf(ground), heightOf(ground)];
		const [short, long] = [Math.min(...sides), Math.max(...sides)];
		return short >= CODE.least * scale && long <= CODE.most * scale && long <= CODE.square * short;
	};
	const squares = grounds.list.filter(isSquare);
	if (squares.length < CODE.boxes) return [];
	// A round corner is no part of what is typed.
	const isInside = (mark: Mark) => mark.ground > 0 && contains(grounds.list[mark.ground - 1]!, middle(mark), -CODE.edge * scale);
	const drawn = Map.groupBy(
		marks.list.filter(mark => !mark.isEdge && isInside(mark)),
		({ground}) => ground,
	);
	const boxes = squares.filter(ground => isOpen(scene, ground, drawn.get(ground.id) ?? []));
	const isAs = (a: number, b: number) => Math.abs(a - b) <= CODE.off * scale;
	const areAlike = (a: Ground, b: Ground) => isAs(widthOf(a), widthOf(b)) && isAs(heightOf(a), heightOf(b)) && areOneColor(a, b);
	const rows: Ground[][] = [];
	for (const ground of boxes.toSorted((a, b) => a.left - b.left)) {
		const row = rows.find(row => {
			const last = row.at(-1)!;
			const gap = ground.left - last.right;
			const before = row.length > 1 ? last.left - row.at(-2)!.right : gap;
			return (
				areAlike(last, ground) && isAs(last.top, ground.top) && gap >= CODE.near * scale && gap <= CODE.far * scale && isAs(gap, before)
			);
		});
		if (row) row.push(ground);
		else rows.push([ground]);
	}
	const isUnder = (a: Ground, b: Ground) => isAs(a.left, b.left) && a !== b && Math.abs(a.top - b.top) <= heightOf(a) + CODE.far * scale;
	return rows
		.filter(row => row.length >= CODE.boxes && row.filter(({id}) => !drawn.has(id)).length >= EMPTY * row.length)
		.filter(row => !row.some(one => squares.some(other => isUnder(one, other))))
		.flatMap(row => row.map((ground): Frame => ({kind: 'field', box: outlined(ground, scale), lines: [], ground})));
}

/** Returns true for a box to write in, with no more in it than one letter in its middle. */
function isOpen(scene: Scene, ground: Ground, inside: Mark[]): boolean {
	const [width, height] = [widthOf(ground), heightOf(ground)];
	const isTyped = (mark: Mark) =>
		heightOf(mark) <= TYPED.high * height &&
		widthOf(mark) <= TYPED.wide * width &&
		Math.abs(middle(mark).x - middle(ground).x) <= TYPED.off * width &&
		Math.abs(middle(mark).y - middle(ground).y) <= TYPED.off * height;
	if (inside.length > 1 || !inside.every(isTyped)) return false;
	const aimed = {...scene, aim: {click: middle(ground), box: null}};
	return isEdged(aimed, ground) || isFilled(aimed, ground);
}

function outlined({left, top, right, bottom}: Box, by: number): Box {
	return {left: left - by, top: top - by, right: right + by, bottom: bottom + by};
}

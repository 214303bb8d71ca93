/**
 * Where a balloon goes: worked out once for each step from boxes alone, so that every browser comes to the same answer and none has to search.
 * All in CSS pixels.
 */

/** Left, top, right, bottom. A side is its index here, its axis the remainder by two, the opposite side the exclusive or with two. */
export type Edges = [left: number, top: number, right: number, bottom: number];
/** Width and height. */
export type Size = [width: number, height: number];

/** Before the sides: on the ring, beside what is clicked. */
export const OVER = 4;
/** Room that is less is none, margins included: the buttons and a line of text above them. */
export const LEAST: Size = [200, 132];

/**
 * The insets that hold the balloon on the stage, by edge: one keeps it off the ring, one places it along that side; where no side has room
 * for all of it, it has to shrink in between. Only where the ring leaves it no side at all it lies on the ring, but not on what is clicked.
 *
 * @param point What is clicked; it lies in the ring.
 * @param size What the balloon would like, margins included; no more than the stage.
 * @param sides The first that has room is taken.
 * @param align Along the side: 0 begins with the ring, 0.5 has its middle, 1 ends with it.
 */
export function place(stage: Edges, ring: Edges, point: Edges, size: Size, sides: number[], align: number): number[] {
	let target = sides[0] === OVER ? point : ring;
	const room = (side: number) => (stage[side]! - target[side]!) * (side > 1 ? 1 : -1);
	const find = (needed: Size) => sides.find(side => room(side) >= needed[side & 1]!);
	const choose = () => find(size) ?? find(LEAST);
	let side = choose();
	if (side === undefined) {
		target = point;
		side = choose() ?? sides.toSorted((a, b) => room(b) - room(a))[0]!;
	}
	const along = 1 - (side & 1);
	const start = target[along]! + (target[along + 2]! - target[along]! - size[along]!) * align;
	const insets: number[] = [];
	insets[side ^ 2] = Math.abs(target[side]! - stage[side ^ 2]!);
	insets[along] = Math.max(0, Math.min(start, stage[along + 2]! - size[along]!) - stage[along]!);
	return insets;
}

/**
 * Where a balloon goes: worked out once for each step from boxes alone, so that every browser comes to the same answer and none has to search.
 * All in CSS pixels.
 */

/** Left, top, right, bottom. A side is its index here, its axis the remainder by two, the opposite side the exclusive or with two. */
export type Edges = [left: number, top: number, right: number, bottom: number];
/** Width and height. */
export type Size = [width: number, height: number];

/** Room that is less is none, margins included: the buttons and a line of text above them. */
export const LEAST: Size = [200, 132];

/**
 * The insets that hold the balloon on the stage, by edge: one keeps it off a target, one places it along that side; where no side has room
 * for all of it, it has to shrink in between.
 *
 * @param targets What it stays away from: the highlight, or where that leaves no room, what is clicked in it.
 * @param size What the balloon would like, margins included; no more than the stage.
 * @param from The first target that counts.
 * @param sides The first that has room is taken.
 * @param align Along the side: 0 begins with the target, 0.5 has its middle, 1 ends with it.
 */
export function place(stage: Edges, targets: Edges[], size: Size, from: number, sides: number[], align: number): number[] {
	const insets: number[] = [];
	const half: Size = [(stage[2] - stage[0]) / 2, (stage[3] - stage[1]) / 2];
	for (const target of targets.slice(from)) {
		for (const needed of [size, LEAST, half]) {
			const side = sides.find(side => Math.abs(stage[side]! - target[side]!) >= needed[side & 1]!);
			if (side === undefined) continue;
			const along = 1 - (side & 1);
			const start = target[along]! + (target[along + 2]! - target[along]! - size[along]!) * align;
			insets[side ^ 2] = Math.abs(stage[side ^ 2]! - target[side]!);
			insets[along] = Math.max(0, Math.min(start, stage[along + 2]! - size[along]!) - stage[along]!);
			return insets;
		}
	}
	return insets;
}

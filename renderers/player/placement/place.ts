/** Places a balloon from boxes alone, so that every browser comes to the same result without searching. All lengths are CSS pixels. */

/** Left, top, right, bottom. A side is its index here, its axis the remainder by two, the opposite side the exclusive or with two. */
export type Edges = [left: number, top: number, right: number, bottom: number];
/** Width and height. */
export type Size = [width: number, height: number];

/** Least room for a balloon, margins included: the buttons and a line of text above them. */
export const LEAST: Size = [200, 132];

/** Height of a balloon without its words, margins included. */
const REST = 90;

/** The most that the neighbourhood of a highlight reaches around it: farther away is another place to the eye. */
export const REACH = 96;

/**
 * The insets that hold the balloon on the stage, by edge: one keeps it off a target, one places it along that side; where no side has room
 * for all of it, it is narrower beside the target if its words have room there, else it has to shrink in between.
 *
 * @param stage What it stays inside of.
 * @param targets What it stays away from: the highlight with as much again around it, or where that leaves no room for the whole balloon, the
 * highlight, or where that leaves no room, what is clicked in it.
 * @param size What the balloon would like, margins included; no more than the stage.
 * @param from The first target that counts. From the first on it keeps as much of its distance as the room allows.
 * @param sides The first that has room is taken.
 * @param align Along the side: 0 begins with the target, 0.5 has its middle, 1 ends with it.
 */
export function place(stage: Edges, targets: Edges[], size: Size, from: number, sides: number[], align: number): number[] {
	const insets: number[] = [];
	const half: Size = [(stage[2] - stage[0]) / 2, (stage[3] - stage[1]) / 2];
	// An area: in a narrow place the words are higher.
	const words = (size[1] - REST) * size[0];
	const whole: Size = [Math.max(LEAST[0], words / (2 * half[1] - REST)), size[1]];
	for (const [index, target] of targets.entries()) {
		const roomAt = (side: number) => (stage[side]! - target[side]!) * Math.sign(side - 1.5);
		for (const needed of index ? [size, whole, LEAST, half] : [size]) {
			const side = sides.find(side => index >= from && roomAt(side) >= needed[side & 1]!);
			if (side === undefined) continue;
			const [axis, along, away] = [side & 1, 1 - (side & 1), side ^ 2];
			const length = along ? Math.max(size[1], words / roomAt(side) + REST) : size[0];
			const start = target[along]! + (target[along + 2]! - target[along]! - length) * align;
			const inset = (edges: Edges) => Math.abs(stage[away]! - edges[side]!);
			const room = stage[axis + 2]! - stage[axis]! - size[axis]!;
			insets[away] = Math.max(inset(target), from ? 0 : Math.min(inset(targets[0]!), room));
			insets[along] = Math.max(0, Math.min(start, stage[along + 2]! - length) - stage[along]!);
			return insets;
		}
	}
	return insets;
}

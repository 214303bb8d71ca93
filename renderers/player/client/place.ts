import {type Edges, place, REACH, type Size} from '../placement/place.ts';
import type {Wish} from '../placement/wish.ts';

/** How large the balloon would like to be, and where the stage and the picture's frame are. */
export type Room = readonly [size: Size, whole: Edges, shot: Edges];

/**
 * From one measurement, at once. What is written changes nothing that is read here, so that nothing can go round in a circle. Returns what does
 * not change as the marks are moved.
 */
export function settle(step: HTMLElement, stage: HTMLElement): Room | undefined {
	const balloon = step.querySelector<HTMLElement>('[data-place]');
	if (!balloon) return;
	balloon.style.cssText = '';
	// The balloon's margins of both sides, CSS pixels: what lies between it and the highlight, or the edge of the stage.
	const margins = 24;
	// One more than it is: heights are rounded.
	const size: Size = [balloon.offsetWidth + margins, balloon.offsetHeight + margins + 1];
	const [ring, point] = [...step.querySelectorAll('.ring,.ring+i')].map(edges) as [Edges, Edges];
	const room: Room = [size, edges(stage), edges(step.querySelector('.shot')!)];
	lay(balloon, room, ring, point);
	return room;
}

/** Puts the balloon where it belongs beside a ring and a click that stand there. */
export function lay(balloon: HTMLElement, [size, whole, shot]: Room, ring: Edges, point: Edges): void {
	const around = ring.map((edge, side) => edge + Math.max(-REACH, Math.min(edge - ring[side ^ 2]!, REACH))) as Edges;
	// Beside a picture that is narrow there is more room than on it.
	const bounds = shot[2] - shot[0] > 2 * size[0] ? shot : whole;
	const insets = place(bounds, [around, ring, point], size, ...(JSON.parse(balloon.dataset.place!) as Wish));
	balloon.style.cssText = insets.map((inset, edge) => `--${edge}:${inset + Math.abs(bounds[edge]! - whole[edge]!)}px`).join(';');
}

export function edges(element: Element): Edges {
	const box = element.getBoundingClientRect();
	return [box.left, box.top, box.right, box.bottom];
}

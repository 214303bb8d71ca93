import {edges} from '../../renderers/player/client/place.ts';
import {type Edges, place, REACH, type Size} from '../../renderers/player/placement/place.ts';
import type {Wish} from '../../renderers/player/placement/wish.ts';

/**
 * Places the balloon as the player's `settle` does, in two halves: `settle` measures each time, which is too slow while a mark is drawn.
 */

/** The balloon's preferred size, and the edges of stage and picture. */
export type Room = {size: Size; whole: Edges; shot: Edges};

export function measure(step: HTMLElement, stage: HTMLElement, balloon: HTMLElement): Room {
	balloon.style.cssText = '';
	const size: Size = [balloon.offsetWidth + 24, balloon.offsetHeight + 25];
	return {size, whole: edges(stage), shot: edges(step.querySelector('.shot')!)};
}

/** Puts the balloon where it belongs beside a ring and a click that stand there. */
export function lay(balloon: HTMLElement, {size, whole, shot}: Room, ring: Edges, point: Edges): void {
	const around = ring.map((edge, side) => edge + Math.max(-REACH, Math.min(edge - ring[side ^ 2]!, REACH))) as Edges;
	const bounds = shot[2] - shot[0] > 2 * size[0] ? shot : whole;
	const insets = place(bounds, [around, ring, point], size, ...(JSON.parse(balloon.dataset.place!) as Wish));
	balloon.style.cssText = insets.map((inset, edge) => `--${edge}:${inset + Math.abs(bounds[edge]! - whole[edge]!)}px`).join(';');
}

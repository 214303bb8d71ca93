import {type Edges, place} from './place.ts';

/** What lies between the balloon and its ring, and the edges of the stage, CSS pixels: its margin. */
const GAP = 12;

export function settle(step: HTMLElement, stage: HTMLElement): void {
	const balloon = step.querySelector<HTMLElement>('[data-place]');
	if (!balloon) return;
	const {style, dataset} = balloon;
	style.cssText = '';
	const ring = step.querySelector('.ring')!;
	const insets = place(
		edges(stage),
		edges(ring),
		edges(ring.nextElementSibling!),
		[balloon.offsetWidth + 2 * GAP, balloon.offsetHeight + 2 * GAP + 1],
		...(JSON.parse(dataset.place!) as [number[], number]),
	);
	style.cssText = insets.map((inset, edge) => `--${edge}:${inset}px`).join(';');
}

function edges(element: Element): Edges {
	const {left, top, right, bottom} = element.getBoundingClientRect();
	return [left, top, right, bottom];
}

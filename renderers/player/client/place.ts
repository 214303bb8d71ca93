import {RISE} from '../../../shared/tour/pace.ts';
import {type Edges, place, REACH, type Size} from '../placement/place.ts';
import type {Wish} from '../placement/wish.ts';

/** Places the balloon from one measurement. What it writes changes nothing that it reads, so it cannot loop. */
export function settle(step: HTMLElement, stage: HTMLElement): void {
	const balloon = step.querySelector<HTMLElement>('[data-place]');
	if (!balloon) return;
	const {style} = balloon;
	style.cssText = '';
	// The balloon's margins of both sides, CSS pixels: what lies between it and the highlight, or the edge of the stage.
	const margins = 24;
	// One more than it is: heights are rounded.
	const size: Size = [balloon.offsetWidth + margins, balloon.offsetHeight + margins + 1];
	const [ring, point] = [...step.querySelectorAll('.ring,.ring+i')].map(edges) as [Edges, Edges];
	const around = ring.map((edge, side) => edge + Math.max(-REACH, Math.min(edge - ring[side ^ 2]!, REACH))) as Edges;
	const whole = edges(stage);
	const shot = edges(step.querySelector('.shot')!);
	// Beside a picture that is narrow there is more room than on it.
	const bounds = shot[2] - shot[0] > 2 * size[0] ? shot : whole;
	const insets = place(bounds, [around, ring, point], size, ...(JSON.parse(balloon.dataset.place!) as Wish));
	style.cssText = insets.map((inset, edge) => `--${edge}:${inset + Math.abs(bounds[edge]! - whole[edge]!)}px`).join(';');
}

/** Moves a settled balloon from hotspots to a side without any, if there is one; hotspots still over its buttons go under it until they have the focus. */
export function avoid(step: HTMLElement, stage: HTMLElement): void {
	const spots = [...step.querySelectorAll<HTMLElement>('.spot')];
	if (!spots[0]) return;
	const over = (part: string) => spots.filter(spot => [...step.querySelectorAll(part)].some(one => meet(edges(one), edges(spot))));
	const {dataset} = step.querySelector<HTMLElement>('.balloon')!;
	const asked = dataset.place;
	if (asked) {
		const [from, sides, align] = JSON.parse(asked) as Wish;
		// The first once more if all are over one.
		for (const side of [...sides.slice(1), sides[0]]) {
			if (!over('.balloon')[0]) break;
			dataset.place = JSON.stringify([from, [side, ...sides], align]);
			settle(step, stage);
		}
		dataset.place = asked;
	}
	const low = over('.balloon a');
	for (const spot of spots) {
		spot.style.zIndex = low.includes(spot) ? '0' : '';
		spot.onfocus = () => (spot.style.zIndex = '');
	}
}

function meet(one: Edges, other: Edges): boolean {
	return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/** Corners of the picture in its free room, by preference (`place-self`). */
const CORNERS = ['start end', 'end', 'end start', 'start'];

/** Puts the tools into the first corner in which they cover neither balloon nor click; without one, aside. */
export function clear(step: HTMLElement, tools: HTMLElement): void {
	const parts = [...step.querySelectorAll(PATHS ? '.balloon,.ring,.ring+i,.spot' : '.balloon,.ring,.ring+i')].map(edges);
	// It may still have to rise.
	if (parts[0]) parts[0][1] -= RISE.by;
	const free = CORNERS.some(corner => {
		tools.style.placeSelf = corner;
		const over = edges(tools);
		return parts.every((part, index) => {
			const [width, height] = [0, 1].map(axis => Math.min(part[axis + 2]!, over[axis + 2]!) - Math.max(part[axis]!, over[axis]!)) as [
				number,
				number,
			];
			// Of a highlight that is large a little may be covered.
			return width < 0 || height < 0 || (index === 1 && width * height < 0.04 * (part[2] - part[0]) * (part[3] - part[1]));
		});
	});
	tools.classList.toggle('off', !free);
}

export function edges(element: Element): Edges {
	const box = element.getBoundingClientRect();
	return [box.left, box.top, box.right, box.bottom];
}

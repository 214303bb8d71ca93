import type {Highlight} from '../../shared/contract/geometry.ts';
import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Step} from '../../shared/contract/step.ts';

type Side = NonNullable<Step['popoverSide']>;
type Align = NonNullable<Step['popoverAlign']>;

/** How far a screenshot is enlarged at most where it is shown on a telephone, around its highlight. */
const LARGEST_ZOOM = 1.8;
/** Share of the picture's width and height that a balloon of ordinary length takes up. */
const BALLOON = {width: 0.29, height: 0.3};

/**
 * Where a step's marks and its balloon go, as custom properties for the one style block of the page (a style attribute would need a looser
 * policy): `i` and `d` are the insets of ring and click, `a`, `f`, `o`, `k`, `b` words of CSS anchor positioning that `placement.css` reads, the
 * rest are numbers, shares of the image.
 */
export function placementRule(id: string, {type, image, highlight, click, popoverSide, popoverAlign}: SnapshotStep): string {
	if (type === 'slide' || !image) return '';
	const values: Record<string, number | string> = {r: image.width / image.height, n: image.width, c: hexColor(image.color)};
	if (highlight) {
		const {x, y, width, height} = highlight;
		const point = click ?? {x: x + width / 2, y: y + height / 2};
		const zoom = Math.max(1, Math.min(LARGEST_ZOOM, 0.92 / Math.max(width, 0.01)));
		const sides = byRoom(highlight);
		const side = popoverSide ?? sides[0]!;
		Object.assign(values, {
			i: ringInset(highlight),
			d: `${percent(point.y)} auto auto ${percent(point.x)}`,
			m: image.width / image.height / Math.max(height, 0.01),
			mx: x + width / 2,
			my: y + height / 2,
			z: zoom,
			a: area(side, popoverAlign ?? 'center'),
		});
		// A balloon that shall lie over its highlight has nowhere to flee to.
		if (side !== 'over') values.f = [side, ...sides.filter(other => other !== side)].map(other => `${other} span-all`).join();
		Object.assign(values, narrow(highlight));
	}
	const list = Object.entries(values).map(([name, value]) => `--${name}:${typeof value === 'number' ? fraction(value) : value}`);
	return `#${id}{${list.join(';')}}`;
}

/** The four sides, the one with the most room for a balloon first. */
export function byRoom({x, y, width, height}: Highlight): Side[] {
	const room: [Side, number][] = [
		['bottom', (1 - y - height) / BALLOON.height],
		['right', (1 - x - width) / BALLOON.width],
		['left', x / BALLOON.width],
		['top', y / BALLOON.height],
	];
	// Half as much again is as good as any amount, and then the order above holds.
	return room.sort((a, b) => Math.min(b[1], 1.5) - Math.min(a[1], 1.5)).map(([side]) => side);
}

/** A colour that may stand in a style: nothing but #RRGGBB. */
export function hexColor(color: string): string {
	if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`A colour must be #RRGGBB, not "${color}".`);
	return color;
}

/** The ring's distance from each edge of the picture: at least its own breadth, and room for the smallest ring. */
function ringInset({x, y, width, height}: Highlight): string {
	const near = (share: number) => (share < 0.9 ? atLeast(share) : `clamp(5px,${percent(share)},100% - 19px)`);
	return [near(y), atLeast(1 - x - width), atLeast(1 - y - height), near(x)].join(' ');
}

// Five pixels are at most this share of a picture that can still be made out.
function atLeast(share: number): string {
	return share > 0.05 ? percent(share) : `max(5px,${percent(share)})`;
}

function percent(share: number): string {
	return `${Number((fraction(share) * 100).toFixed(2))}%`;
}

function area(side: Side, align: Align): string {
	if (side === 'over') return 'center';
	if (align === 'center') return `${side} span-all`;
	const [start, end] = side === 'top' || side === 'bottom' ? ['right', 'left'] : ['bottom', 'top'];
	return `${side} span-${align === 'start' ? start : end}`;
}

// Over the picture: at the edge of the half that the highlight leaves, else beside it.
function narrow({x, y, width, height}: Highlight): Record<string, string> {
	const up = y > 1 - y - height;
	return {o: up ? 'top span-all' : 'bottom span-all', k: up ? 'start' : 'end', b: x > 1 - x - width ? 'left span-all' : 'right span-all'};
}

function fraction(value: number): number {
	if (!Number.isFinite(value)) throw new Error(`A coordinate must be a number, not ${value}.`);
	return Number(value.toFixed(4));
}

import type {Random} from '../../helpers/random.ts';
import type {Box, Candidate, Kind} from './collect.ts';

/** As in the data set's JSON: fractions of the picture, the highlight null where only a click was recorded. */
export type Target = {
	kind: Kind;
	label: string;
	visible: boolean;
	highlight: Box | null;
	click: {x: number; y: number};
};

const PER_PICTURE = 8;
const MOST: Partial<Record<Kind, number>> = {heading: 1, icon: 1};

/** CSS pixels between an element and its highlight, at most. */
const MARGIN = 6;
const WITHOUT_HIGHLIGHT = 1 / 3;

/** A few of the candidates by chance, the rare kinds first, no two of them over each other or of one label. */
export function choose(candidates: Candidate[], random: Random): Candidate[] {
	const kinds = Map.groupBy(random.shuffle(candidates), ({kind}) => kind);
	const order = [...kinds.keys()].sort((a, b) => kinds.get(a)!.length - kinds.get(b)!.length);
	const chosen: Candidate[] = [];
	const fits = (one: Candidate) =>
		chosen.filter(({kind}) => kind === one.kind).length < (MOST[one.kind] ?? PER_PICTURE) &&
		(one.visible || chosen.every(({visible}) => visible)) &&
		chosen.every(({label, box}) => label.toLowerCase() !== one.label.toLowerCase() && !overlap(box, one.box));
	while (chosen.length < PER_PICTURE && order.some(kind => kinds.get(kind)!.length > 0)) {
		for (const kind of order) {
			const list = kinds.get(kind)!;
			while (list.length > 0 && !fits(list[0]!)) list.shift();
			const next = list.shift();
			if (next && chosen.length < PER_PICTURE) chosen.push(next);
		}
	}
	return chosen;
}

/** What a recorder would have sent for a click on it. */
export function toTarget({kind, label, visible, box, spots}: Candidate, window: {width: number; height: number}, random: Random): Target {
	const spot = random.pick(spots);
	const margin = random.next() * MARGIN;
	const left = Math.max(0, box.x - margin);
	const top = Math.max(0, box.y - margin);
	const highlight = {
		x: fraction(left / window.width),
		y: fraction(top / window.height),
		width: fraction((Math.min(window.width, box.x + box.width + margin) - left) / window.width),
		height: fraction((Math.min(window.height, box.y + box.height + margin) - top) / window.height),
	};
	const click = {x: fraction(spot.x / window.width), y: fraction(spot.y / window.height)};
	return {kind, label, visible, highlight: random.next() < WITHOUT_HIGHLIGHT ? null : highlight, click};
}

function overlap(a: Box, b: Box): boolean {
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** A hundredth of a pixel is exact enough, and keeps the numbers short. */
function fraction(value: number): number {
	return Number(value.toFixed(5));
}

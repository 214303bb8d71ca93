import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {FIELDS, same} from './change.ts';

/** Changes of a tour by others. */
export type Others = {
	/** Ids of the steps that are new or other than before. */
	steps: string[];
	/** Number of steps that are gone. */
	removed: number;
	/** Name, order, and what is no step. */
	whole: boolean;
	/** The step before and after, where its ways on are all that is other. */
	led: {before: Step; after: Step} | null;
};

/** Keeps what was told of others' changes, so that only theirs are told, and once. */
export class Told {
	/** The tour as others had left it when they were told of last, with one's own work since. */
	#tour: Tour;
	readonly #seen: (others: Others) => void;

	constructor(tour: Tour, seen: (others: Others) => void) {
		this.#tour = tour;
		this.#seen = seen;
	}

	/** True if this tour has no news. */
	isAll(tour: Tour): boolean {
		return this.#tour === tour;
	}

	/** One's own work has made this of what others left. */
	own(make: (tour: Tour) => Tour): void {
		this.#tour = make(this.#tour);
	}

	tell(shown: Tour, now: Tour): void {
		if (this.isAll(now)) return;
		const others = madeByOthers(this.#tour, shown, now);
		this.#tour = now;
		if (others.steps.length + others.removed > 0 || others.whole) this.#seen(others);
	}
}

/** Returns the differences of `now` from `before` that are not shown here with all unsent work: those are one's own. */
export function madeByOthers(before: Tour, shown: Tour, now: Tour): Others {
	const [known, own] = [byId(before), byId(shown)];
	const steps = now.steps.filter(step => !sameStep(step, known.get(step.id)) && !sameStep(step, own.get(step.id))).map(({id}) => id);
	const there = new Set(now.steps.map(({id}) => id));
	const removed = before.steps.filter(({id}) => !there.has(id) && own.has(id)).length;
	const order = (tour: Tour) =>
		tour.steps
			.map(({id}) => id)
			.filter(id => there.has(id) && known.has(id) && own.has(id))
			.join();
	const moved = order(now) !== order(before) && order(now) !== order(shown);
	const renamed = now.name !== before.name && now.name !== shown.name;
	const parts = (['theme', 'leadCapture', 'endCta', 'narrationSettings', 'pictures', 'chapters'] as const).some(
		part => !same(part, now[part], before[part]) && !same(part, now[part], shown[part]),
	);
	const [was, is] = [known, byId(now)].map(one => (steps.length === 1 ? one.get(steps[0]!) : undefined));
	const led = was && is && sameStep({...was, actions: is.actions}, is) ? {before: was, after: is} : null;
	return {steps, removed, whole: moved || renamed || parts, led};
}

function sameStep(one: Step, other: Step | undefined): boolean {
	if (one === other) return true;
	if (!other) return false;
	const spoken = ({narration, narrations}: Step) => JSON.stringify([narration, narrations]);
	return FIELDS.every(field => same(field, one[field], other[field])) && spoken(one) === spoken(other);
}

function byId({steps}: Tour): Map<string, Step> {
	return new Map(steps.map(step => [step.id, step]));
}

import {computed, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import type {Tour} from '../../shared/contract/tour.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {m} from '../messages/index.ts';
import {tell} from '../shell/toast.tsx';

/** Holds the chosen steps: one that is shown, and with Ctrl or Shift others beside it. */
export class Selection {
	/** The one that is shown. */
	readonly chosen: Signal<string | null>;
	/** All that are chosen, in the order of the tour. */
	readonly all: ReadonlySignal<string[]>;
	readonly #several = signal<ReadonlySet<string>>(new Set());
	readonly #tour: ReadonlySignal<Tour>;
	/** The step at which a range begins. */
	#anchor: string | null = null;

	constructor(tour: ReadonlySignal<Tour>, chosen: string | null) {
		this.#tour = tour;
		this.chosen = signal(chosen);
		let last: string[] = [];
		this.all = computed(() => {
			const [one, several] = [this.chosen.value, this.#several.value];
			// Going on to another step leaves the others.
			const ids = one && several.has(one) ? tour.value.steps.flatMap(({id}) => (several.has(id) ? [id] : [])) : one ? [one] : [];
			// A letter that is typed makes another tour, and chooses nothing else.
			last = isSame(ids, last) ? last : ids;
			return last;
		});
	}

	only(id: string | null): void {
		this.#several.value = new Set();
		this.#anchor = id;
		this.chosen.value = id;
	}

	/** Takes a step in or out; the last one stays. */
	toggle(id: string): void {
		const several = new Set(this.all.value);
		if (several.delete(id)) {
			if (several.size === 0) return;
			if (this.chosen.value === id) this.chosen.value = [...several][0]!;
		} else {
			several.add(id);
			this.chosen.value = id;
		}
		this.#anchor = id;
		this.#several.value = several;
	}

	/** Chooses all steps from the beginning of the range to this one. */
	to(id: string): void {
		const ids = this.#tour.value.steps.map(step => step.id);
		const begun = this.#anchor !== null && ids.includes(this.#anchor) ? this.#anchor : this.chosen.value;
		const [from, until] = [ids.indexOf(begun ?? id), ids.indexOf(id)].sort((one, other) => one - other) as [number, number];
		this.#anchor = begun;
		this.choose(ids.slice(from, until + 1), id);
	}

	everything(): void {
		const ids = this.#tour.value.steps.map(({id}) => id);
		this.choose(ids, this.chosen.value);
		tell(m.together.chosen(ids.length));
	}

	choose(ids: readonly string[], shown: string | null = ids[0] ?? null): void {
		this.#several.value = new Set(ids);
		this.chosen.value = shown;
	}
}

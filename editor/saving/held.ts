import {signal} from '@preact/signals';
import type {Tour} from '../../shared/contract/tour.ts';
import {apply, type Change, type Field, same} from './change.ts';

/** Another person's version of words that are being written here. */
export type Offer = {step: string; field: Field; mine: unknown; theirs: unknown};

/** Words that are being written: they stay in their field, whatever comes from elsewhere; that is offered beside them. */
export class Held {
	/** Null if there is nothing to offer. */
	readonly offer = signal<Offer | null>(null);
	#held: {step: string; field: Field; value: unknown} | null = null;

	/** Holds this field's words while they are being written, until the field is left. */
	hold(step: string, field: Field, value: unknown): void {
		this.#held = {step, field, value};
	}

	/** Takes changes made here over into the held words. */
	follow(changes: readonly Change[]): void {
		const held = this.#held;
		for (const change of changes)
			if (held && change.kind === 'edit' && change.step === held.step && held.field in change.set) held.value = change.set[held.field];
	}

	/** Returns whether there was something to let go. */
	letGo(): boolean {
		const had = this.offer.value !== null;
		this.#held = null;
		this.offer.value = null;
		return had;
	}

	/** The tour with what is held in its place. */
	over(tour: Tour): Tour {
		const {step, field, value} = this.#held ?? {step: ''};
		const there = tour.steps.find(({id}) => id === step);
		if (!there || !field || same(field, there[field], value)) {
			this.offer.value = null;
			return tour;
		}
		this.offer.value = {step, field, mine: value, theirs: there[field]};
		return apply(tour, {kind: 'edit', step, set: {[field]: value}, was: {}});
	}
}

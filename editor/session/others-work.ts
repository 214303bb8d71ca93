import {signal} from '@preact/signals';
import type {Tour} from '../../shared/contract/tour.ts';
import {m} from '../messages/index.ts';
import type {TourNews} from '../saving/opened.ts';
import type {Others} from '../saving/others.ts';
import {say} from '../shell/toast.tsx';

/** Tells about changes by others to the open tour: a sentence, and a mark on each step until it is looked at. */
export class OthersWork {
	/** Ids of steps that somebody else has changed, and who. */
	readonly marks = signal<ReadonlyMap<string, string>>(new Map());
	/** The last author of a change, as far as the service has told. */
	by: TourNews['by'] = null;
	/** Last authors by step, also after it was looked at. */
	readonly #authors = new Map<string, string>();
	#looked: string | null = null;

	seen({steps, removed, whole, led}: Others, tour: Tour): void {
		const name = this.#name();
		for (const id of steps) this.#authors.set(id, name);
		const marks = new Map(this.marks.value);
		for (const id of steps) if (id !== this.#looked || document.hidden) marks.set(id, name);
		this.marks.value = marks;
		// What comes one after the other is said as one.
		if (led && steps.length === 1 && marks.size < 2) void sayPaths(name, led, tour);
		else if (steps.length > 0) say(m.together.changedBy(name, Math.max(steps.length, marks.size)), undefined, 'others');
		else if (removed > 0) say(m.together.deletedBy(name, removed), undefined, 'others');
		else if (whole) say(m.together.tourChangedBy(name), undefined, 'others');
	}

	lookedAt(id: string | null): void {
		this.#looked = id;
		if (id === null || !this.marks.peek().has(id)) return;
		const marks = new Map(this.marks.peek());
		marks.delete(id);
		this.marks.value = marks;
	}

	/** Returns the last author of that step, or of the tour if it is empty; null if unknown. */
	author(step: string): string | null {
		return this.#authors.get(step) ?? (this.by ? this.#name() : null);
	}

	#name(): string {
		if (this.by?.type === 'user') return m.together.otherWindow;
		return this.by?.name ?? m.together.somebody;
	}
}

/** Reports what somebody made of a button: where it leads now. */
async function sayPaths(name: string, {before, after}: NonNullable<Others['led']>, {steps}: Tour): Promise<void> {
	const {actionChanges, doneBy, stepNames} = await import('../words/paths-in-words.ts');
	const said = actionChanges(before.actions ?? {}, after.actions ?? {}, stepNames(steps));
	say(said.length === 1 ? doneBy(name, said[0]!) : m.together.changedBy(name, 1), undefined, 'others');
}

/** Steps that AI is changing for this person at the service right now, by id; an empty id for the tour's settings. */
const own = new Map<string, number>();
/** In place of a step: all of the tour. */
export const EVERYTHING = '*';

/** Does work that changes the tour outside the outbox: until its result is read, it is not told as another person's. */
export async function asOwn<T>(step: string, work: () => Promise<T>): Promise<T> {
	own.set(step, (own.get(step) ?? 0) + 1);
	try {
		return await work();
	} finally {
		own.set(step, own.get(step)! - 1);
	}
}

export function withoutOwn(others: Others): Others {
	const isOwn = (step: string) => (own.get(step) ?? 0) > 0;
	if (isOwn(EVERYTHING)) return {steps: [], removed: 0, whole: false, led: null};
	return {...others, steps: others.steps.filter(step => !isOwn(step)), whole: others.whole && !isOwn('')};
}

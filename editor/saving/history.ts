import {computed, type ReadonlySignal, signal} from '@preact/signals';
import type {SettingsValues} from '../../shared/contract/edit.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {both} from './batch.ts';
import {apply, type Change, type Field, inverse, isWords, pick, type StepFields, same} from './change.ts';
import type {Others} from './others.ts';
import {Outbox, type OutboxOptions} from './outbox.ts';
import {namesSame, settingsChange, themeWhereMet} from './settings.ts';

/** Changes made at once, which are taken back as one. */
export type Deed = {
	changes: Change[];
	/** The pictures that came, those of one drop under one name; null for what somebody did by hand. */
	arrival: string | null;
	/** Set where the service did it, as a whole: takes it back, or does it again, and calls `then` once it is done. */
	exchange?: (then: () => void) => void;
};

/** Undo and redo of one's own changes: what others did meanwhile stays, for what is sent is the inverse. */
type History = {
	/** Remembers what was done at once, as one; typing goes on with what was typed before (letters of one word). */
	record(changes: Change[], at: number, arrival?: string | null): void;
	/** Remembers what the service did, by its `exchange`. */
	recordWhole(exchange: Deed['exchange']): void;
	/** Takes the last back, by changes that `make` makes, which returns them as they were made. Returns these; none where there is nothing. */
	undo(make: Make): Change[];
	redo(make: Make): Change[];
	/** The deed that undo takes back; null if there is none. */
	last: ReadonlySignal<Deed | null>;
	next: ReadonlySignal<Deed | null>;
};
type Make = (changes: Change[]) => Change[];

const DEPTH = 200;
/** Milliseconds within which typing goes on with the same change. */
const JOINS_MS = 1000;

export function openHistory(): History {
	const done = signal<Deed[]>([]);
	const undone = signal<Deed[]>([]);
	let last = 0;
	const take = (from: typeof done, to: typeof done, make: Make): Change[] => {
		const deed = from.value.at(-1);
		if (!deed) return [];
		const goOver = (gone: Deed) => {
			from.value = from.value.slice(0, -1);
			if (gone.changes.length > 0) to.value = [...to.value, gone].slice(-DEPTH);
			last = 0;
		};
		if (deed.exchange) {
			const {length} = done.value;
			const before = undone.value;
			// What is done while it is under way was done after it.
			deed.exchange(() => {
				from.value = from.value.filter(one => one !== deed);
				if (to === done) done.value = done.value.toSpliced(length, 0, deed);
				else if (undone.value === before) undone.value = [...before, deed];
				last = 0;
			});
			return [];
		}
		// A step that was added comes back by `restore`: an inverse's inverse, not the change itself.
		const back = make(deed.changes.toReversed().map(inverse));
		goOver({...deed, changes: back});
		return back;
	};

	return {
		record(changes, at, arrival = null) {
			const before = done.value.at(-1);
			const joined =
				before &&
				before.arrival === arrival &&
				(arrival === null ? typed(before.changes, changes, at - last) : [...before.changes, ...changes]);
			done.value = joined ? [...done.value.slice(0, -1), {changes: joined, arrival}] : [...done.value, {changes, arrival}].slice(-DEPTH);
			undone.value = [];
			last = at;
		},
		recordWhole(exchange) {
			done.value = [...done.value, {changes: [], arrival: null, exchange}].slice(-DEPTH);
			undone.value = [];
		},
		undo: make => take(done, undone, make),
		redo: make => take(undone, done, make),
		last: computed(() => done.value.at(-1) ?? null),
		next: computed(() => undone.value.at(-1) ?? null),
	};
}

/** Joins the last typing with this one; null if they are two deeds. */
function typed([before, ...others]: Change[], [now, ...more]: Change[], ms: number): Change[] | null {
	if (!before || !now || others.length + more.length > 0 || ms >= JOINS_MS || !isTyping(before) || !isTyping(now)) return null;
	if (before.kind === 'settings' && now.kind === 'settings' && !namesSame(before.set, now.set)) return null;
	const joined = both(before, now);
	return joined && [joined];
}

function isTyping(change: Change): boolean {
	if (change.kind === 'rename' || change.kind === 'settings') return true;
	return change.kind === 'edit' && (Object.keys(change.set).some(isWords) || isLabel(change));
}

/** True if nothing but labels and URLs of buttons differs. */
function isLabel({set, was}: {set: StepFields; was: StepFields}): boolean {
	const unwritten = (actions: unknown) => JSON.stringify(actions, (key, value) => (key === 'label' || key === 'url' ? '' : value));
	return !!set.actions && unwritten(set.actions) === unwritten(was.actions);
}

/** Holds one person's work on an open tour, across screens: seen at once, sent, undone and redone. */
export class Work {
	readonly outbox: Outbox;
	readonly history: History = openHistory();
	/** The step that was shown last: who comes back from another screen finds it. */
	shown: string | null = null;
	/** Parts of the tour that are not right yet, as they are written; they are not sent. */
	readonly unfinished = signal<object>({});
	/** Hears of what others did, as long as a screen is there that says it. */
	seen: (others: Others) => void = () => {};
	/** Makes a change fit what has happened since, before it is taken back or done again. */
	mend: (change: Change) => Change = change => change;

	constructor(options: Omit<OutboxOptions, 'seen'>) {
		this.outbox = new Outbox({...options, seen: others => this.seen(others)});
	}

	/** Does all of this at once: it is undone at once as well. `arrival` is the name of the drop where pictures come with it. */
	change(changes: Change[], arrival: string | null = null): void {
		if (changes.length > 0) this.history.record(this.outbox.push(...changes), Date.now(), arrival);
	}

	/** Sets what of the tour is none of its steps; `before` are the same values as they are shown. */
	set(before: SettingsValues, after: SettingsValues): void {
		const change = settingsChange(before, after);
		if (change) this.change([change]);
	}

	/** Takes back what was done last. Returns what was done for that: nothing where others have changed all of it since. */
	undo(): Change[] {
		return this.history.undo(changes => this.#push(changes));
	}

	redo(): Change[] {
		return this.history.redo(changes => this.#push(changes));
	}

	#push(changes: Change[]): Change[] {
		let tour = this.outbox.tour.peek();
		const still = changes.map(this.mend).flatMap(change => {
			const met = whereMet(change, tour);
			if (met) tour = apply(tour, met);
			return met ?? [];
		});
		return still.length > 0 ? this.outbox.push(...still) : [];
	}
}

/** Returns the change without the words, marks and colours that are no longer as it found them; null if nothing is left. Actions are merged. */
function whereMet(change: Change, {name, steps, theme}: Tour): Change | null {
	if (change.kind === 'rename') return name === change.was.name ? change : null;
	if (change.kind === 'settings') return themeWhereMet(change, theme);
	const step = change.kind === 'edit' && steps.find(({id}) => id === change.step);
	if (!step) return change;
	const {set, was} = change;
	const fields = (Object.keys(set) as Field[]).filter(field => field === 'actions' || same(field, step[field], was[field]));
	return fields.length > 0 ? {...change, set: pick(set, fields), was: pick(was, fields)} : null;
}

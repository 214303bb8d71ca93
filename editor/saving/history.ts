import {computed, type ReadonlySignal, signal} from '@preact/signals';
import {localId} from './blank-step.ts';
import {type Change, inverse, withId} from './change.ts';
import {both} from './join.ts';

/** Undo and redo of one's own changes: what others did meanwhile stays, for what is sent is the inverse. */
export type History = {
	/** Remembers a change; `joins` where it goes on with the one before (letters of one word, a drag). */
	record(change: Change, at: number): void;
	undo(): Change | null;
	redo(): Change | null;
	rename(from: string, to: string): void;
	canUndo: ReadonlySignal<boolean>;
	canRedo: ReadonlySignal<boolean>;
};

const DEPTH = 200;
/** Milliseconds within which typing goes on with the same change. */
const JOINS_MS = 1000;

export function openHistory(): History {
	const done = signal<Change[]>([]);
	const undone = signal<Change[]>([]);
	let last = 0;

	return {
		record(change, at) {
			const before = done.value.at(-1);
			const joined = before && at - last < JOINS_MS && isTyping(change) && isTyping(before) ? both(before, change) : null;
			done.value = joined ? [...done.value.slice(0, -1), joined] : [...done.value, change].slice(-DEPTH);
			undone.value = [];
			last = at;
		},
		undo() {
			const change = done.value.at(-1);
			if (!change) return null;
			const back = inverse(change, localId);
			done.value = done.value.slice(0, -1);
			// A step that comes back has another id: what was done to it before is undone on that one.
			if (change.kind === 'delete' && back.kind === 'add') done.value = done.value.map(one => withId(one, change.step, back.step));
			const again = inverse(back, localId);
			const renamed =
				again.kind === 'add' ? undone.value.map(one => withId(one, back.kind === 'delete' ? back.step : '', again.step)) : undone.value;
			undone.value = [...renamed, again];
			last = 0;
			return back;
		},
		redo() {
			const change = undone.value.at(-1);
			if (!change) return null;
			undone.value = undone.value.slice(0, -1);
			done.value = [...done.value, change];
			last = 0;
			return change;
		},
		rename(from, to) {
			done.value = done.value.map(change => withId(change, from, to));
			undone.value = undone.value.map(change => withId(change, from, to));
		},
		canUndo: computed(() => done.value.length > 0),
		canRedo: computed(() => undone.value.length > 0),
	};
}

function isTyping(change: Change): boolean {
	return change.kind === 'rename' || (change.kind === 'edit' && ('title' in change.set || 'text' in change.set || 'alt' in change.set));
}

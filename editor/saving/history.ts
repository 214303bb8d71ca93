import {computed, type ReadonlySignal, signal} from '@preact/signals';
import {type Change, inverse} from './change.ts';
import {both} from './parcel.ts';

/** Undo and redo of one's own changes: what others did meanwhile stays, for what is sent is the inverse. */
export type History = {
	/** Remembers what was done at once, as one; typing goes on with what was typed before (letters of one word). */
	record(changes: Change[], at: number): void;
	/** What takes the last back, in the order in which it is to be done; empty where there is nothing. */
	undo(): Change[];
	redo(): Change[];
	canUndo: ReadonlySignal<boolean>;
	canRedo: ReadonlySignal<boolean>;
};

const DEPTH = 200;
/** Milliseconds within which typing goes on with the same change. */
const JOINS_MS = 1000;

export function openHistory(): History {
	const done = signal<Change[][]>([]);
	const undone = signal<Change[][]>([]);
	let last = 0;
	const take = (from: typeof done, to: typeof done): Change[] => {
		const changes = from.value.at(-1);
		if (!changes) return [];
		// A step that was added comes back by `restore`: an inverse's inverse, not the change itself.
		const back = changes.toReversed().map(inverse);
		from.value = from.value.slice(0, -1);
		to.value = [...to.value, back].slice(-DEPTH);
		last = 0;
		return back;
	};

	return {
		record(changes, at) {
			const before = done.value.at(-1);
			const goesOn = before?.length === 1 && changes.length === 1 && at - last < JOINS_MS;
			const joined = goesOn && isTyping(changes[0]!) && isTyping(before[0]!) ? both(before[0]!, changes[0]!) : null;
			done.value = joined ? [...done.value.slice(0, -1), [joined]] : [...done.value, changes].slice(-DEPTH);
			undone.value = [];
			last = at;
		},
		undo: () => take(done, undone),
		redo: () => take(undone, done),
		canUndo: computed(() => done.value.length > 0),
		canRedo: computed(() => undone.value.length > 0),
	};
}

function isTyping(change: Change): boolean {
	if (change.kind === 'rename') return true;
	return change.kind === 'edit' && ['title', 'text', 'alt', 'narrationScript'].some(field => field in change.set);
}

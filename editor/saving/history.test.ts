import test from 'ava';
import type {Change} from './change.ts';
import {openHistory} from './history.ts';

const renamed = (name: string): Change => ({kind: 'rename', set: {name}, was: {name: ''}});
const make = (changes: Change[]) => changes;

/** A history with a rename and something that the service did, which ends when it is told to. */
function withWhole() {
	const history = openHistory();
	history.record([renamed('a')], 0);
	const ends: Array<() => void> = [];
	history.recordWhole(then => void ends.push(then));
	const names = () => {
		const found: string[] = [];
		for (let deed = history.last.value; deed; deed = history.last.value) {
			found.push(deed.exchange ? 'whole' : (deed.changes[0] as {set: {name: string}}).set.name);
			history.undo(make);
			ends.pop()?.();
		}
		return found;
	};
	return {history, end: () => ends.shift()!(), names};
}

test('what is done while the service undoes something is done after it, and nothing is redone over it', t => {
	const {history, end, names} = withWhole();
	history.undo(make);
	history.record([renamed('b')], 5000);
	end();
	t.is(history.next.value, null);
	t.deepEqual(names(), ['b', 'a']);
});

test('what is done while the service does something again is undone before it', t => {
	const {history, end, names} = withWhole();
	history.undo(make);
	end();
	t.truthy(history.next.value?.exchange);
	history.redo(make);
	history.record([renamed('b')], 5000);
	end();
	t.is(history.next.value, null);
	t.deepEqual(names(), ['b', 'whole', 'a']);
});

test('one that failed stays where it was', t => {
	const {history, names} = withWhole();
	history.undo(make);
	t.truthy(history.last.value?.exchange);
	t.is(history.next.value, null);
	t.deepEqual(names(), ['whole', 'a']);
});

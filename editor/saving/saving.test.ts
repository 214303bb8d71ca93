import test from 'ava';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {BLANK} from './blank-step.ts';
import {apply, type Change, inverse, standsAfter, withId} from './change.ts';
import {openHistory} from './history.ts';
import {type Entry, join} from './join.ts';
import {rebase} from './rebase.ts';

/** Changes as values: applied, taken back, joined, and put on a tour that somebody else has changed meanwhile. */

const step = (id: string, fields: Partial<Step> = {}): Step => ({...BLANK, ...fields, id});
const tourOf = (...steps: Step[]) =>
	({id: 'tour_1', name: 'A tour', version: 1, stepCount: steps.length, steps: steps.map((one, position) => ({...one, position}))}) as Tour;
const ids = ({steps}: Tour) => steps.map(({id}) => id).join('');
const entries = (...changes: Change[]): Entry[] => changes.map((change, index) => ({key: `key-${index}`, change}));
const edit = (id: string, set: object, was: object) => ({kind: 'edit', step: id, set, was}) as Change;

/** Numbers that are the same each time (mulberry32). */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return below => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

function randomChange(tour: Tour, below: (n: number) => number, at: number): Change {
	const any = () => tour.steps[below(tour.steps.length)]!;
	const kind = tour.steps.length < 2 ? 2 : below(5);
	if (kind === 0) return {kind: 'rename', set: {name: `Name ${at}`}, was: {name: tour.name}};
	if (kind === 1) {
		const {id, title} = any();
		return edit(id, {title: `Title ${at}`}, {title});
	}
	if (kind === 2)
		return {kind: 'add', step: `n${at}`, set: step(`n${at}`, {title: `New ${at}`}), after: tour.steps.length ? any().id : null};
	const chosen = any();
	const after = standsAfter(tour, chosen.id);
	if (kind === 3) return {kind: 'delete', step: chosen.id, was: chosen, after};
	const others = tour.steps.filter(one => one !== chosen);
	const to = below(others.length + 1);
	return {kind: 'move', step: chosen.id, after: to === 0 ? null : others[to - 1]!.id, was: {after}};
}

test('a thousand random changes are all taken back, one after the other', t => {
	const below = numbers(7);
	for (let round = 0; round < 40; round++) {
		const history = openHistory();
		const start = tourOf(step('a', {title: 'A'}), step('b'), step('c'));
		let tour = start;
		for (let at = 0; at < 25; at++) {
			const change = randomChange(tour, below, at);
			tour = apply(tour, change);
			// Far enough apart to stay changes of their own.
			history.record(change, at * 5000);
			t.deepEqual(
				tour.steps.map(({position}) => position),
				tour.steps.map((_, index) => index),
			);
		}
		const end = tour;
		for (let back = history.undo(); back; back = history.undo()) tour = apply(tour, back);
		t.deepEqual(contents(tour), contents(start));
		for (let again = history.redo(); again; again = history.redo()) tour = apply(tour, again);
		t.deepEqual(contents(tour), contents(end));
	}
});

// A step that came back has another id.
function contents({name, steps}: Tour) {
	return {name, steps: steps.map(({id: _id, ...fields}) => fields)};
}

test('what is typed letter by letter is one change, and what is on its way stays as it is', t => {
	const first = edit('a', {title: 'H'}, {title: null});
	const second = edit('a', {title: 'He'}, {title: 'H'});
	const one = join(entries(first), second, {fixed: 0, key: 'other'});
	t.deepEqual(one, [{key: 'key-0', change: edit('a', {title: 'He'}, {title: null})}]);
	t.is(join(entries(first), second, {fixed: 1, key: 'other'}).length, 2);
	t.is(join(entries(first), edit('b', {title: 'x'}, {title: null}), {fixed: 0, key: 'other'}).length, 2);
	t.deepEqual(withId({kind: 'move', step: 'b', after: 'a', was: {after: 'a'}}, 'a', 'z'), {
		kind: 'move',
		step: 'b',
		after: 'z',
		was: {after: 'z'},
	});
	t.deepEqual(
		inverse(first, () => 'n'),
		edit('a', {title: null}, {title: 'H'}),
	);
});

test('what nobody else has touched goes on; the same field on both sides is a conflict; what both agree about is neither', t => {
	const before = tourOf(step('a', {title: 'A', text: 'one'}), step('b', {title: 'B'}));
	const theirs = tourOf(step('a', {title: 'Theirs', text: 'one'}), step('b', {title: 'Same'}));
	const mine = entries(edit('a', {title: 'Mine', text: 'two'}, {title: 'A', text: 'one'}), edit('b', {title: 'Same'}, {title: 'B'}));
	const {entries: kept, conflicts} = rebase(before, theirs, mine);
	t.deepEqual(
		kept.map(({change}) => change),
		[edit('a', {text: 'two'}, {text: 'one'})],
	);
	t.like(conflicts, {length: 1, 0: {step: 'a', field: 'title', mine: 'Mine', theirs: 'Theirs', gone: false}});
});

test('words that were written into a step that is gone are not lost, and a step added here is none that is missing there', t => {
	const before = tourOf(step('a', {title: 'A'}), step('b'));
	const mine = entries(
		edit('a', {text: 'written'}, {text: null}),
		{kind: 'move', step: 'a', after: 'b', was: {after: null}},
		{kind: 'add', step: 'n', set: step('n'), after: 'b'},
		edit('n', {title: 'New'}, {title: null}),
	);
	const {entries: kept, conflicts} = rebase(before, tourOf(step('b')), mine);
	t.deepEqual(
		kept.map(({change}) => change.kind),
		['add', 'edit'],
	);
	t.like(conflicts, {length: 1, 0: {gone: true, lost: {title: 'A', text: 'written'}}});
	// Taken up by a tab that never saw the step.
	t.like(rebase(tourOf(step('b')), tourOf(step('b')), mine).conflicts[0], {lost: {text: 'written'}});
});

test('two changes of one field, made one after the other, do not meet each other', t => {
	const before = tourOf(step('a', {title: 'A'}));
	const mine = entries(edit('a', {title: 'B'}, {title: 'A'}), edit('a', {title: 'C'}, {title: 'B'}));
	const {entries: kept, conflicts} = rebase(before, tourOf(step('a', {title: 'A', text: 'theirs'})), mine);
	t.deepEqual([kept.length, conflicts.length], [2, 0]);
	t.is(ids(kept.reduce((tour, {change}) => apply(tour, change), before)), 'a');
});

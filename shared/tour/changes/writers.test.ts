import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {editContext, randomEdit, seenAfter} from '../../../test/helpers/random-edits.ts';
import {randomTour} from '../../../test/helpers/random-tour.ts';
import type {Edit} from '../../contract/edit.ts';
import {LIMITS} from '../../contract/limits.ts';
import {isSame} from '../document/canonical-json.ts';
import type {TourContent} from '../document/document.ts';
import {duplicateOf} from '../document/duplicate.ts';
import {applyChanges} from './apply-changes.ts';
import {withWritersOf} from './writers.ts';

/** A client's own changes, known by their numbers. */

const context = editContext();
const send = (tour: TourContent, first: number, changes: Edit[], id = 'writer-1') =>
	applyChanges(tour, changes, {...context, writer: {id, first}});
const rename = (name: string, was: string): Edit => ({kind: 'rename', set: {name}, was: {name: was}});

test('whatever calls they come in, and however often, changes of one client are made once and meet nobody: 1000 sequences', t => {
	const random = seededRandom(91);
	for (let round = 0; round < 1000; round++) {
		const base = randomTour(random);
		let seen = base;
		const changes = Array.from({length: 1 + random.below(8)}, () => {
			const change: Edit = JSON.parse(JSON.stringify(randomEdit(random, seen, 'a')));
			seen = seenAfter(seen, change);
			return change;
		});
		let tour = base;
		for (let done = 0; done < changes.length; ) {
			// From where an older page left off, up to where it got.
			const from = random.below(done + 1);
			const to = Math.min(changes.length, done + 1 + random.below(3));
			const applied = send(tour, from + 1, changes.slice(from, to));
			t.deepEqual(applied.conflicts, []);
			tour = applied.content;
			done = to;
		}
		const {writers: _writers, ...made} = tour;
		if (!isSame(made, seen)) t.deepEqual(made, seen, `round ${round}`);
		t.is(send(tour, 1, changes).content, tour, 'once more, all of it is there');
	}
});

test('a change that met somebody else is open: it is tried again when it comes again', t => {
	const base = {...randomTour(seededRandom(92)), name: 'Theirs'};
	const first = send(base, 1, [rename('Mine', 'Was'), {kind: 'add', step: 'step_0123456789abcdefghjkmnpqrs', set: {title: 'New'}}]);
	t.is(first.conflicts.length, 1);
	const again = send(first.content, 1, [rename('Mine', 'Was')]);
	t.is(again.conflicts.length, 1, 'the answer may have been lost');
	t.is(send(first.content, 1, [rename('Mine', 'Theirs')]).content.name, 'Mine');
});

test('clients are told apart, the latest are kept, and what an earlier time brings back forgets none', t => {
	let tour: TourContent = {...randomTour(seededRandom(93)), name: '0'};
	const before = tour;
	for (let index = 1; index <= LIMITS.knownWriters + 5; index++) {
		tour = send(tour, 1, [rename(String(index), String(index - 1))], `writer-${index}`).content;
	}
	t.is(tour.name, String(LIMITS.knownWriters + 5));
	t.is(tour.writers!.length, LIMITS.knownWriters);
	t.deepEqual(withWritersOf(tour, before).writers, tour.writers);
	t.is(withWritersOf(tour, tour), tour);
	t.is(duplicateOf(tour, 'Copy', () => 'step_1').writers, undefined);
});

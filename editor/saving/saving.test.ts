import test from 'ava';
import {ApiError} from '../../client/api-error.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {presentStep} from '../../shared/present/tour.ts';
import {applyChanges} from '../../shared/tour/changes/apply-changes.ts';
import {editFaults} from '../../shared/tour/changes/edit-faults.ts';
import {emptyTour, type TourContent} from '../../shared/tour/document/document.ts';
import {type Random, seededRandom} from '../../test/helpers/random.ts';
import {editContext} from '../../test/helpers/random-edits.ts';
import {copySteps, deleteSteps, editSteps, moveSteps} from '../session/several.ts';
import {afterError, settled} from './after-error.ts';
import {bytesOfParcel, KEEPALIVE_BYTES, type Parcel, put, seal, toEdit} from './batch.ts';
import {apply, type Change, FIELDS, inverse, made, placeBehind, placeOf, same} from './change.ts';
import {conflictsOf, stillOpen, withMore} from './conflicts.ts';
import {openHistory} from './history.ts';
import {BLANK, newStepId} from './new-step.ts';
import {madeByOthers} from './others.ts';

/** Changes as values: applied, taken back, sent, refused, and met by others', by the thousand. */

const ROUNDS = 60;
const CHANGES = 25;
const context = editContext();

const step = (id: string, fields: Partial<Step> = {}): Step => ({...BLANK, ...fields, id});
const tourOf = (...steps: Step[]) =>
	({id: 'tour_1', name: 'A tour', version: 1, stepCount: steps.length, steps: steps.map((one, position) => ({...one, position}))}) as Tour;
const ids = ({steps}: Tour) => steps.map(({id}) => id).join('');
const edit = (id: string, set: object, was: object) => ({kind: 'edit', step: id, set, was}) as Change;
const open = (...changes: Change[]): Parcel => ({key: 'open', sealed: false, writer: 'me', first: 1, changes});
const numbered = (next = 1) => ({writer: 'me', next});
const putAll = (parcels: Parcel[], changes: Change[], numbering = numbered()) =>
	changes.reduce((all, change) => put(all, change, numbering), parcels);
const changesIn = (parcels: Parcel[]) => parcels.flatMap(({changes}) => changes);

/** What somebody may do to the tour as it is shown, one step or several at once. */
function gesture(random: Random, tour: Tour, at: number): Change[] {
	const {steps} = tour;
	const kind =
		steps.length < 2 ? 'add' : random.pick(['edit', 'edit', 'edit', 'mark', 'move', 'move', 'add', 'copy', 'delete', 'rename'] as const);
	const chosen = random
		.shuffle(steps.map(({id}) => id))
		.slice(0, 1 + random.below(3))
		.sort((one, other) => steps.findIndex(({id}) => id === one) - steps.findIndex(({id}) => id === other));
	switch (kind) {
		case 'rename':
			return [{kind, set: {name: `Name ${at}`}, was: {name: tour.name}}];
		case 'add': {
			const id = newStepId();
			const after = steps.length > 0 && random.next() < 0.8 ? random.pick(steps).id : null;
			return [{kind, step: id, set: step(id, {type: 'slide', title: `New ${at}`}), ...placeBehind(tour, after)}];
		}
		case 'mark':
			return editSteps(tour, chosen, {highlight: {x: random.below(5) / 10, y: 0.1, width: 0.2, height: 0.2}, click: null});
		case 'edit':
			return editSteps(
				tour,
				chosen,
				random.pick([{title: `T${at}`}, {text: '', scene: 3}, {alt: 'a', altDecorative: true}, {text: `N${at}`}]),
			);
		case 'copy':
			return copySteps(tour, chosen).changes;
		case 'delete':
			return deleteSteps(tour, chosen);
		case 'move': {
			const others = [null, ...steps.map(({id}) => id).filter(id => !chosen.includes(id))];
			return moveSteps(tour, chosen, random.pick(others));
		}
	}
}

function contents({name, steps}: Tour) {
	return {name, steps: steps.map(one => [one.id, ...FIELDS.map(field => one[field] || null)])};
}

test(`${ROUNDS * CHANGES} random gestures are all taken back and done again, and each is what the service makes of it`, t => {
	const random = seededRandom(7);
	for (let round = 0; round < ROUNDS; round++) {
		const history = openHistory();
		let content: TourContent = emptyTour('A tour');
		let tour = {...tourOf(), name: content.name};
		const both = (given: Change[]) => {
			const {changes, tour: next} = made(tour, given);
			const edits = JSON.parse(JSON.stringify(changes.map(toEdit)));
			t.deepEqual(editFaults(edits), []);
			const done = applyChanges(content, edits, context);
			t.deepEqual(done.conflicts, []);
			content = done.content;
			tour = next;
			const stored = {
				...tour,
				name: content.name,
				steps: content.steps.map((one, position) => presentStep(one, position, {baseUrl: '', mediaUrl: '/media'})),
			};
			t.deepEqual(contents(tour), contents(stored));
			// As it comes back from the service: a label that nobody gave is shown as the title.
			if (random.next() < 0.5) tour = stored;
			return changes;
		};
		const start = contents(tour);
		for (let at = 0; at < CHANGES; at++) {
			const changes = gesture(random, tour, at);
			if (changes.length === 0) continue;
			history.record(both(changes), at * 5000);
			t.deepEqual(
				tour.steps.map(({position}) => position),
				tour.steps.map((_, index) => index),
			);
		}
		const end = contents(tour);
		while (history.last.value) history.undo(both);
		t.deepEqual(contents(tour), start);
		while (history.next.value) history.redo(both);
		t.deepEqual(contents(tour), end);
	}
});

test(`an undo takes back one's own and leaves what others did: ${ROUNDS * 10} times`, t => {
	const random = seededRandom(8);
	for (let round = 0; round < ROUNDS * 10; round++) {
		const start = tourOf(...['a', 'b', 'c', 'd'].map(id => step(id, {title: id})));
		const mine = gesture(random, start, round);
		const theirs = edit(random.pick(['a', 'b', 'c', 'd']), {narrationScript: 'theirs'}, {narrationScript: null});
		const tour = [...mine, theirs, ...mine.toReversed().map(inverse)].reduce(apply, start);
		const deleted = mine.some(change => change.kind === 'delete' && change.step === (theirs as {step: string}).step);
		t.deepEqual(contents(tour), contents(deleted ? start : apply(start, theirs)));
	}
});

test(`what is joined before it is sent comes to the same as one by one: ${ROUNDS * 10} times`, t => {
	const random = seededRandom(9);
	for (let round = 0; round < ROUNDS * 10; round++) {
		const start = tourOf(step('a', {title: 'A'}), step('b'), step('c'));
		let tour = start;
		let parcels: Parcel[] = [];
		const numbering = numbered();
		for (let at = 0; at < 8; at++) {
			const changes = gesture(random, tour, at);
			tour = changes.reduce(apply, tour);
			parcels = putAll(parcels, changes, numbering);
		}
		const sent: Change[] = [];
		while (parcels.length > 0) {
			parcels = seal(parcels, 400);
			sent.push(...parcels[0]!.changes);
			parcels = parcels.slice(1);
		}
		t.deepEqual(contents(sent.reduce(apply, start)), contents(tour));
	}
});

test('what is typed letter by letter is one change; what is sealed stays as it is; a parcel holds a hundred, and 60 KB at the end of a page', t => {
	const first = edit('a', {title: 'H'}, {title: null});
	const second = edit('a', {title: 'He'}, {title: 'H'});
	t.deepEqual(changesIn(put([open(first)], second, numbered(2))), [edit('a', {title: 'He'}, {title: null})]);
	const [sealed, next] = put([{...open(first), sealed: true}], second, numbered(2));
	t.deepEqual([sealed!.changes, next!.changes], [[first], [second]]);
	t.is(put([open(first)], edit('b', {title: 'x'}, {title: null}), numbered(2))[0]!.changes.length, 2);
	// Not joined across what it depends on.
	const gone: Change = {kind: 'delete', step: 'a', was: step('a'), after: null, before: null};
	t.is(changesIn(putAll([open(first)], [gone, inverse(gone), second], numbered(2))).length, 4);
	const many = Array.from({length: 250}, (_, index) => edit(`s${index}`, {text: 'x'.repeat(1000)}, {text: null}));
	t.deepEqual(
		seal([open(...many)]).map(({changes, sealed}) => [changes.length, sealed]),
		[
			[100, true],
			[150, false],
		],
	);
	const [small] = seal([open(...many)], KEEPALIVE_BYTES);
	t.true(bytesOfParcel(small!) <= KEEPALIVE_BYTES && small!.changes.length > 50);
});

test('a key stands for one body, and a number for one change, whatever is written, cut or refused: a page that was closed may have sent what it did not keep', t => {
	const random = seededRandom(11);
	const bodies = new Map<string, string>();
	const seen = (parcels: Parcel[]) => {
		for (const {key, first, changes} of parcels) {
			const body = JSON.stringify([first, changes.map(toEdit)]);
			t.is(bodies.get(key) ?? body, body);
			bodies.set(key, body);
		}
		return parcels;
	};
	const fault = new ApiError(new Response(null, {status: 400}), {
		error: 'x',
		message: 'No.',
		errors: [{field: 'changes[0]', message: 'No.'}],
	});
	let parcels: Parcel[] = [];
	const numbering = numbered();
	for (let at = 0; at < 400; at++) {
		const id = random.pick(['a', 'b', 'c']);
		parcels = seen(put(parcels, edit(id, {title: `T${at}`}, {title: `T${at - 1}`}), numbering));
		const numbers = parcels.flatMap(({first, changes}) => changes.map((_, index) => first + index));
		t.deepEqual(
			numbers,
			[...new Set(numbers)].sort((one, other) => one - other),
			'each change has its number, in order',
		);
		if (random.next() < 0.3) parcels = seen(seal(parcels, random.pick([50, 300, 10_000])));
		const [first] = parcels;
		if (!first?.sealed || random.next() < 0.5) continue;
		parcels = seen(random.next() < 0.5 ? parcels.slice(1) : afterError(fault, parcels).parcels);
	}
	t.true(bodies.size > 200);
});

test('a receipt tells what the tour is; where others changed it too, it is read again', t => {
	const tour = {...tourOf(step('a', {title: 'A'}), step('b')), status: 'published'} as Tour;
	const sent: Parcel = {...open(edit('a', {title: 'Long'}, {title: 'A'})), sealed: true};
	const stored = step('a', {title: 'Lo'});
	const receipt = {
		ok: true,
		version: 2,
		previousVersion: 1,
		applied: 1,
		steps: [stored],
		order: ['b', 'a'],
		removed: [],
		conflicts: [],
		adjustments: [],
	} as const;
	const {tour: next, whole} = settled(tour, sent, receipt as never);
	t.true(whole);
	t.like(next, {version: 2, hasUnpublishedChanges: true});
	t.deepEqual([ids(next), next.steps[1]!.title, next.steps[1]!.position], ['ba', 'Lo', 1]);
	t.false(settled(tour, sent, {...receipt, version: 3, previousVersion: 2} as never).whole);
	// Nothing of it was new: the version is somebody else's.
	t.false(settled(tour, sent, {...receipt, steps: [], previousVersion: 2} as never).whole);
	t.is(settled({...tour, version: 5}, sent, receipt as never).tour.version, 5);
});

test('one change that the service takes for wrong holds up nothing: the others are sent without it, and what hangs on it comes back with it', t => {
	const apiError = (status: number, code: string, ...fields: string[]) =>
		new ApiError(new Response(null, {status}), {error: code, message: 'No.', errors: fields.map(field => ({field, message: 'Wrong.'}))});
	const id = newStepId();
	const added: Change = {kind: 'add', step: id, set: step(id, {title: 'n'}), after: null, before: null};
	const words = edit(id, {text: 'words'}, {text: null});
	const other = edit('a', {title: 'x'}, {title: null});
	const parcels = [{...open(added, words, other), sealed: true}, open(edit(id, {alt: 'later'}, {alt: null}))];
	const one = afterError(apiError(400, 'too_many_steps', 'changes[0]'), parcels);
	t.deepEqual(changesIn(one.parcels), [other]);
	t.like(one.conflicts, {length: 1, 0: {step: id, refused: 'Wrong.'}});
	t.like(one.conflicts[0]!.mine, {title: 'n', text: 'words'});
	t.not(one.parcels[0]!.key, parcels[0]!.key);
	// Nothing is named: halves find it.
	const halves = afterError(apiError(400, 'body_too_large'), parcels).parcels;
	t.deepEqual(
		halves.map(({changes}) => changes.length),
		[2, 1, 1],
	);
	t.is(afterError(apiError(400, 'malformed_json'), [open(other)]).conflicts[0]!.refused, 'No.');
	t.deepEqual(changesIn(afterError(apiError(400, 'idempotency_key_reused', 'Idempotency-Key'), parcels).parcels), changesIn(parcels));
	t.is(afterError(apiError(404, 'not_found', 'changes[2].set.image.mediaId'), parcels).conflicts.length, 1);
	for (const error of [
		apiError(404, 'not_found'),
		apiError(429, 'changes_limited'),
		apiError(500, 'internal_error'),
		new TypeError('away'),
	])
		t.throws(() => afterError(error, parcels), {is: error});
});

test('what met somebody else is asked once, with the last that was wanted; what was written into a step that is gone is not lost', t => {
	const tour = tourOf(step('a', {title: 'Theirs', text: 'new'}));
	const changes: Change[] = [
		edit('a', {title: 'Mine'}, {title: 'A'}),
		edit('gone', {text: 'written'}, {text: null}),
		{kind: 'move', step: 'gone', after: null, before: 'a', was: {after: 'a', before: null}},
		{kind: 'delete', step: 'gone', was: step('gone'), after: null, before: null},
		{kind: 'delete', step: 'a', was: step('a'), after: null, before: null},
		{kind: 'rename', set: {name: 'Mine'}, was: {name: 'Before'}},
	];
	const missing = (index: number, field = 'step') => ({index, field, mine: null, theirs: null, gone: true});
	const meets = (index: number, field: string) => ({index, field, mine: null, theirs: null, gone: false});
	const found = conflictsOf(
		changes,
		[meets(0, 'title'), missing(1), missing(2, 'position'), missing(3), meets(4, 'title'), meets(4, 'text'), meets(5, 'name')],
		{tour, seen: id => step(id, {title: 'Was', text: 'old'})},
	);
	const asked = withMore([], found);
	t.deepEqual(
		asked.map(({step, field, gone}) => [step, field, gone]),
		[
			['a', 'title', false],
			['gone', null, true],
			['a', null, false],
			['', 'name', false],
		],
	);
	t.like(asked[0], {mine: 'Mine', theirs: 'Theirs'});
	t.like(asked[1]!.lost, {id: 'gone', title: 'Was', text: 'written'});
	const again = withMore(asked, [{...asked[0]!, from: 'Mine', mine: 'Mine, longer'}]);
	t.deepEqual([again.length, again[0]!.mine], [asked.length, 'Mine, longer']);
	// What goes on from theirs leaves the question about one's own.
	const beside = withMore(again, [{...asked[0]!, from: 'Theirs', mine: 'Theirs and mine'}]);
	t.deepEqual(
		beside.filter(({field}) => field === 'title').map(({mine}) => mine),
		['Mine, longer', 'Theirs and mine'],
	);
});

test('a step that comes back while its words are in question: each of them is asked about that is not there', t => {
	const marks = {highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, click: null};
	const mine = {title: 'Mine', text: 'written', ...marks};
	const asked = [{step: 'a', field: null, mine, theirs: null, gone: true, lost: step('a', mine)}];
	t.is(
		stillOpen(asked, tourOf(), () => undefined),
		asked,
	);
	const back = stillOpen(asked, tourOf(step('a', {title: 'Theirs', text: 'written'})), () => undefined);
	t.like(back, {
		length: 2,
		0: {step: 'a', field: 'title', mine: 'Mine', theirs: 'Theirs', gone: false},
		1: {field: 'highlight', whole: marks},
	});
	t.deepEqual(
		stillOpen(back, tourOf(step('a', mine)), () => undefined),
		[],
	);
});

test('what others did is known from what is one’s own', t => {
	const before = tourOf(step('a', {title: 'A'}), step('b'), step('c'));
	const own = edit('a', {title: 'Mine'}, {title: 'A'});
	const added: Change = {kind: 'add', step: 'n', set: step('n'), ...placeBehind(before, 'c')};
	const shown = [own, added].reduce(apply, before);
	t.deepEqual(madeByOthers(before, shown, shown), {steps: [], removed: 0, whole: false, led: null});
	const theirs = [
		own,
		edit('b', {text: 'theirs'}, {text: null}),
		{kind: 'delete', step: 'c', was: step('c'), ...placeOf(before, 'c')} as Change,
	];
	const now = theirs.reduce(apply, before);
	t.deepEqual(madeByOthers(before, shown, now), {steps: ['b'], removed: 1, whole: false, led: null});
	const linked = apply(now, edit('b', {actions: {buttons: [{id: 'x', label: 'Prices', target: {to: 'end'}}]}}, {actions: null}));
	t.is(madeByOthers(now, now, linked).led!.after.actions!.buttons![0]!.label, 'Prices');
	t.true(madeByOthers(before, shown, {...shown, name: 'Other'}).whole);
	t.true(same('image', {mediaId: 'x', url: 'one'}, {mediaId: 'x', url: 'other'}));
});

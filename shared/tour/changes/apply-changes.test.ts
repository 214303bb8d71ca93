import test from 'ava';
import {inverseOf} from '../../../test/helpers/inverse-edit.ts';
import {type Random, seededRandom} from '../../../test/helpers/random.ts';
import {editContext, randomEdit, seenAfter} from '../../../test/helpers/random-edits.ts';
import {randomTour} from '../../../test/helpers/random-tour.ts';
import {type Edit, STEP_FIELDS, type StepField} from '../../contract/edit.ts';
import {AppError} from '../../errors.ts';
import {isSame} from '../document/canonical-json.ts';
import {emptyTour, type StoredStep, type TourContent} from '../document/document.ts';
import {targetsOf} from '../paths/targets.ts';
import {makeStep} from '../steps.ts';
import {type Applied, applyChanges, touchedSteps} from './apply-changes.ts';
import {editFaults} from './edit-faults.ts';
import {fieldValue, isSameValue} from './step-values.ts';

/** Changes by two at once, by the thousand. */

const ROUNDS = 2000;
const context = editContext();
const apply = (tour: TourContent, ...changes: Edit[]) => applyChanges(tour, changes, context);
const slides = (...titles: string[]): TourContent => ({
	...emptyTour('Tour'),
	steps: titles.map(title => makeStep(`step_${title}`, {type: 'slide', title}, null).step),
});
const idsOf = ({steps}: TourContent) => steps.map(({id}) => id.slice('step_'.length)).join('');
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** So many changes of one author, each made of the tour as the author saw it. */
function sequence(random: Random, base: TourContent, name: string): Edit[] {
	let seen = base;
	return Array.from({length: 1 + random.below(6)}, () => {
		const edit = throughJson(randomEdit(random, seen, name));
		seen = seenAfter(seen, edit);
		return edit;
	});
}

/** Both sequences, each in its own order, in batches as they happen to arrive. */
function arrival(random: Random, sequences: Edit[][]): Edit[][] {
	const left = sequences.map(list => [...list]);
	const batches: Edit[][] = [];
	while (left.some(list => list.length > 0)) {
		const list = random.pick(left.filter(list => list.length > 0));
		batches.push(list.splice(0, 1 + random.below(3)));
	}
	return batches;
}

/** What arrived last, and what was said of it: `step field` for a field, `step *` for a whole step. */
function arrived(base: TourContent, batches: Edit[][]): {tour: TourContent; named: Set<string>} {
	let tour = base;
	const named = new Set<string>();
	for (const batch of batches) {
		const done: Applied = applyChanges(tour, batch, context);
		tour = done.content;
		for (const {index, field, gone} of done.conflicts) named.add(`${(batch[index] as {step?: string}).step ?? ''} ${gone ? '*' : field}`);
		for (const {field, reason} of done.adjustments) {
			const [, index, rest] = /^changes\[(\d+)\]\.(.*)$/.exec(field)!;
			const {step} = batch[Number(index)] as {step: string};
			if (rest === 'after') named.add(`${step} position`);
			if (reason.startsWith('Someone else')) named.add(`${step} ${rest!.replace('set.', '')}`);
		}
	}
	return {tour, named};
}

test(`two sequences of changes, in whatever order they arrive, end in the same tour but for what is named as a conflict: ${ROUNDS} pairs`, t => {
	const random = seededRandom(71);
	let conflicts = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const base = randomTour(random);
		const sequences = [sequence(random, base, 'a'), sequence(random, base, 'b')];
		const [one, other] = [arrived(base, arrival(random, sequences)), arrived(base, arrival(random, sequences))];
		const named = withNeighbours(new Set([...one.named, ...other.named]), sequences.flat());
		conflicts += named.size;
		const wrong = differences(one.tour, other.tour, named);
		if (wrong.length > 0) t.deepEqual({wrong, base: idsOf(base), sequences}, {wrong: [], base: idsOf(base), sequences}, `round ${round}`);
	}
	t.true(conflicts > ROUNDS / 2, 'They met often.');
});

/** What was put beside a step whose place is in question goes where that goes. */
function withNeighbours(named: Set<string>, edits: Edit[]): Set<string> {
	for (let size = -1; size !== named.size; ) {
		size = named.size;
		for (const edit of edits) {
			if (edit.kind !== 'move' && edit.kind !== 'add') continue;
			const beside = [edit.after, edit.before].some(id => id && (named.has(`${id} position`) || named.has(`${id} *`)));
			if (beside) named.add(`${edit.step} position`);
		}
	}
	return named;
}

test(`what is taken back is as it was, and what somebody else did meanwhile stays: ${ROUNDS} changes`, t => {
	const random = seededRandom(72);
	for (let round = 0; round < ROUNDS; round++) {
		const base = random.next() < 0.7 ? randomTour(random) : sequence(random, randomTour(random), 'c').reduce(seenAfter, randomTour(random));
		const edit = throughJson(randomEdit(random, base, 'a'));
		const after = apply(base, edit).content;
		const inverse = throughJson(inverseOf(edit, base, after));
		const back = inverse ? apply(after, inverse) : {content: after, conflicts: []};
		t.deepEqual(back.conflicts, []);
		const said = (tour: TourContent) => ({
			name: tour.name,
			steps: tour.steps.map(step => [step.id, step.narrations, ...STEP_FIELDS.map(field => fieldValue(step, field) || null)]),
		});
		if (!isSame(said(back.content), said(base))) t.deepEqual(said(back.content), said(base), JSON.stringify({edit, inverse}));
		if (!inverse || edit.kind === 'rename') continue;
		const between = apply(after, {kind: 'rename', set: {name: 'Between'}, was: {name: after.name}}).content;
		t.is(apply(between, inverse).content.name, 'Between');
	}
});

const leadsTo = ({actions = {}}: StoredStep, id: string) => targetsOf(actions).some(({target}) => target.step === id);

test(`nothing changes but what a change names: ${ROUNDS} changes`, t => {
	const random = seededRandom(73);
	for (let round = 0; round < ROUNDS; round++) {
		const base = randomTour(random);
		const edit = throughJson(randomEdit(random, base, 'a'));
		const {content: after, adjustments} = apply(base, edit);
		const {changed, removed} = touchedSteps(base, after);
		const id = (edit as {step?: string}).step;
		// What leads to a deleted step leads to Next then, and is reported.
		const ledThere = edit.kind === 'delete' ? base.steps.filter(step => step.id !== id && leadsTo(step, id!)) : [];
		t.deepEqual(
			new Set([...changed, ...removed].filter(touched => touched !== id)),
			new Set(ledThere.map(step => step.id)),
			JSON.stringify(edit),
		);
		if (edit.kind === 'delete') t.is(adjustments.length > 0, ledThere.length > 0);
		const {steps: _before, removed: _kept, name: nameBefore, ...others} = base;
		const {steps: _after, removed: _keptAfter, name, ...same} = after;
		t.deepEqual(same, others);
		if (edit.kind !== 'rename') t.is(name, nameBefore);
		const [was, is] = [base, after].map(({steps}) => steps.find(step => step.id === id));
		if (edit.kind !== 'edit') continue;
		const other = STEP_FIELDS.filter(field => !Object.hasOwn(edit.set, field) && !isSame(fieldValue(was!, field), fieldValue(is!, field)));
		const reported = other.filter(field => adjustments.some(adjustment => adjustment.field.startsWith(`changes[0].set.${field}`)));
		t.deepEqual(other, reported, 'what follows is reported');
	}
});

test('changes that change nothing leave the very same content', t => {
	const tour = slides('a', 'b', 'c');
	const nothing: Edit[] = [
		{kind: 'edit', step: 'step_a', set: {title: 'a', text: ''}, was: {title: 'a', text: null}},
		{kind: 'move', step: 'step_b', after: 'step_a', before: 'step_c'},
		{kind: 'restore', step: 'step_c'},
		{kind: 'rename', set: {name: 'Tour'}, was: {name: 'Tour'}},
	];
	const done = apply(tour, ...nothing);
	t.is(done.content, tour);
	t.deepEqual([done.conflicts, done.adjustments], [[], []]);
});

test('what somebody else has changed meanwhile is a conflict and stays; what nobody touched is done', t => {
	const tour = apply(slides('a', 'b'), {kind: 'edit', step: 'step_a', set: {title: 'theirs'}, was: {title: 'a'}}).content;
	const {content, conflicts} = apply(tour, {
		kind: 'edit',
		step: 'step_a',
		set: {title: 'mine', text: 'new'},
		was: {title: 'a', text: null},
	});
	t.like(content.steps[0], {title: 'theirs', text: 'new'});
	t.deepEqual(conflicts, [{index: 0, field: 'title', mine: 'mine', theirs: 'theirs', gone: false}]);
});

test('a step that is gone is a conflict for those who edit, move or delete it, and comes back whole, with other words too', t => {
	const narration = {file: 'x.mp3', durationMs: 1, bytes: 1, language: 'pt', lang: null, voice: '1', script: 'x', source: 'x'};
	const whole = slides('a', 'b', 'c');
	const tour = {...whole, steps: whole.steps.with(1, {...whole.steps[1]!, key: 'own', camera: {zoom: 2}, narrations: [narration]})};
	const gone = apply(tour, {kind: 'delete', step: 'step_b'}).content;
	t.is(idsOf(gone), 'ac');
	const {conflicts, content} = apply(
		gone,
		{kind: 'edit', step: 'step_b', set: {title: 'mine'}, was: {title: 'b'}},
		{kind: 'move', step: 'step_b', after: null},
		{kind: 'delete', step: 'step_b'},
	);
	t.is(content, gone);
	t.deepEqual(
		conflicts.map(({index, field, gone}) => [index, field, gone]),
		[
			[0, 'step', true],
			[1, 'position', true],
			[2, 'step', true],
		],
	);
	t.deepEqual(apply(gone, {kind: 'restore', step: 'step_b'}).content, tour);
	const back = apply(gone, {kind: 'restore', step: 'step_b', set: {title: 'mine'}}).content;
	t.deepEqual(back.steps[1], {...tour.steps[1]!, title: 'mine'});
	const forgotten = {...gone, removed: undefined};
	t.like(apply(forgotten, {kind: 'restore', step: 'step_b', set: {title: 'mine'}, after: 'step_a'}).content.steps[1], {
		id: 'step_b',
		title: 'mine',
	});
	t.true(apply(forgotten, {kind: 'restore', step: 'step_b'}).conflicts[0]!.gone);
});

test('a step is found its place where its neighbour is gone, and added once however often it comes', t => {
	const tour = apply(slides('a', 'b', 'c'), {kind: 'delete', step: 'step_b'}).content;
	const added: Edit = {kind: 'add', step: 'step_n', set: {title: 'n'}, after: 'step_b', before: 'step_c'};
	const {content, adjustments} = apply(tour, added);
	t.is(idsOf(content), 'anc');
	t.like(adjustments[0], {field: 'changes[0].after', from: 'step_b', to: 'step_a'});
	t.is(apply(content, added).content, content);
	const theirs = apply(content, {kind: 'edit', step: 'step_n', set: {title: 'theirs'}, was: {title: 'n'}}).content;
	t.like(apply(theirs, added).conflicts[0], {field: 'title', mine: 'n', theirs: 'theirs'});
	t.true(apply(apply(theirs, {kind: 'delete', step: 'step_n'}).content, added).conflicts[0]!.gone, 'nor where it was deleted since');
});

test('the 501st step is refused with the change that brings it, and nothing is done', t => {
	const full = slides(...Array.from({length: 500}, (_, index) => String(index)));
	const add: Edit = {kind: 'add', set: {title: 'one more'}};
	const error = t.throws(() => apply(full, {kind: 'delete', step: 'step_7'}, add, add), {instanceOf: AppError});
	t.like(error, {code: 'too_many_steps'});
	t.is(error!.errors![0]!.field, 'changes[2]');
});

test('a tour remembers its last hundred deleted steps for a week', t => {
	const tour = slides(...Array.from({length: 120}, (_, index) => String(index)));
	const gone = apply(tour, ...tour.steps.slice(1).map(({id}) => ({kind: 'delete', step: id}) as const)).content;
	t.is(gone.removed!.length, 100);
	t.is(gone.removed!.at(-1)!.step.id, 'step_119');
	const later = applyChanges(gone, [{kind: 'delete', step: 'step_0'}], {...context, now: new Date(context.now.getTime() + 8 * 86_400_000)});
	t.deepEqual(
		later.content.removed!.map(({step}) => step.id),
		['step_0'],
	);
});

test('each kind says what it takes and what is missing', t => {
	const fields = (...changes: unknown[]) => editFaults(changes).map(({field}) => field);
	const step = 'step_0123456789abcdefghjkmnpqrs';
	t.deepEqual(fields({kind: 'edit', step, set: {title: 'a', text: 'b'}, was: {title: ''}}), ['changes[0].was.text']);
	t.deepEqual(fields({kind: 'edit', step, set: {}, was: {}}, {kind: 'edit'}), [
		'changes[0].set',
		...['step', 'set', 'was'].map(member => `changes[1].${member}`),
	]);
	t.deepEqual(fields({kind: 'move', step}, {kind: 'move', step, after: null, set: {title: 'a'}}), ['changes[0].after', 'changes[1].set']);
	t.deepEqual(fields({kind: 'rename', step, set: {name: 'a', title: 'b'}, was: {name: 'c'}}), ['changes[0].step', 'changes[0].set.title']);
	t.deepEqual(fields({kind: 'edit', step, set: {name: 'a', title: 'b'}, was: {title: 'c', after: null}}), [
		'changes[0].set.name',
		'changes[0].was.after',
	]);
	t.deepEqual(fields({kind: 'add', step: 'mine'}, {kind: 'add', step}, {kind: 'add'}, {kind: 'restore', step}, {kind: 'delete', step}), [
		'changes[0].step',
	]);
	t.deepEqual(fields(null, 1, {kind: 'fly'}, {kind: 'edit', step, set: null, was: 3}), []);
});

/** Where the tours differ in what nobody reported. */
function differences(one: TourContent, other: TourContent, named: Set<string>): string[] {
	const wrong: string[] = [];
	if (one.name !== other.name && !named.has(' name')) wrong.push('name');
	const [a, b] = [one, other].map(({steps}) => new Map(steps.map(step => [step.id, step]))) as [Map<string, never>, Map<string, never>];
	for (const id of new Set([...a.keys(), ...b.keys()])) {
		if (named.has(`${id} *`)) continue;
		if (!a.has(id) || !b.has(id)) {
			wrong.push(`${id} is in one alone`);
			continue;
		}
		for (const field of STEP_FIELDS) {
			// A click goes with its highlight.
			const reported =
				named.has(`${id} ${field}`) ||
				(field === 'actions' && [...named].some(name => name.startsWith(`${id} actions`))) ||
				(field === 'click' && named.has(`${id} highlight`)) ||
				(field === 'highlight' && named.has(`${id} click`));
			if (!reported && !isSameValue(comparable(a.get(id)!, field), comparable(b.get(id)!, field))) wrong.push(`${id} ${field}`);
		}
	}
	const order = ({steps}: TourContent) => steps.map(({id}) => id).filter(id => !named.has(`${id} *`) && !named.has(`${id} position`));
	if (!isSame(order(one), order(other))) wrong.push(`order ${order(one)} | ${order(other)}`);
	return wrong;
}

/** A field of a step; what two have added to its buttons and hotspots stands in the order in which it came. */
function comparable(step: StoredStep, field: StepField): unknown {
	const {actions} = step;
	if (field !== 'actions' || !actions) return fieldValue(step, field);
	const byId = (list: Array<{id?: string}> = []) => Object.fromEntries(list.map(one => [one.id, one]));
	return {next: actions.next, buttons: byId(actions.buttons), hotspots: byId(actions.hotspots)};
}

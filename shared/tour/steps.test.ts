import test from 'ava';
import {seededRandom} from '../../test/helpers/random.ts';
import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {emptyTour, type TourContent} from './document/document.ts';
import {addStep, deleteStep, editStep, imageSourceFaults, reorderSteps, stepIndex} from './steps.ts';

const IMAGE = {mediaId: 'a'.repeat(64), file: 'a.webp', width: 1440, height: 900};
const NOW = new Date('2026-03-01T12:00:00Z');
const tourOf = (...ids: string[]) => ids.reduce((tour, id) => addStep(tour, id, {}, null).content, emptyTour('Tour'));
const idsOf = (tour: TourContent) => tour.steps.map(({id}) => id);
const appError = (run: () => unknown): AppError => {
	try {
		run();
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
	throw new Error('Nothing was refused.');
};

test('an added step has every field: what was not given is null, but for type screen and simulateClick true', t => {
	const {step, adjustments, content} = addStep(emptyTour('Tour'), 'a', {}, null);
	t.deepEqual(step, {
		id: 'a',
		type: 'screen',
		title: null,
		text: null,
		label: null,
		narrationScript: null,
		alt: null,
		altDecorative: false,
		scene: null,
		highlight: null,
		click: null,
		popoverSide: null,
		popoverAlign: null,
		simulateClick: true,
		image: null,
		narrations: [],
	});
	t.deepEqual(adjustments, []);
	t.deepEqual(content.steps, [step]);
});

for (const [position, order] of [
	[undefined, 'abcx'],
	[0, 'xabc'],
	[1, 'axbc'],
	[3, 'abcx'],
] as const) {
	test(`a step added at position ${position ?? 'none'} of three stands at ${order.indexOf('x')}`, t => {
		const {content, adjustments} = addStep(tourOf('a', 'b', 'c'), 'x', {position}, null);
		t.is(idsOf(content).join(''), order);
		t.deepEqual(adjustments, []);
	});
}

for (const [id, position, order] of [
	['a', 2, 'bca'],
	['c', 0, 'cab'],
	['b', 1, 'abc'],
	['a', 1, 'bac'],
] as const) {
	test(`the step ${id} of abc moved to position ${position} gives ${order}`, t => {
		const {content, adjustments} = editStep(tourOf('a', 'b', 'c'), id, {position}, null);
		t.is(idsOf(content).join(''), order);
		t.deepEqual(adjustments, []);
	});
}

for (const position of [4, 1e15, Number.MAX_VALUE]) {
	test(`a position past the end (${position}) puts the step last and is reported`, t => {
		const added = addStep(tourOf('a', 'b', 'c'), 'x', {position}, null);
		t.is(idsOf(added.content).join(''), 'abcx');
		t.like(added.adjustments, [{field: 'position', from: position, to: 3}]);
		const moved = editStep(tourOf('a', 'b', 'c'), 'a', {position}, null);
		t.is(idsOf(moved.content).join(''), 'bca');
		t.like(moved.adjustments, [{field: 'position', from: position, to: 2}]);
	});
}

test('an edit replaces what it names and keeps the rest', t => {
	const fields = {title: 'Title', text: 'Text', alt: 'Alt', scene: 3, type: 'slide', popoverSide: 'left', simulateClick: false} as const;
	const before = addStep(emptyTour('Tour'), 'a', fields, IMAGE).content;
	const {step} = editStep(before, 'a', {text: 'Other'}, null);
	t.deepEqual(step, {...before.steps[0]!, text: 'Other'});
	t.deepEqual(step.image, IMAGE);
	t.is(before.steps[0]!.text, 'Text', 'The tour before is left as it was.');
});

test('a label that was emptied follows the title again', t => {
	const before = addStep(emptyTour('Tour'), 'a', {title: 'Title', label: 'Label'}, null).content;
	t.is(before.steps[0]!.label, 'Label');
	t.is(editStep(before, 'a', {label: ''}, null).step.label, null);
	t.is(editStep(before, 'a', {title: 'Other'}, null).step.label, 'Label');
});

test('the 500th step is taken and the 501st is refused', t => {
	const full = tourOf(...Array.from({length: LIMITS.stepsPerTour}, (_, index) => `step_${index}`));
	t.is(full.steps.length, 500);
	const {code, status} = appError(() => addStep(full, 'one too many', {}, null));
	t.is(code, 'too_many_steps');
	t.is(status, 400);
	t.is(addStep(deleteStep(full, 'step_7', NOW).content, 'again', {position: 0}, null).content.steps.length, 500);
});

test('a step that is not there is not_found, whatever is done to it', t => {
	const tour = tourOf('a');
	for (const run of [() => editStep(tour, 'z', {}, null), () => deleteStep(tour, 'z', NOW), () => stepIndex(tour, 'z')]) {
		t.is(appError(run).code, 'not_found');
	}
});

test('a new order must name each step exactly once', t => {
	const tour = tourOf('a', 'b', 'c');
	t.is(idsOf(reorderSteps(tour, ['c', 'a', 'b'])).join(''), 'cab');
	t.deepEqual(reorderSteps(emptyTour('Tour'), []).steps, []);
	for (const [ids, fields] of [
		[['a', 'b'], ['stepIds']],
		[['a', 'b', 'c', 'c'], ['stepIds[3]']],
		[
			['a', 'b', 'x'],
			['stepIds[2]', 'stepIds'],
		],
		[[], ['stepIds', 'stepIds', 'stepIds']],
		[
			['', '__proto__', 'a', 'a'],
			['stepIds[0]', 'stepIds[1]', 'stepIds[3]', 'stepIds', 'stepIds'],
		],
	] as const) {
		const {code, status, errors} = appError(() => reorderSteps(tour, [...ids]));
		t.is(code, 'step_order_mismatch');
		t.is(status, 400);
		t.deepEqual(
			errors!.map(({field}) => field),
			[...fields],
		);
	}
	t.is(idsOf(tour).join(''), 'abc');
});

test('a wrong order of hundreds of steps is reported in 100 faults at most', t => {
	const tour = tourOf(...Array.from({length: 300}, (_, index) => `step_${index}`));
	t.is(appError(() => reorderSteps(tour, [])).errors!.length, 100);
});

test('exactly one image source is right; none, two and three are one fault each', t => {
	const sources = {mediaId: 'm', url: 'u', base64: 'b'};
	const names = Object.keys(sources);
	for (let mask = 0; mask < 8; mask++) {
		const given = Object.fromEntries(Object.entries(sources).filter((_, bit) => mask & (1 << bit)));
		const faults = imageSourceFaults('image', {...given, name: 'n'}, names);
		t.is(faults.length, Object.keys(given).length === 1 ? 0 : 1, JSON.stringify(given));
	}
});

test('200 random inserts, moves, edits, deletes and reorders lose no step, double none, and keep positions 0..n-1', t => {
	for (let seed = 1; seed <= 50; seed++) {
		const random = seededRandom(seed);
		let tour = emptyTour('Tour');
		/** What must be there, found independently: an array that is spliced. */
		let model: string[] = [];
		for (let change = 0; change < 200; change++) {
			const kind = model.length === 0 ? 'insert' : random.pick(['insert', 'insert', 'move', 'edit', 'delete', 'reorder']);
			const id = model[random.below(model.length)] ?? '';
			const position = random.below(model.length + 3);
			if (kind === 'insert') {
				tour = addStep(tour, `${seed}-${change}`, {position, title: `Title of ${seed}-${change}`}, null).content;
				model.splice(position, 0, `${seed}-${change}`);
			}
			if (kind === 'move') {
				tour = editStep(tour, id, {position}, null).content;
				model = model.filter(other => other !== id);
				model.splice(position, 0, id);
			}
			if (kind === 'edit') tour = editStep(tour, id, {text: `Text ${change}`}, null).content;
			if (kind === 'delete') {
				tour = deleteStep(tour, id, NOW).content;
				model = model.filter(other => other !== id);
			}
			if (kind === 'reorder') {
				model = random.shuffle(model);
				tour = reorderSteps(tour, model);
			}
			if (idsOf(tour).join() !== model.join())
				return t.fail(`seed ${seed}, change ${change} (${kind}): ${idsOf(tour)} instead of ${model}`);
		}
		t.deepEqual(
			tour.steps.map(({title}) => title),
			model.map(id => `Title of ${id}`),
		);
		for (const [index, id] of model.entries()) if (stepIndex(tour, id) !== index) t.fail(`${id} is not at ${index}`);
	}
});

import test from 'ava';
import {editContext} from '../../../test/helpers/random-edits.ts';
import type {Edit} from '../../contract/edit.ts';
import type {ActionTarget, StepActions} from '../../contract/paths/actions.ts';
import {AppError} from '../../errors.ts';
import {applyChanges} from '../changes/apply-changes.ts';
import {emptyTour, type TourContent} from '../document/document.ts';
import {makeStep} from '../steps.ts';
import {mergeActions, mergeChapters} from './merge.ts';

/** Buttons, hotspots and chapters that two people change at once. */

const to = (step: string): ActionTarget => ({to: 'step', step: `step_${step}`});
const button = (id: string, target: ActionTarget, label = id) => ({id, label, target});
const later = {to: 'later'} as const;
const before: StepActions = {buttons: [button('a', later), button('b', later)]};
const slides = (...titles: string[]): TourContent => ({
	...emptyTour('Tour'),
	steps: titles.map(title => makeStep(`step_${title}`, {type: 'slide', title}, null).step),
});
const apply = (tour: TourContent, ...changes: Edit[]) => applyChanges(tour, changes, editContext());
const link = (step: string, set: StepActions | null, was: StepActions | null = null): Edit => ({
	kind: 'edit',
	step: `step_${step}`,
	set: {actions: set},
	was: {actions: was},
});

test('two people who link two buttons of one step both stay, and so do what they add, rename and put elsewhere', t => {
	const theirs = {buttons: [button('a', to('x')), button('b', later), button('theirs', later)]};
	const mine = {buttons: [button('b', to('y'), 'Renamed'), button('a', later), button('mine', later)]};
	const {actions, clashes} = mergeActions({theirs, was: before, mine});
	t.deepEqual(clashes, []);
	t.deepEqual(actions.buttons, [button('b', to('y'), 'Renamed'), button('theirs', later), button('a', to('x')), button('mine', later)]);
});

test('what both have changed is said, member by member, and either may win', t => {
	const theirs = {next: {to: 'end' as const}, buttons: [button('a', to('x'), 'Theirs')]};
	const mine = {next: {to: 'next' as const}, buttons: [button('a', to('y')), button('b', to('y'))]};
	const {actions, clashes} = mergeActions({theirs, was: before, mine});
	t.deepEqual(
		clashes.map(({field}) => field),
		['actions.next', 'actions.buttons.a.target', 'actions.buttons.b'],
	);
	t.deepEqual(actions, theirs);
	const {actions: own} = mergeActions({theirs, was: before, mine}, 'mine');
	t.deepEqual(own, {next: {to: 'next'}, buttons: [button('a', to('y'), 'Theirs'), button('b', to('y'))]});
});

test('a step takes four buttons: what comes fifth is said and not taken', t => {
	const four = (name: string) => ({buttons: [...before.buttons!, button(`${name}1`, later), button(`${name}2`, later)]});
	const {actions, clashes} = mergeActions({theirs: four('x'), was: before, mine: four('y')});
	t.deepEqual(actions, four('x'));
	t.deepEqual(
		clashes.map(({field}) => field),
		['actions.buttons'],
	);
});

test('chapters are merged scene by scene', t => {
	const was = [{scene: 1, title: 'One'}];
	const theirs = [{scene: 1, title: 'First'}];
	const mine = [...was, {scene: 2, title: 'Two'}];
	t.deepEqual(mergeChapters({theirs, was, mine}), {chapters: [...theirs, mine[1]!], clashes: []});
	const {content, conflicts} = apply(
		{...slides('a'), chapters: theirs},
		{
			kind: 'settings',
			set: {chapters: [{scene: 1, title: 'Mine'}]},
			was: {chapters: was},
		},
	);
	t.deepEqual(content.chapters, theirs);
	t.like(conflicts[0], {field: 'chapters.1.title', mine: 'Mine', theirs: 'First'});
	t.is(apply(content, {kind: 'settings', set: {chapters: []}, was: {chapters: theirs}}).content.chapters, undefined);
});

test('a link to a step that somebody has deleted leads to Next, and to the step once that is back', t => {
	const gone = apply(slides('a', 'b'), {kind: 'delete', step: 'step_b'}).content;
	const linked = apply(gone, link('a', {buttons: [button('x', to('b'))]}));
	t.deepEqual(linked.content.steps[0]!.actions, {buttons: [button('x', {to: 'next'})]});
	t.like(linked.adjustments[0], {field: 'changes[0].set.actions.buttons[0].target', to: {to: 'next'}});
	const back = apply(linked.content, {kind: 'restore', step: 'step_b'}).content;
	t.deepEqual(back.steps[0]!.actions, {buttons: [button('x', to('b'))]});
	const error = t.throws(() => apply(gone, link('a', {buttons: [button('x', to('never'))]})), {instanceOf: AppError});
	t.is(error!.errors![0]!.field, 'changes[0].set.actions.buttons[0].target.step');
});

test('two steps that lead to each other, deleted one after the other, are as they were once both are back', t => {
	const linked = apply(
		slides('a', 'b', 'c'),
		link('b', {buttons: [button('x', to('c'))]}),
		link('c', {next: {to: 'step', step: 'step_b'}}),
	).content;
	for (const order of [
		['b', 'c', 'b', 'c'],
		['b', 'c', 'c', 'b'],
	]) {
		const changes = order.map((name, index): Edit => ({kind: index < 2 ? 'delete' : 'restore', step: `step_${name}`}));
		const back = new Map(apply(linked, ...changes).content.steps.map(step => [step.id, step]));
		t.deepEqual(
			linked.steps.map(({id}) => back.get(id)),
			linked.steps,
			order.join(),
		);
	}
});

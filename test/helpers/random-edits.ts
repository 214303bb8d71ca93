import type {Edit, StepValues} from '../../shared/contract/edit.ts';
import {applyChanges, type EditContext} from '../../shared/tour/changes/apply-changes.ts';
import {neighboursOf} from '../../shared/tour/changes/places.ts';
import {fieldValue} from '../../shared/tour/changes/step-values.ts';
import type {TourContent} from '../../shared/tour/document/document.ts';
import type {Random} from './random.ts';
import {randomActions} from './random-actions.ts';
import {randomImage} from './random-tour.ts';

/** Somebody who edits a tour as they see it: what others do meanwhile they do not. */

const NOW = new Date('2026-03-01T12:00:00Z');
const WORDS = ['', 'a', 'b', 'ação', '<b>', '👩‍🚀'];
const FRACTIONS = [0, 0.1, 0.25, 0.5, 0.9];
/** None of nothing: how wide that becomes says the picture. */
const SIDES = [0.1, 0.25, 0.5, 1.2];

/** What the changes of these authors need; every image is there. */
export function editContext(): EditContext {
	const images = {get: (mediaId: string) => imageOf(mediaId)} as unknown as EditContext['images'];
	return {images, newStepId: () => 'step_00000000000000000000000000', now: NOW};
}

/** One change of the tour as it is seen, with what everything is in it. `name` tells the author's new steps from others'. */
export function randomEdit(random: Random, seen: TourContent, name: string): Edit {
	const {steps, removed = []} = seen;
	const kind =
		steps.length === 0
			? 'add'
			: random.pick(['edit', 'edit', 'edit', 'edit', 'link', 'link', 'move', 'move', 'add', 'delete', 'restore', 'rename'] as const);
	if (kind === 'rename') return {kind, set: {name: `Tour ${random.pick(WORDS)}!`}, was: {name: seen.name}};
	if (kind === 'restore') return removed.length > 0 ? {kind, step: random.pick(removed).step.id} : randomEdit(random, seen, name);
	if (kind === 'add') {
		const step = `step_${name}${random.next().toString(36).slice(2, 12)}`;
		return {
			kind,
			step,
			set: randomValues(random),
			...gap(
				random,
				steps.map(({id}) => id),
			),
		};
	}
	const index = random.below(steps.length);
	const step = steps[index]!;
	if (kind === 'delete') return {kind, step: step.id};
	if (kind === 'move') {
		const others = steps.map(({id}) => id).filter(id => id !== step.id);
		return {kind, step: step.id, ...gap(random, others), was: neighboursOf(steps, index)};
	}
	if (kind === 'link')
		return {kind: 'edit', step: step.id, set: {actions: randomActions(random, steps, step, name)}, was: {actions: step.actions ?? null}};
	const set = randomValues(random);
	const named = new Set(Object.keys(set) as Array<keyof StepValues>);
	if (named.has('highlight') || named.has('click')) named.add('highlight').add('click');
	return {kind, step: step.id, set, was: Object.fromEntries([...named].map(field => [field, fieldValue(step, field)]))};
}

/** The tour as the author sees it after a change of their own. */
export function seenAfter(seen: TourContent, edit: Edit): TourContent {
	return applyChanges(seen, [edit], editContext()).content;
}

function randomValues(random: Random): StepValues {
	const fraction = () => random.pick(FRACTIONS);
	const all = {
		title: random.pick(WORDS),
		text: random.pick([null, ...WORDS]),
		label: random.pick(WORDS),
		altDecorative: random.next() < 0.5,
		scene: random.pick([null, 1, 2]),
		highlight: random.pick([null, {x: fraction() - 0.1, y: fraction(), width: random.pick(SIDES), height: random.pick(SIDES)}]),
		click: random.pick([null, {x: fraction(), y: fraction()}]),
		popoverSide: random.pick([null, 'top', 'left'] as const),
		image: random.pick([null, {mediaId: randomImage(random).mediaId}]),
		camera: random.pick([{zoom: 'auto'} as const, {zoom: 2}]),
	};
	const chosen = random.shuffle(Object.entries(all)).slice(0, 1 + random.below(3));
	return Object.fromEntries(chosen) as StepValues;
}

function gap(random: Random, ids: string[]): {after: string | null; before: string | null} {
	const place = random.below(ids.length + 1);
	return {after: ids[place - 1] ?? null, before: ids[place] ?? null};
}

function imageOf(mediaId: string) {
	return {mediaId, file: `${mediaId.slice(0, 40)}.webp`, width: 1440, height: 900};
}

import test from 'ava';
import {shareOf} from '../../../test/helpers/extent.ts';
import {type Random, seededRandom} from '../../../test/helpers/random.ts';
import {withRandomActions} from '../../../test/helpers/random-actions.ts';
import {editContext} from '../../../test/helpers/random-edits.ts';
import type {Edit} from '../../contract/edit.ts';
import {applyChanges} from '../changes/apply-changes.ts';
import {isSame} from '../document/canonical-json.ts';
import {emptyTour, type TourContent} from '../document/document.ts';
import {makeStep} from '../steps.ts';
import {END, edgesOf, mainPath} from './graph.ts';
import {targetsOf} from './targets.ts';

/** Steps of random graphs are deleted: nothing dangles then, and all comes back. */

/** `TEST_EXTENT=whole` tries each of them. */
const ROUNDS = shareOf([...Array(10_000).keys()], round => `${round % 10}`);
const apply = (tour: TourContent, ...changes: Edit[]) => applyChanges(tour, changes, editContext()).content;

function randomTour(random: Random): TourContent {
	const slides = Array.from(
		{length: 2 + random.below(6)},
		(_, index) => makeStep(`step_${index}`, {type: 'slide', title: `${index}`}, null).step,
	);
	return {...emptyTour('Tour'), steps: withRandomActions(random, slides, 5)};
}

/** Lists what leads to no step of the tour. */
function dangling({steps}: TourContent): string[] {
	const ids = new Set(steps.map(({id}) => id));
	const named = steps.flatMap(({actions = {}}) => targetsOf(actions).flatMap(({target}) => target.step ?? []));
	const led = edgesOf(steps).flatMap(({to}) => (to === null || to === END ? [] : to));
	return [...named, ...led].filter(id => !ids.has(id));
}

test('after the deletion of any step of random graphs nothing dangles, and its undo brings the graph back exactly', t => {
	for (const round of ROUNDS) {
		const tour = randomTour(seededRandom(round));
		for (const {id} of tour.steps) {
			const without = apply(tour, {kind: 'delete', step: id});
			if (dangling(without).length > 0) t.fail(`${id} of ${JSON.stringify(tour.steps)}`);
			if (mainPath(without.steps)[0] !== 0) t.fail(`no main path without ${id} of ${JSON.stringify(tour.steps)}`);
			const back = apply(without, {kind: 'restore', step: id});
			if (!isSame(back.steps, tour.steps)) t.deepEqual(back.steps, tour.steps, `${id}, round ${round}`);
		}
	}
	t.pass();
});

test('several steps of random graphs, deleted one after the other, leave nothing dangling and come back as they were', t => {
	for (const round of ROUNDS) {
		const random = seededRandom(round);
		const tour = randomTour(random);
		const ids = random.shuffle(tour.steps.map(({id}) => id)).slice(0, 1 + random.below(tour.steps.length - 1));
		let now = tour;
		for (const step of ids) {
			now = apply(now, {kind: 'delete', step});
			if (dangling(now).length > 0) t.fail(`${ids} of ${JSON.stringify(tour.steps)}`);
		}
		const order = random.below(2) === 0 ? ids.toReversed() : random.shuffle(ids);
		const back = apply(now, ...order.map((step): Edit => ({kind: 'restore', step})));
		const actionsOf = ({steps}: TourContent) => steps.map(({id, actions}) => ({id, actions})).toSorted((a, b) => (a.id < b.id ? -1 : 1));
		if (!isSame(actionsOf(back), actionsOf(tour))) t.deepEqual(actionsOf(back), actionsOf(tour), `${ids} and ${order}, round ${round}`);
		if (order.join() === ids.toReversed().join() && !isSame(back.steps, tour.steps))
			t.deepEqual(back.steps, tour.steps, `in the same order: ${ids}, round ${round}`);
	}
	t.pass();
});

import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {withRandomActions} from '../../../test/helpers/random-actions.ts';
import type {StepActions} from '../../contract/paths/actions.ts';
import {edgesOf, mainPath, reachableSteps} from './graph.ts';
import {inSections, planSections} from './sections.ts';

type Led = {id: string; actions?: StepActions};

function randomGraph(seed: number): Led[] {
	const random = seededRandom(seed);
	const steps: Led[] = Array.from({length: 1 + random.below(9)}, (_, index) => ({id: `s${index}`}));
	return withRandomActions(random, steps, 4);
}

test('of 3,000 random tours each step that is reached is there once, the main path first, and leads where it led', t => {
	let branches = 0;
	for (let seed = 1; seed <= 3000; seed++) {
		const steps = randomGraph(seed);
		const reached = reachableSteps(steps, edgesOf(steps));
		const plan = planSections(steps);
		const shown = inSections(steps, plan, ({id}) => id);
		const ids = shown.map(({id}) => id);
		t.deepEqual(ids.toSorted(), [...reached].toSorted(), `${seed}`);
		const main = mainPath(steps);
		t.deepEqual(plan.order.slice(0, main.length), main);
		const ways = (all: readonly Led[]) =>
			edgesOf(all)
				.filter(({from}) => reached.has(from))
				.map(edge => JSON.stringify(edge))
				.toSorted();
		t.deepEqual(ways(shown), ways(steps), JSON.stringify(steps));
		branches += plan.sections.length;
		for (const {stepId, from, label} of plan.sections) {
			t.true(ids.indexOf(stepId) > from && ids.indexOf(stepId) >= main.length);
			t.true(edgesOf(shown).some(edge => edge.from === ids[from] && edge.to === stepId && edge.label === label));
		}
	}
	t.log(`${branches} branches`);
	t.true(branches > 100);
});

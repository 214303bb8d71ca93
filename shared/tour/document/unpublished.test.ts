import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {randomTour} from '../../../test/helpers/random-tour.ts';
import {makeStep} from '../steps.ts';
import {emptyTour, type TourContent} from './document.ts';
import {differencesBetween} from './unpublished.ts';

const slides = (...titles: string[]): TourContent => ({
	...emptyTour('Tour'),
	steps: titles.map(title => makeStep(title, {type: 'slide', title}, null).step),
});

test('each step that differs is named once, in the order of the tour, with its fields', t => {
	const shown = slides('a', 'b', 'c', 'd');
	const [a, b, c, d] = shown.steps as [never, never, never, never];
	const narration = {file: 'x', durationMs: 1, bytes: 1, language: 'pt', lang: null, voice: '1', script: '', source: ''};
	const now = {
		...shown,
		name: 'Other',
		steps: [{...(d as object), title: 'D', text: 'new'}, a, makeStep('n', {}, null).step, {...(b as object), narrations: [narration]}],
	} as TourContent;
	t.deepEqual(differencesBetween(shown, now), {
		steps: [
			{stepId: 'd', kind: 'changed', fields: ['title', 'text', 'position']},
			{stepId: 'n', kind: 'added', fields: []},
			{stepId: 'b', kind: 'changed', fields: ['narration']},
			{stepId: 'c', kind: 'removed', fields: []},
		],
		parts: ['name'],
	});
	t.deepEqual(
		differencesBetween(shown, {...shown, steps: [b, a, c, d]}).steps.map(({kind, fields}) => [kind, fields]),
		[['moved', ['position']]],
	);
});

test('a tour does not differ from itself, and of two tours each step is named once: 500 pairs', t => {
	const random = seededRandom(5);
	for (let round = 0; round < 500; round++) {
		const before = randomTour(random);
		t.deepEqual(differencesBetween(before, before), {steps: [], parts: []});
		const {steps} = differencesBetween(before, randomTour(random, before));
		t.is(new Set(steps.map(({stepId}) => stepId)).size, steps.length);
	}
});

import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {randomTour} from '../../../test/helpers/random-tour.ts';
import {makeStep} from '../steps.ts';
import {actionSentences, differencesBetween} from './diff.ts';
import {emptyTour, type TourContent} from './document.ts';

const numberOf = (key: string) => ({prices: 7, reports: 3})[key] ?? null;
const to = (step: string) => ({to: 'step' as const, step});
const button = (id: string, label: string, target: object = to('prices')) => ({id, label, target: target as {to: 'step'; step: string}});
const spot = (id: string, x: number) => ({...button(id, 'Menu'), area: {x, y: 0.1, width: 0.1, height: 0.1}});

test('what has changed in the actions of a step is said in a sentence each', t => {
	const before = {
		next: to('reports'),
		buttons: [button('a', 'Pricing', to('reports')), button('b', 'Team'), button('c', 'Help')],
		hotspots: [spot('h', 0.1)],
	};
	const after = {
		buttons: [button('a', 'Pricing'), button('b', 'People'), button('d', 'Out', {to: 'url', url: 'https://example.com/'})],
		hotspots: [spot('h', 0.2)],
	};
	t.deepEqual(actionSentences(before, after, numberOf), [
		'Next now leads to the step that follows',
		'button Help is gone',
		'button Pricing now leads to step 7',
		'button Team is called People now',
		'button Out is new and leads to https://example.com/',
		'hotspot Menu looks different or lies elsewhere',
	]);
	t.deepEqual(actionSentences(undefined, {next: {to: 'end'}}, numberOf), ['Next now leads to the end']);
	t.deepEqual(actionSentences(after, after, numberOf), []);
	t.deepEqual(actionSentences({buttons: [button('a', 'On')]}, {buttons: [button('a', 'On', to('gone'))]}, numberOf), [
		'button On now leads to the step gone',
	]);
});

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

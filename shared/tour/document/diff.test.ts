import test from 'ava';
import {actionSentences} from './diff.ts';

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

import test from 'ava';
import {listAllSteps, mergeAllSteps} from './guide-steps.ts';
import type {Values} from './values.ts';

const to = (step: string) => ({next: {to: 'step', step}});
/** A fork whose guide shows `ask`, `last` and `prices`, in this order. */
const ALL: Values[] = [{key: 'ask', actions: to('last')}, {key: 'reports', title: 'Reports'}, {key: 'prices'}, {key: 'last'}];
const SHOWN: Values[] = [{key: 'ask'}, {key: 'last', actions: to('prices')}, {key: 'prices'}];
const LIST = listAllSteps(ALL, SHOWN)!;
const keysOf = (shown: Values[]) => mergeAllSteps(shown, LIST).map(({step}) => step.key);

test('all steps are listed in their order, shown ones by their number in the guide, with actions that it lacks', t => {
	t.deepEqual(LIST, [
		{guide: 1, key: 'ask', actions: to('last')},
		{key: 'reports', title: 'Reports'},
		{guide: 3, key: 'prices'},
		{guide: 2, key: 'last', actions: null},
	]);
	t.is(listAllSteps(ALL, ALL), null);
});

test('an unedited guide gives back the tour, and an edited one what was edited', t => {
	t.deepEqual(
		mergeAllSteps(SHOWN, LIST).map(({step}) => step),
		ALL,
	);
	const edited = SHOWN.map(step => ({...step, title: `New ${step.key}`}));
	t.deepEqual(
		mergeAllSteps(edited, LIST).map(({step}) => step.title),
		['New ask', 'Reports', 'New prices', 'New last'],
	);
});

test('steps that were taken out, put in and moved in a guide are so in the tour; hidden ones stay', t => {
	const [ask, last, prices] = SHOWN as [Values, Values, Values];
	t.deepEqual(keysOf([ask, prices]), ['ask', 'reports', 'prices']);
	t.deepEqual(keysOf([]), ['reports']);
	t.deepEqual(keysOf([ask, prices, last]), ['ask', 'reports', 'last', 'prices']);
	t.deepEqual(mergeAllSteps([ask, prices, last], LIST)[2], {step: {key: 'last'}, guide: 2, all: 3});
	t.deepEqual(keysOf([{key: 'first'}, ask, {title: 'keyless'}, {key: 'second'}, last, prices]), [
		...['first', 'ask', undefined, 'second'],
		...['reports', 'prices', 'last'],
	]);
	t.deepEqual(keysOf([ask, ask, last, prices]), ['ask', 'ask', 'reports', 'prices', 'last']);
});

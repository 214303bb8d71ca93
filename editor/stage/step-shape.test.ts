import test from 'ava';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {BLANK} from '../saving/new-step.ts';
import type {View} from '../session/view.ts';
import {differInWords} from './step-shape.ts';

const view = (change: Partial<Step> = {}): View => {
	const image = {mediaId: 'a', url: '/media/a.webp', width: 1440, height: 900};
	const step = {...BLANK, id: 'one', image, highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, ...change} as Step;
	return {step, tour: {name: 'A tour', theme: {preset: 'green'}, version: 1, steps: [step]} as unknown as Tour, tool: 'select'};
};

test('a step that comes back from the service as it was sent is drawn no more than one whose words were written', t => {
	t.true(differInWords(view(), view({title: 'Other'})));
	t.true(differInWords(view(), view()));
	t.false(differInWords(view(), view({highlight: {x: 0.2, y: 0.1, width: 0.2, height: 0.2}})));
	t.false(differInWords(view(), view({image: null})));
});

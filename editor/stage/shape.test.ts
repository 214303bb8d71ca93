import test from 'ava';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {BLANK} from '../saving/new-step.ts';
import type {View} from '../session/view.ts';
import {differInWords, drawBox, follow, HANDLES, middle, moveBox, moveClick, pullBox} from './shape.ts';

test('whatever is drawn, moved or pulled stays on the picture, and the click in its highlight', t => {
	// Every tenth of a plane that is three times as wide as the picture.
	const places = Array.from({length: 31}, (_, index) => (index - 10) / 10);
	for (const x of places) {
		for (const y of places) {
			const by = {x, y};
			const start = drawBox({x: 0.3, y: 0.4}, {x: 0.6, y: 0.5});
			const boxes = [drawBox({x: 0.5, y: 0.5}, by), moveBox(start, by), ...HANDLES.map(handle => pullBox(start, handle, by))];
			for (const box of boxes) {
				t.true(
					box.x >= 0 &&
						box.y >= 0 &&
						box.width >= 0 &&
						box.height >= 0 &&
						box.x + box.width <= 1.0000001 &&
						box.y + box.height <= 1.0000001,
				);
				for (const click of [follow(middle(start), start, box)!, moveClick(middle(box), by, box)]) {
					t.true(
						click.x >= box.x - 1e-4 &&
							click.x <= box.x + box.width + 1e-4 &&
							click.y >= box.y - 1e-4 &&
							click.y <= box.y + box.height + 1e-4,
					);
				}
			}
		}
	}
});

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

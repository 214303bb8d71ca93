import test from 'ava';
import {drawBox, follow, HANDLES, middle, moveBox, moveClick, pullBox} from './shape.ts';

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

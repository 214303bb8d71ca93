import test from 'ava';
import {element, HEIGHT, SIZE} from '../../../test/helpers/screen-element.ts';
import type {ReadElement} from '../../contract/pictures/element.ts';
import {selectElements as select} from './select-elements.ts';
import {placeTarget} from './target.ts';

test('the name of a field is taken with a word about the field, and a query finds both', t => {
	const field: ReadElement = {...element('[field]', 'field', {y: 0.3}), label: 'Search', words: []};
	for (const kind of ['text', 'menu'] as const) {
		const elements = [element('Search', kind, {y: 0.2}), field];
		const {click, adjustments} = placeTarget({text: 'Search'}, SIZE, elements);
		t.deepEqual(click, elements[0]!.click);
		t.regex(adjustments[0]!.reason, /field "\[field\]" near "Search" at .* send text "\[field\]" and nth 1/);
		t.deepEqual(
			select(elements, 'search', 9).elements.map(({text}) => text),
			['Search', '[field]'],
		);
	}
	t.deepEqual(placeTarget({text: 'Search'}, SIZE, [element('Search', 'button', {y: 0.2}), field]).adjustments, [], 'A button is pressed.');
});

/** A line of text and a frame beside it, right of it or below it. */
const LABEL = ['text', 'menu', 'link', 'heading'] as const;
const frame = (x: number, y: number) => ({x, y, width: 0.3, height: 2 * HEIGHT});

test('a field that is filled in is named where its label is taken, right of it and below it, but not past other words', t => {
	const icon: ReadElement = {...element('[icon]', 'icon', {x: 0.25}), words: []};
	for (const [kind, control, [x, y]] of LABEL.flatMap(label =>
		(['field', 'select'] as const).flatMap(control => [[0.4, 0.1] as const, [0.1, 0.13] as const].map(at => [label, control, at] as const)),
	)) {
		const label = element('Amplitude', kind);
		const filled = element('2.5 volts', control, {x: x + 0.01, y: y + HEIGHT / 2, box: frame(x, y)});
		const {click, adjustments} = placeTarget({text: 'amplitude'}, SIZE, [label, icon, filled]);
		t.deepEqual(click, label.click);
		t.regex(adjustments[0]?.reason ?? '', new RegExp(`${control} "2.5 volts" at .* nth 1`), `${kind} ${control}`);
		t.true(select([label, filled], 'amplitude', 9).elements.some(({text}) => text === '2.5 volts'));
		const between = element('Phase', 'text', {x: (0.1 + x) / 2, y: (0.1 + y) / 2 + HEIGHT / 4});
		t.deepEqual(placeTarget({text: 'amplitude'}, SIZE, [label, between, filled]).adjustments, [], 'Other words are between.');
		const far = element('2.5 volts', control, {x: 0.1, y: 0.5, box: frame(0.1, 0.5)});
		t.deepEqual(placeTarget({text: 'amplitude'}, SIZE, [label, far]).adjustments, [], 'It is far away.');
	}
});

test('a switch that was read as an icon is named where its label is taken, left of it too, but a square icon or an arrow is not', t => {
	const label = element('Dark mode', 'text', {x: 0.2});
	for (const x of [0.14, 0.4])
		for (const [width, height, named] of [
			[0.04, HEIGHT, true],
			[0.02, HEIGHT, false],
			[0.012, 0.4 * HEIGHT, false],
		] as const) {
			const shape = {...element('[icon]', 'icon', {x}), highlight: {x, y: 0.1, width, height}, label: 'Dark mode', words: []};
			const {click, adjustments} = placeTarget({text: 'dark mode'}, SIZE, [shape, label]);
			t.deepEqual(click, label.click);
			t.is(adjustments.length === 1 && adjustments[0]!.reason.includes('icon "[icon]" near "Dark mode"'), named);
		}
});

test('of a label and the switch on its row with the same words the switch is taken, and the label is named', t => {
	for (const kind of LABEL)
		for (const x of [0.05, 0.6]) {
			const label = element('Send mail', kind, {x: 0.2, nth: 1});
			const control = {...element('Send mail', 'checkbox', {x, nth: 2}), highlight: {x, y: 0.1, width: 0.04, height: HEIGHT}};
			const {highlight, adjustments} = placeTarget({text: 'Send mail'}, SIZE, [label, control]);
			t.deepEqual(highlight, control.highlight);
			t.regex(adjustments[0]!.reason, new RegExp(`${kind} "Send mail" at .* nth 1`));
		}
});

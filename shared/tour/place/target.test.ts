import test from 'ava';
import {element, HEIGHT, SIZE, WORD} from '../../../test/helpers/screen-element.ts';
import type {ReadElement} from '../../contract/pictures/element.ts';
import type {AppError} from '../../errors.ts';
import {selectElements as select} from './select-elements.ts';
import {matchElements, placeTarget} from './target.ts';
import {targetFaults} from './target-faults.ts';

const selectElements = (...given: Parameters<typeof select>) => select(...given).elements;

const inside = ({x, y, width, height}: ReadElement['highlight'], click: {x: number; y: number}) =>
	click.x >= x && click.x <= x + width && click.y >= y && click.y <= y + height;

test('a link in a sentence is placed on its own words, not on the middle of the sentence', t => {
	const sentence = element('Read our project guide or reach out to support', 'text');
	const {highlight, click} = placeTarget({text: 'project guide'}, SIZE, [sentence]);
	const [, , project, guide] = sentence.words;
	t.true(click.x > project!.x && click.x < guide!.x + WORD);
	t.true(inside(highlight, click) && highlight.width < 3 * WORD);
	t.true(highlight.y < 0.1 && highlight.height > HEIGHT, 'The words have room to breathe.');
});

test('of two links in one line each is found by its own word, and the whole line by all of it', t => {
	const line = element('select customers', 'link');
	t.true(placeTarget({text: 'customers'}, SIZE, [line]).click.x > line.click.x);
	t.true(placeTarget({text: 'select'}, SIZE, [line]).click.x < line.click.x);
	t.deepEqual(placeTarget({text: 'Select customers'}, SIZE, [line]), {highlight: line.highlight, click: line.click, adjustments: []});
});

test('a part of what stands on a button is still the button, and a label beside a field still the field', t => {
	const box = {x: 0.05, y: 0.08, width: 0.3, height: 0.06};
	const button = element('Add new user', 'button', {box});
	const placed = placeTarget({text: 'new user'}, SIZE, [button]);
	t.deepEqual(placed.highlight, box);
	t.true(inside(box, placed.click));
	const field = {...element('Budget in dollars', 'field', {box}), words: []};
	t.deepEqual(placeTarget({text: 'Budget'}, SIZE, [field]), {highlight: box, click: field.click, adjustments: []});
});

test('parts with the same words are numbered after the elements that are wholly these words, and nth chooses any of them', t => {
	const elements = [
		element('Ask our support today', 'text', {y: 0.1}),
		element('Support', 'link', {y: 0.3}),
		element('Write to support at once', 'text', {y: 0.5}),
	];
	const found = selectElements(elements, 'support', 10);
	t.deepEqual(
		found.map(({text, nth}) => [text, nth]),
		[
			['Support', 1],
			['support', 2],
			['support', 3],
		],
	);
	t.false(JSON.stringify(found).includes('words'), 'What is kept for ourselves stays there.');
	for (const [nth, y] of [
		[1, 0.3],
		[2, 0.1],
		[3, 0.5],
	] as const) {
		t.is(placeTarget({text: 'support', nth}, SIZE, elements).click.y, y + HEIGHT / 2);
	}
	const [first, , third] = elements;
	const error = t.throws(() => placeTarget({text: 'support'}, SIZE, [first!, third!]), {message: /./}) as unknown as {
		id: string;
		errors: Array<{hint: string}>;
	};
	for (const {hint} of error.errors) {
		const [, text, nth] = /send text "(.+)" and nth (\d+)/.exec(hint)!;
		t.notThrows(() => placeTarget({text: text!, nth: Number(nth)}, SIZE, [first!, third!]), hint);
	}
});

test('candidates come by their numbers, however a row of them wavers, and those beyond twenty are counted', t => {
	const row = Array.from({length: 23}, (_, index) =>
		element('Save', 'button', {x: index / 25, y: index % 2 === 0 ? 0.101 : 0.1, nth: index + 1}),
	);
	const errorsOf = (elements: ReadElement[]) =>
		(t.throws(() => placeTarget({text: 'Save'}, SIZE, elements)) as unknown as AppError).errors!;
	const few = errorsOf(row.slice(0, 20));
	t.deepEqual(
		few.map(({hint}) => Number(/nth (\d+)/.exec(hint)![1])),
		row.slice(0, 20).map(({nth}) => nth),
	);
	const many = errorsOf(row);
	t.is(many.length, 21);
	t.is(many.at(-1)!.message, '3 more are left out.');
	t.regex(many.at(-1)!.hint, /find_elements with query "Save"/);
	const {adjustments} = placeTarget({text: 'Save'}, SIZE, [
		...row.map(one => ({...one, kind: 'text' as const})),
		element('Save', 'button', {y: 0.5}),
	]);
	t.true(adjustments[0]!.reason.endsWith('3 more are left out.'));
});

test('the same words in other letters are chosen by their number too', t => {
	const elements = [element('Editar', 'button', {y: 0.2, nth: 1}), element('editar', 'button', {y: 0.4, nth: 2})];
	t.is(placeTarget({text: 'editar', nth: 1}, SIZE, elements).click.y, elements[0]!.click.y);
	t.is(placeTarget({text: 'editar', nth: 2}, SIZE, elements).click.y, elements[1]!.click.y);
	t.is(placeTarget({text: 'editar'}, SIZE, elements).click.y, elements[1]!.click.y);
});

test('every part that is found lies in the element that it is a part of', t => {
	const text = 'Home Forms General and all that follows';
	const whole = element(text, 'text');
	for (const word of text.split(' ')) {
		const [match] = matchElements([whole], word);
		t.true(inside(match!.element.highlight, match!.element.click));
		t.true(inside(whole.highlight, match!.element.click), word);
	}
});

const WORDING = ['Save', 'Team offsite plan', 'Settings', 'Zurücksetzen', 'Próximo passo'];
const PAIRS = (['button', 'field', 'link', 'menu', 'tab', 'icon', 'heading', 'text'] as const).flatMap((first, index, kinds) =>
	kinds.slice(index).map(second => [first, second] as const),
);
/** How the second one has the words: the same, in capitals, inside a sentence, or with a letter misread. */
const WRITTEN = [
	(text: string) => text,
	(text: string) => text.toUpperCase(),
	(text: string) => `Please read what ${text} does before you go on`,
	(text: string) => `${text.slice(0, -1)}q`,
];

test('of words that are on a screen twice none are taken without a word', t => {
	const taken: string[] = [];
	let screens = 0;
	for (const [text, [first, second], write] of WORDING.flatMap(text =>
		PAIRS.flatMap(pair => WRITTEN.map(write => [text, pair, write] as const)),
	)) {
		// A letter in four or five: so much is another word.
		if (write === WRITTEN[3] && text.length < 5) continue;
		const other = write(text);
		for (const [above, below] of [
			[element(text, first, {y: 0.2}), element(other, second, {y: 0.6, nth: other === text ? 2 : 1})],
			[element(other, second, {y: 0.2}), element(text, first, {y: 0.6, nth: other === text ? 2 : 1})],
		] as const) {
			screens++;
			const said = wordOf(text, [element('Home', 'link', {y: 0.05}), above, below]);
			const named = [0.2, 0.6].filter(y => said.some(one => Math.abs(one - y) < HEIGHT));
			if (named.length < said.length || named.length === 0) taken.push(`${above.kind} "${above.text}", ${below.kind} "${below.text}"`);
		}
	}
	t.true(screens >= 200);
	t.deepEqual(taken, []);
});

/** Returns the upper edges of the elements that the error lists, or that the adjustment names. */
function wordOf(text: string, elements: ReadElement[]): number[] {
	let said: unknown;
	try {
		said = placeTarget({text}, SIZE, elements).adjustments;
	} catch (error) {
		said = (error as {errors: unknown}).errors;
	}
	return [...JSON.stringify(said).matchAll(/, y ([\d.]+),/g)].map(([, y]) => Number(y));
}

test('a title and an entry of a menu with the same words are both listed, from the first', t => {
	const elements = [element('Team offsite plan', 'text', {y: 0.2, nth: 1}), element('Team offsite plan', 'menu', {y: 0.4, nth: 2})];
	const error = t.throws(() => placeTarget({text: 'Team offsite plan'}, SIZE, elements)) as unknown as {
		id: string;
		errors: Array<{field: string; hint: string}>;
	};
	t.deepEqual(
		error.errors.map(({hint}) => Number(/nth (\d+)/.exec(hint)![1])),
		[1, 2],
	);
});

test('a button is taken before prose with its words, and the prose is named', t => {
	const prose = element('Press Save when all is done and read it', 'text', {y: 0.2});
	const button = element('Save', 'button', {y: 0.4});
	const {click, adjustments} = placeTarget({text: 'Save'}, SIZE, [prose, button]);
	t.deepEqual(click, button.click);
	t.is(adjustments.length, 1);
	t.is(adjustments[0]!.field, 'target.nth');
	t.regex(adjustments[0]!.reason, /text "Save" at .* nth 2/);
	t.deepEqual(placeTarget({text: 'Save', nth: 1}, SIZE, [prose, button]).adjustments, [], 'Chosen by its number.');
});

test('what has no words is named by its kind in brackets, with the words next to it or its number, and never by plain words', t => {
	const shape = (nth: number, label?: string): ReadElement => ({
		...element('[icon]', 'icon', {x: 0.1 * nth, nth}),
		...(label && {label}),
		words: [],
	});
	const elements = [shape(1, 'Save'), shape(2), element('Icon', 'text', {y: 0.4}), shape(3, 'Search')];
	t.deepEqual(placeTarget({text: '[icon]', nth: 2}, SIZE, elements).click, elements[1]!.click);
	t.deepEqual(placeTarget({text: '[Icon] search'}, SIZE, elements).click, elements[3]!.click);
	t.deepEqual(placeTarget({text: 'icon'}, SIZE, elements), {highlight: elements[2]!.highlight, click: elements[2]!.click, adjustments: []});
	const several = t.throws(() => placeTarget({text: '[icon]'}, SIZE, elements)) as AppError;
	t.is(several.code, 'target_ambiguous');
	t.regex(several.errors![0]!.message, /^icon "\[icon\]" near "Save" at x 0\.1/);
	t.is(several.errors!.length, 3);
	t.deepEqual(select(elements, '[field]', 9).elements, []);
	t.regex(select(elements, 'Publish', 9).hint!, /"Icon"\. 3 without words go by "\[icon\]"/);
	t.regex(select([], null, 9).hint!, /Nothing was found/);
});

test('a column of numbers that differ in a digit names three neighbours of the one that is meant, and counts the rest', t => {
	const rows = Array.from({length: 12}, (_, index) => index + 2000);
	const words = rows.map((row, index) => element(`A-${row}`, 'text', {y: 0.05 * (index + 1)}));
	const boxes = rows.map((row, index) => ({
		...element('[icon]', 'icon', {x: 0.5, y: 0.05 * (index + 1), nth: index + 1}),
		label: `A-${row}`,
		words: [],
	}));
	for (const text of ['A-2002', '[icon] A-2002']) {
		const {click, adjustments} = placeTarget({text}, SIZE, [...words, ...boxes]);
		t.is(click.y, words[2]!.click.y, text);
		const {reason} = adjustments[0]!;
		t.true(reason.split('For this one').length - 1 <= 4, reason);
		t.regex(reason, /\d more are left out\.$/);
	}
});

test('a sign without a letter is found nowhere, and what is said shows how an icon is named', t => {
	const icons = [1, 2].map(nth => ({...element('[icon]', 'icon', {x: 0.1 * nth, nth}), words: []}));
	for (const sign of ['+', '⋮', '>', '…']) {
		const {elements, hint} = select(icons, sign, 9);
		t.deepEqual(elements, [], sign);
		t.regex(hint!, /"\[icon\]"/);
		const [fault] = targetFaults('target', {text: sign});
		const [, named] = /"(\[icon\] Save)"/.exec(fault!.hint!)!;
		t.notThrows(() => placeTarget({text: named!}, SIZE, [{...icons[0]!, label: 'Save'}]), 'The example is one that is understood.');
	}
});

test('pixels that are not on the picture are refused by their own names, and so are fractions', t => {
	const faultsOf = (pixels: {x: number; y: number; width: number; height: number}) =>
		(t.throws(() => placeTarget({pixels}, {width: 2880, height: 1800}, [])) as unknown as AppError).errors!;
	const [outside, ...none] = faultsOf({x: 5000, y: 42, width: 238, height: 80});
	t.deepEqual(none, []);
	t.like(outside, {field: 'target.pixels.x', message: '5000 is outside the image, 2880 pixels wide.'});
	t.deepEqual(
		faultsOf({x: 10, y: 1800, width: 4000, height: 20}).map(({field}) => field),
		['target.pixels.width', 'target.pixels.y'],
	);
	t.regex(faultsOf({x: 0.9, y: 0.02, width: 0.08, height: 0.04})[0]!.message, /fractions/);
	t.notThrows(() => placeTarget({pixels: {x: 2800, y: 0, width: 200, height: 20}}, {width: 2880, height: 1800}, []), 'its end is cut');
});

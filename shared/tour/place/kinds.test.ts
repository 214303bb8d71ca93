import test from 'ava';
import {element, HEIGHT, SIZE} from '../../../test/helpers/screen-element.ts';
import type {ReadElement} from '../../contract/pictures/element.ts';
import type {AppError} from '../../errors.ts';
import {placeTarget} from './target.ts';

const shape = (name: 'icon' | 'field', label: string, x: number, nth = 1): ReadElement => ({
	...element(`[${name}]`, name, {x, nth}),
	highlight: {x, y: 0.1, width: 0.015, height: HEIGHT},
	click: {x: x + 0.007, y: 0.1 + HEIGHT / 2},
	label,
	words: [],
});
const faultOf = (elements: ReadElement[], text: string, nth?: number) => {
	try {
		placeTarget({text, ...(nth !== undefined && {nth})}, SIZE, elements);
	} catch (error) {
		return error as AppError;
	}
	return null;
};

test('a kind in brackets is never passed over: the box beside the words is taken, not the words', t => {
	const words = element('Remember this choice?', 'text', {x: 0.3});
	const box = shape('icon', 'Remember this choice?', 0.5);
	for (const kind of ['checkbox', 'switch', 'toggle', 'radio', 'Checkbox', 'icon'])
		t.deepEqual(placeTarget({text: `[${kind}] Remember this choice?`}, SIZE, [words, box]).click, box.click, kind);
	t.deepEqual(placeTarget({text: '[text] Remember this choice?'}, SIZE, [words, box]).click, words.click);
	const ticked = element('Remember this choice?', 'checkbox', {x: 0.2, nth: 2});
	t.deepEqual(placeTarget({text: '[checkbox] remember this choice'}, SIZE, [ticked, words, box]).click, ticked.click);
});

test('of equal words those on the kind are taken without a doubt', t => {
	const elements = [
		element('Search', 'text', {y: 0.1, nth: 1}),
		element('Search', 'button', {y: 0.3, nth: 2}),
		element('Search', 'field', {y: 0.5, nth: 3}),
		element('Search', 'field', {y: 0.7, nth: 4}),
	];
	t.deepEqual(placeTarget({text: '[button] search'}, SIZE, elements), {...placeOf(elements[1]!), adjustments: []});
	t.deepEqual(placeTarget({text: '[text] Search'}, SIZE, elements), {...placeOf(elements[0]!), adjustments: []});
	const error = faultOf(elements, '[input] Search')!;
	t.is(error.code, 'target_ambiguous');
	const hints = error.errors!.map(({hint}) => /send text "(.+)" and nth (\d+)/.exec(hint)!);
	const found = hints.map(([, text, nth]) => placeTarget({text: text!, nth: Number(nth)}, SIZE, elements).click);
	t.deepEqual(found, [elements[2]!.click, elements[3]!.click]);
});

const placeOf = ({highlight, click}: ReadElement) => ({highlight, click});

test('a kind alone is chosen by its number in reading order', t => {
	const elements = ['Save', 'Cancel', 'Save'].map((text, index) => element(text, 'button', {y: 0.1 + index / 5, nth: index === 2 ? 2 : 1}));
	t.is(faultOf(elements, '[button]')!.code, 'target_ambiguous');
	for (const [index, {click}] of elements.entries())
		t.deepEqual(placeTarget({text: '[button]', nth: index + 1}, SIZE, elements).click, click);
	t.regex(faultOf(elements, '[button]', 4)!.errors![0]!.message, /only 3/);
});

test('what has the words and is of another kind is told, and a kind that there is not', t => {
	const elements = [element('Start', 'text'), shape('icon', 'Stop', 0.6)];
	const other = faultOf(elements, '[icon] Start')!.errors![0]!;
	t.regex(other.message, /^"Start" was read as text "Start" at x .*: it is no \[icon\], and none is beside it\.$/);
	t.regex(other.hint, /^Send text "Start" and nth 1/);
	const unknown = faultOf(elements, '[row] Start')!.errors![0]!;
	t.is(unknown.message, 'There is no kind [row].');
	t.regex(unknown.hint, /"\[button\]", "\[field\]"/);
	t.regex(faultOf(elements, '[icon] Nowhere')!.errors![0]!.message, /^Nothing with these words/);
});

test('brackets that are on the picture are words', t => {
	const elements = [element('[Draft] Plan of the year', 'link', {y: 0.1}), element('Plan of the year', 'text', {y: 0.5})];
	t.deepEqual(placeTarget({text: '[Draft] Plan of the year'}, SIZE, elements).click, elements[0]!.click);
	const menu = [element('[Button] Label', 'text', {y: 0.1}), element('Label', 'button', {y: 0.5})];
	t.deepEqual(placeTarget({text: '[Button] Label'}, SIZE, menu).click, menu[0]!.click);
});

test('just these words within a longer text come before words that are only alike, and both are told', t => {
	const file = element('invoice-118.pdf 12 KB', 'button', {y: 0.2});
	const search = element('invoice', 'field', {y: 0.5});
	const {click, adjustments} = placeTarget({text: 'invoice-118.pdf'}, SIZE, [search, file]);
	t.true(Math.abs(click.y - file.click.y) < 1e-9);
	t.regex(adjustments[0]!.reason, /^Taken: button "invoice-118\.pdf" at x .* These words fit others too: field "invoice"/);
});

test('each number that a message offers is found, also one whose words fit less well', t => {
	const elements = [
		element('Reports', 'menu', {y: 0.1, nth: 1}),
		element('Reports.', 'text', {y: 0.4, nth: 2}),
		element('Report', 'text', {y: 0.6, nth: 1}),
	];
	const {adjustments} = placeTarget({text: '[menu] Reports'}, SIZE, elements);
	const offered = [...adjustments[0]!.reason.matchAll(/send text "([^"]+)" and nth (\d+)/g)];
	t.true(offered.length > 0);
	for (const [said, text, nth] of offered) t.notThrows(() => placeTarget({text: text!, nth: Number(nth)}, SIZE, elements), said);
});

import test from 'ava';
import {sampleImage, sampleStep} from '../../../test/helpers/sample-snapshot.ts';
import {wishOf} from './wish.ts';

const {image} = await sampleImage();
const [left, top, right, bottom] = [0, 1, 2, 3];
const at = (x: number, y: number, change = {}, width = 0.1, height = 0.05) =>
	wishOf(sampleStep({image, highlight: {x, y, width, height}, ...change}));
/** A map with this level in the cells of which this is true. */
const map = (level: string, drawn: (column: number, row: number) => boolean) =>
	Array.from({length: 160}, (_, cell) => (drawn(cell % 16, Math.floor(cell / 16)) ? level : '0')).join('');

test('without a wish the balloon goes where there is room', t => {
	t.is(at(0.45, 0.02)[1][0], bottom);
	t.is(at(0.02, 0.9)[1][0], right);
	t.is(at(0.88, 0.92)[1][0], top);
	t.is(at(0.9, 0.4, {}, 0.05, 0.5)[1][0], left);
	t.is(at(0, 0.9, {}, 1, 0.1)[1][0], top);
});

test('where a side was asked for it comes first, and the others follow', t => {
	t.deepEqual(at(0.45, 0.02, {popoverSide: 'over', popoverAlign: 'start'}), [2, [bottom, right, left, top], 0.1]);
	t.deepEqual(at(0.45, 0.02, {popoverSide: 'left'}), [1, [left, bottom, right, top], 0.5]);
	t.is(at(0.45, 0.02)[0], 0);
});

test('of the sides with room it takes the one that covers least of what is drawn', t => {
	const shown = (detail: string) => at(0.45, 0.45, {image: {...image, detail}})[1][0];
	t.is(shown(map('f', () => false)), bottom);
	t.is(shown(map('f', (_, row) => row > 6)), right);
	t.is(shown(map('f', (column, row) => row > 6 || column > 8)), left);
	t.is(shown(map('f', (column, row) => row > 6 || column > 8 || column < 7)), top);
	t.is(shown(map('f', () => true)), bottom, 'as much everywhere');
});

test('a long highlight keeps the words beside it free, however empty its ends are', t => {
	const detail = map('f', (column, row) => row !== 4 || (column > 2 && column < 10));
	t.true([top, bottom].includes(at(0.3, 0.43, {image: {...image, detail}}, 0.25, 0.04)[1][0]!));
});

test('it is worked out on what the camera shows', t => {
	// Words to the right of an icon, and nothing beyond the middle: what is far from the icon is not in view.
	const detail = map('f', (column, row) => (column > 0 && column < 8) || row > 3);
	const icon = {highlight: {x: 0.02, y: 0.2, width: 0.012, height: 0.02}, click: null, image: {...image, detail}};
	for (const zoom of ['none', 'auto', 4] as const) {
		const [, sides] = wishOf(sampleStep({...icon, camera: {zoom}}));
		t.is(new Set(sides).size, 4);
	}
	t.not(wishOf(sampleStep({...icon, camera: {zoom: 'none'}}))[1][0], left);
});

test("a telephone's picture leaves room on both sides of itself", t => {
	for (const detail of ['f'.repeat(160), undefined]) {
		const upright = {...image, width: 780, height: 1688, detail};
		for (const x of [0.1, 0.7]) {
			const [, sides] = wishOf(sampleStep({image: upright, highlight: {x, y: 0.5, width: 0.2, height: 0.06}, click: null}));
			t.true([left, right].includes(sides[0]!), `${detail} ${x}`);
		}
	}
});

test('what the picture before did not have is not covered, where it is the same screen', t => {
	const words = map('8', () => true);
	const after = (before: string | undefined, now: string) =>
		wishOf(
			sampleStep({image: {...image, detail: now}, highlight: {x: 0.45, y: 0.45, width: 0.1, height: 0.05}}),
			sampleStep({image: {...image, detail: before}}),
		)[1][0];
	const saved = map('a', (_, row) => row > 6).replaceAll('0', '8');
	t.is(after(undefined, words), bottom);
	t.is(after(words, words), bottom);
	t.is(after(words, saved), right);
	t.is(
		after(
			map('9', () => true),
			map('8', () => true),
		),
		bottom,
		'another screen',
	);
});

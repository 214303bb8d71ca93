import test from 'ava';
import {groundColor} from './ground-color.ts';

/** A picture of 100 x 100 whose first pixels are transparent. `colors`: of the others, each of its share. */
function picture(transparent: number, colors: [share: number, color: [number, number, number]][]) {
	const data = Buffer.alloc(40_000);
	let at = transparent * 10_000;
	for (const [share, color] of colors) {
		const end = at + Math.round(share * (1 - transparent) * 10_000);
		for (; at < end && at < 10_000; at++) data.set([...color, 255], at * 4);
	}
	return {data, width: 100, height: 100, channels: 4 as const};
}

type Color = [number, number, number];
const BLUE: Color = [20, 110, 200];
const INK: Color = [17, 17, 17];
const PAPER: Color = [250, 250, 250];

test('behind a screenshot and its rounded corners is the colour that covers most of it', t => {
	t.is(groundColor(picture(0.02, [[1, INK]])), '#111111');
	t.is(groundColor(picture(0, [[1, BLUE]])), '#146ec8');
	t.is(groundColor({data: Buffer.from([9, 9, 9]), width: 1, height: 1, channels: 3}), '#090909');
});

test('a drawing on nothing is seen: on white, and on dark where all of it is light', t => {
	for (const color of [BLUE, INK]) t.is(groundColor(picture(0.6, [[1, color]])), '#ffffff');
	t.is(groundColor(picture(0.6, [[1, PAPER]])), '#20242b');
	t.is(
		groundColor(
			picture(0.2, [
				[0.99, PAPER],
				[0.01, INK],
			]),
		),
		'#ffffff',
		'a window with its shadow, light as it is, has words',
	);
	t.is(groundColor(picture(1, [])), '#ffffff');
	t.is(groundColor({data: Buffer.from([9, 0, 77, 255]), width: 2, height: 1, channels: 2}), '#ffffff');
});

import test from 'ava';
import {dominantColor} from './ground-color.ts';

const pixels = (channels: 1 | 2 | 3 | 4, values: number[][]) => ({
	data: Buffer.from(values.flat()),
	width: values.length,
	height: 1,
	channels,
});

test('the colour that covers most is answered, averaged over its near shades', t => {
	t.is(
		dominantColor(
			pixels(3, [
				[250, 250, 250],
				[252, 252, 252],
				[254, 254, 254],
				[9, 9, 9],
				[200, 0, 0],
			]),
		),
		'#fcfcfc',
	);
});

test('transparent pixels do not count, and where there is no other it is white', t => {
	t.is(
		dominantColor(
			pixels(4, [
				[0, 0, 0, 0],
				[0, 0, 0, 0],
				[0, 128, 0, 255],
			]),
		),
		'#008000',
	);
	t.is(dominantColor(pixels(4, [[0, 0, 0, 0]])), '#ffffff');
	t.is(
		dominantColor(
			pixels(2, [
				[9, 0],
				[77, 255],
			]),
		),
		'#4d4d4d',
	);
});

test('grey is a colour', t => t.is(dominantColor(pixels(1, [[51], [51], [200]])), '#333333'));

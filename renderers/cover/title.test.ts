import test from 'ava';
import {FONTS} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {fontOf} from '../../shared/tour/themes.ts';
import {fitTitle, SMALLEST_PREVIEW} from './title.ts';

const fonts = FONTS.filter(font => font !== 'default').map(font => fontOf({preset: 'violet', font}));

test('a title of any length is read in a preview of 300 pixels: its letters have 11 pixels or more there', t => {
	const words = 'Relatórios de vendas ';
	const titles = [
		'A',
		'文',
		'🚀',
		'x'.repeat(200),
		...Array.from({length: 200}, (_, i) =>
			words
				.repeat(10)
				.slice(0, i + 1)
				.trim(),
		),
	];
	for (const font of fonts) {
		for (const title of titles) {
			const {size} = fitTitle(title, font);
			t.true((size * SMALLEST_PREVIEW.width) / COVER.width >= SMALLEST_PREVIEW.letters, `${font} ${size} ${title}`);
		}
	}
});

test('a longer title is never set larger', t => {
	const text = 'aaaa '.repeat(40);
	for (const font of fonts) {
		let before = Number.POSITIVE_INFINITY;
		for (let length = 4; length < 200; length += 5) {
			const {size, division} = fitTitle(text.slice(0, length), font);
			t.true(division === 'words' || size <= before, `${font} ${length}`);
			before = size;
		}
	}
});

test('without a title the picture has all the room; a short one shares it; a long one takes more', t => {
	t.is(fitTitle('', 'inter').division, 'picture');
	t.is(fitTitle('Crie seu fluxo', 'inter').division, 'even');
	t.is(fitTitle('palavra '.repeat(24), 'inter').division, 'words');
});

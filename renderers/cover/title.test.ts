import test from 'ava';
import {COVER} from '../../shared/tour/embed.ts';
import {likelySetting, SMALLEST_PREVIEW, titleSettings} from './title.ts';

test('a title whose words have room is read in a preview of 300 pixels: its letters have 11 pixels or more there', t => {
	for (const title of ['A', '文', '🚀', 'x'.repeat(200), 'Relatórios de vendas '.repeat(9)]) {
		const settings = titleSettings(title);
		const legible = settings.filter(({size}) => (size * SMALLEST_PREVIEW.width) / COVER.width >= SMALLEST_PREVIEW.letters);
		const small = settings.filter(({size}) => !legible.some(setting => setting.size === size));
		t.true(legible.length > 10, title);
		t.true(
			settings.indexOf(small[0]!) > settings.findLastIndex(({breaksWords}, at) => !breaksWords && legible.includes(settings[at]!)),
			title,
		);
	}
});

test('within a division each setting is smaller than the one before it, and words are broken last', t => {
	const settings = titleSettings('Crie seu fluxo');
	for (const division of ['even', 'words'] as const) {
		const whole = settings.filter(setting => setting.division === division && !setting.breaksWords).map(({size}) => size);
		t.deepEqual(
			whole,
			whole.toSorted((one, other) => other - one),
		);
		t.is(new Set(whole).size, whole.length);
	}
	const breaking = settings.findIndex(({breaksWords}) => breaksWords);
	t.true(breaking > 0 && settings.slice(breaking).every(({breaksWords}) => breaksWords));
});

test('without a title the picture has all the room; a short one shares it at first; a long one takes more', t => {
	t.deepEqual(
		titleSettings('').map(({division}) => division),
		['picture'],
	);
	t.is(likelySetting('Crie seu fluxo').division, 'even');
	t.is(likelySetting('palavra '.repeat(24)).division, 'words');
});

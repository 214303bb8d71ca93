import test from 'ava';
import {COLOR_KEYS, PRESETS} from '../../shared/contract/theme.ts';
import {contrast, resolveTheme} from '../../shared/tour/themes.ts';
import {CONTRAST, coverColors} from './colors.ts';

/** The same numbers each time, 0..1. */
function* numbers(seed: number): Generator<number, never> {
	for (;;) {
		seed = (seed * 48_271) % 2_147_483_647;
		yield seed / 2_147_483_647;
	}
}

const random = numbers(7);
const anyColor = () =>
	`#${Array.from({length: 3}, () =>
		Math.floor(random.next().value * 256)
			.toString(16)
			.padStart(2, '0'),
	).join('')}`;
const grey = (level: number) => `#${level.toString(16).padStart(2, '0').repeat(3)}`;

test('whatever colours an author chooses, the title has 7:1 on everything that lies under it, and all other texts have 4.5:1', t => {
	let lowest = {title: 21, text: 21};
	for (const preset of PRESETS) {
		const themes = [
			{preset},
			...Array.from({length: 30}, () => ({preset, colors: Object.fromEntries(COLOR_KEYS.map(key => [key, anyColor()]))})),
			...Array.from({length: 16}, (_, level) => ({preset, colors: Object.fromEntries(COLOR_KEYS.map(key => [key, grey(17 * level)]))})),
			...Array.from({length: 16}, (_, level) => ({preset, colors: {popoverBg: grey(17 * level), accent: grey(255 - 17 * level)}})),
		];
		for (const theme of themes) {
			const {grounds, ink, pill, pillInk, card, cardTitle, cardText} = coverColors(resolveTheme(theme));
			const title = Math.min(...grounds.map(ground => contrast(ink, ground)), contrast(cardTitle, card));
			const text = Math.min(contrast(pillInk, pill), contrast(cardText, card));
			lowest = {title: Math.min(lowest.title, title), text: Math.min(lowest.text, text)};
			if (title < CONTRAST.title || text < CONTRAST.text) t.fail(JSON.stringify({theme, title, text}));
		}
	}
	t.true(lowest.title >= CONTRAST.title && lowest.text >= CONTRAST.text, JSON.stringify(lowest));
});

test("the count's pill stands out from every ground", t => {
	for (const preset of PRESETS) {
		const {grounds, pill} = coverColors(resolveTheme({preset}));
		for (const ground of grounds) t.true(contrast(pill, ground) >= 3, preset);
	}
});

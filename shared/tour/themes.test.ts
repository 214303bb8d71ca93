import test from 'ava';
import {PRESETS} from '../contract/theme.ts';
import {
	contrast,
	darkColors,
	fontOf,
	inkOn,
	marksFor,
	nearestReadable,
	overlayAlpha,
	pageColors,
	readableOn,
	resolveTheme,
	scrims,
	THEMES,
	themeWarnings,
} from './themes.ts';

const hex = (value: number) => `#${value.toString(16).padStart(6, '0')}`;
const sample = Array.from({length: 500}, (_, i) => hex((i * 7_919_777) % 0x1000000));

test('contrast is what WCAG computes', t => {
	t.is(contrast('#000000', '#FFFFFF'), 21);
	t.is(contrast('#123456', '#123456'), 1);
	// The grey that is known as the darkest one that fails on white.
	t.is(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});

const shown = PRESETS.flatMap(preset => {
	const theme = resolveTheme({preset});
	const dark = darkColors(theme);
	return [{name: preset as string, colors: theme.colors}, ...(dark ? [{name: `${preset}, dark`, colors: dark}] : [])];
});
for (const {name, colors} of shown) {
	test(`${name}: titles, texts, buttons and marks reach their contrast`, t => {
		t.true(contrast(colors.title, colors.popoverBg) >= 7);
		t.true(contrast(colors.text, colors.popoverBg) >= 7);
		t.true(contrast(readableOn(colors.button), colors.button) >= 5.1);
		t.true(contrast(colors.accent, colors.popoverBg) >= 3.1);
		t.true(contrast(colors.hotspot, colors.popoverBg) >= 3.1);
		const page = pageColors(colors);
		t.true(contrast(page.text, page.background) >= 7 && contrast(page.text, page.faint) >= 7);
		t.true(contrast(colors.text, page.surface) >= 4.5);
		t.true(contrast(colors.title, page.surface) >= 4.5);
		t.true(contrast(colors.accent, page.background) >= 3);
		t.deepEqual(themeWarnings({preset: 'documento', colors, font: 'default'}, colors), []);
	});
}

test('a neutral theme alone has dark colours, and none once one of its own is another', t => {
	t.deepEqual(
		PRESETS.filter(preset => darkColors(resolveTheme({preset}))),
		['neutral-light'],
	);
	t.is(darkColors(resolveTheme({preset: 'neutral-light', colors: {accent: '#123456'}})), null);
});

test('a theme is resolved from its preset, its overrides and its font', t => {
	const theme = resolveTheme({preset: 'green', colors: {accent: '#abcdef'}});
	t.is(theme.colors.accent, '#abcdef');
	t.is(theme.colors.title, THEMES.green.colors.title);
	t.is(theme.font, 'default');
	t.is(fontOf(theme), 'lato');
	t.is(fontOf(resolveTheme({preset: 'green', font: 'inter'})), 'inter');
	t.is(resolveTheme({}).preset, 'documento');
});

test('black or white is readable on any colour', t => {
	for (const color of sample) t.true(contrast(readableOn(color), color) >= 4.58, color);
});

test('the colour of a hint always passes, and a colour that passes is its own hint', t => {
	for (const [i, color] of sample.entries()) {
		const background = sample[(i * 31 + 7) % sample.length]!;
		const hint = nearestReadable(color, background);
		t.true(contrast(hint, background) >= 4.5, `${color} on ${background}`);
		if (contrast(color, background) >= 4.5) t.is(hint, color.toUpperCase());
	}
});

test('an override that is hard to read is warned of, with the ratio and the nearest colour that passes', t => {
	const overrides = {text: '#999999'};
	const warnings = themeWarnings(resolveTheme({preset: 'corporate-blue', colors: overrides}), overrides);
	t.is(warnings.length, 1);
	t.is(warnings[0]!.field, 'colors.text');
	t.regex(warnings[0]!.message, /2\.8:1 on popoverBg #FFFFFF; text needs 4\.5:1/);
	const [hint] = warnings[0]!.hint.match(/#[0-9A-F]{6}/)!;
	t.true(contrast(hint, '#FFFFFF') >= 4.5);
});

test('a background that hides texts and marks is warned of for each; hotspots, on pictures alone, never', t => {
	const overrides = {popoverBg: '#222222'};
	const warnings = themeWarnings(resolveTheme({preset: 'documento', colors: overrides}), overrides);
	t.deepEqual(
		warnings.map(({field}) => field),
		['colors.title', 'colors.text', 'colors.accent', 'colors.button'],
	);
	const marks = {accent: '#FFFFFF', hotspot: '#FFFFFF', button: '#FFFFFF'};
	const hidden = themeWarnings(resolveTheme({preset: 'documento', colors: marks}), marks);
	t.deepEqual(
		hidden.map(({field}) => field),
		['colors.accent', 'colors.button'],
	);
	t.regex(hidden[1]!.message, /1\.0:1 on popoverBg #FFFDF7; marks and buttons need 3:1/);
});

test('what marks a place or a state, and the edge of a button, have 3:1 on what they lie on, in any colours', t => {
	for (const {colors} of shown) t.deepEqual(marksFor(colors), {edge: null, mark: null});
	for (const [i, accent] of sample.entries()) {
		const [popoverBg, button] = [sample[(i * 31 + 7) % sample.length]!, sample[(i * 17 + 3) % sample.length]!];
		for (const chosen of [
			{accent, popoverBg, button},
			{accent: popoverBg, popoverBg, button: popoverBg},
		]) {
			const {colors} = resolveTheme({colors: {...chosen, text: readableOn(popoverBg)}});
			const {edge, mark} = marksFor(colors);
			const {surface, background} = pageColors(colors);
			for (const ground of [popoverBg, surface]) t.true(contrast(edge ?? button, ground) >= 3, `${button} on ${ground}`);
			for (const ground of [popoverBg, surface, background]) t.true(contrast(mark ?? accent, ground) >= 3, `${accent} on ${ground}`);
		}
	}
});

test('a tick is as the labels of buttons where that can be seen on its disc', t => {
	t.is(inkOn(THEMES['laranja-vibrante'].colors.accent, '#FFFFFF'), '#FFFFFF');
	t.is(inkOn('#FFFDF5', '#FFFFFF'), '#000000');
});

const luminance = (color: number[]) => {
	const [red, green, blue] = color.map(value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};
const channelsOf = (color: string) => [1, 3, 5].map(i => Number.parseInt(color.slice(i, i + 2), 16));
const cube = (steps: number[]) => steps.flatMap(red => steps.flatMap(green => steps.map(blue => [red, green, blue])));
const greys = Array.from({length: 128}, (_, i) => [2 * i, 2 * i, 2 * i]);
const inks = [...cube([0, 32, 64, 96, 128, 160, 192, 224, 255]), ...greys];
const lights = inks.map(color => luminance(color) + 0.05);
/** Of all pairs those that just have 7:1: the others keep more. */
const pairs = inks
	.flatMap((_, i) => inks.map((_, j) => [i, j] as const))
	.filter(([i, j]) => Math.abs(lights[i]! / lights[j]! - 7.2) <= 0.2);

/** What the worst text of 7:1 keeps under this scrim, and how much brighter it makes this grey beside what stays as it is. */
function underScrim(scrim: string, alpha: number): {text: number; lighter(grey: number): number} {
	const under = (color: number[]) => luminance(color.map((value, i) => value * (1 - alpha) + channelsOf(scrim)[i]! * alpha)) + 0.05;
	const dimmed = inks.map(under);
	const lighter = (grey: number) => under([grey, grey, grey]) / (luminance([grey, grey, grey]) + 0.05);
	return {text: Math.min(...pairs.map(([i, j]) => dimmed[i]! / dimmed[j]!)), lighter};
}

for (const preset of PRESETS) {
	test(`${preset}: a text of 7:1 keeps 4:1 where white is dimmed, which stays light, and 5:1 where a dark picture is lifted`, t => {
		const {colors} = THEMES[preset];
		const {dim, lift} = scrims(colors);
		const [dimmed, lifted] = [dim, lift].map(scrim => underScrim(scrim.slice(0, 7), Number.parseInt(scrim.slice(7), 16) / 255)) as [
			Scrim,
			Scrim,
		];
		t.log(dimmed.text.toFixed(2), lifted.text.toFixed(2), dimmed.lighter(255).toFixed(2), lifted.lighter(30).toFixed(2));
		t.true(dimmed.text >= 4 && lifted.text >= 5);
		// At most as dark as a light grey, and dark enough to tell a white target from it.
		t.true(dimmed.lighter(255) >= 0.58 && dimmed.lighter(255) <= 0.75, `${dimmed.lighter(255)}`);
		for (const grey of [0, 15, 30, 45]) t.true(lifted.lighter(grey) >= 1.1, `${grey}: ${lifted.lighter(grey)}`);
		// On what is neither the rings stand out: one of the two, against any colour.
		t.true(contrast(colors.accent, readableOn(colors.accent)) >= 4.5);
	});
}
type Scrim = ReturnType<typeof underScrim>;

test('an overlay of any colour leaves a text of 7:1 its 3.5:1', t => {
	for (const color of cube([0, 51, 102, 153, 204, 255])) {
		const overlay = `#${color.map(value => value.toString(16).padStart(2, '0')).join('')}`;
		const {text} = underScrim(overlay, overlayAlpha(overlay));
		t.true(text >= 3.5, `${overlay} ${overlayAlpha(overlay)} ${text}`);
		for (const scrim of Object.values(scrims({overlay, accent: overlay}))) {
			const kept = underScrim(scrim.slice(0, 7), Number.parseInt(scrim.slice(7), 16) / 255).text;
			t.true(kept >= 3.5, `${scrim} ${kept}`);
		}
	}
});

import test from 'ava';
import {COLOR_KEYS, FONTS, PRESETS} from '../contract/theme.ts';
import type {StoredTheme} from './document/document.ts';
import {changeTheme, resolveTheme, THEMES} from './themes.ts';

const before: StoredTheme = {preset: 'green', colors: {accent: '#111111', title: '#222222'}, font: 'lato'};

test('PUT theme keeps what is absent: preset, colours and font', t => {
	t.deepEqual(changeTheme(before, {}), before);
	t.deepEqual(changeTheme(before, {font: 'inter'}), {...before, font: 'inter'});
	t.deepEqual(changeTheme(before, {colors: {}}), before);
	t.deepEqual(changeTheme(before, {colors: {title: '#333333', text: '#444444'}}), {
		...before,
		colors: {accent: '#111111', title: '#333333', text: '#444444'},
	});
});

test('a new preset drops the earlier colour overrides', t => {
	const after = changeTheme(before, {preset: 'dark'});
	t.deepEqual(after, {preset: 'dark', colors: {}, font: 'lato'});
	t.deepEqual(resolveTheme(after).colors, THEMES.dark.colors);
});

test('colours that come along with a new preset override it', t => {
	const {colors} = resolveTheme(changeTheme(before, {preset: 'dark', colors: {button: '#555555'}}));
	t.is(colors.button, '#555555');
	t.is(colors.text, THEMES.dark.colors.text);
});

test('the preset that the tour already has drops nothing', t => {
	t.deepEqual(changeTheme(before, {preset: 'green'}), before);
});

test("the font default returns to the theme's own font", t => {
	t.is(changeTheme(before, {font: 'default'}).font, 'default');
});

test('each preset, each colour key and each font can be set by itself', t => {
	for (const preset of PRESETS) t.is(resolveTheme(changeTheme(before, {preset})).preset, preset);
	for (const font of FONTS) t.is(changeTheme(before, {font}).font, font);
	for (const key of COLOR_KEYS) t.is(resolveTheme(changeTheme(before, {colors: {[key]: '#abcdef'}})).colors[key], '#abcdef');
});

test('the theme before is left as it was', t => {
	const frozen = Object.freeze({...before, colors: Object.freeze({...before.colors})});
	t.notThrows(() => changeTheme(frozen, {preset: 'dark', colors: {text: '#000000'}, font: 'inter'}));
	t.deepEqual(frozen.colors, {accent: '#111111', title: '#222222'});
});

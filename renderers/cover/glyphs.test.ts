import test from 'ava';
import {readConfig} from '../../shared/config/config.ts';
import {openBrowser, type Picture} from '../browser/browser.ts';
import {drawableTexts} from './glyphs.ts';

const real = openBrowser({executablePath: readConfig().chromium});
test.after.always(() => real.close());

/** The real browser, and what was asked of it. */
function watched() {
	const pictures: Picture[] = [];
	const screenshot = (picture: Picture) => {
		pictures.push(picture);
		return real.screenshot(picture);
	};
	return {browser: {...real, screenshot}, pictures};
}

test.serial('texts in letters that the themes have are not looked at', async t => {
	const {browser, pictures} = watched();
	const texts = ['Olá, “você” – ação… 10 €', 'Łódź, İstanbul', ''];
	t.deepEqual(await drawableTexts(browser, texts), texts);
	t.is(pictures.length, 0);
});

test.serial('letters that no font has leave their text out, and signs go from theirs; each is looked at once', async t => {
	const {browser, pictures} = watched();
	const toto = '\u{1E290}\u{1E291}';
	const texts = [`Guia ${toto} completo`, 'Novo \u0378 painel', 'Обзор продаж', '🚀 Lançamento 🎉', '\u{10FFF0}', '\u202E\u2069 \u200B'];
	const drawn = await drawableTexts(browser, texts);
	t.deepEqual(drawn, ['', 'Novo painel', 'Обзор продаж', '🚀 Lançamento 🎉', '', '']);
	t.is(pictures.length, 1);
	t.deepEqual(await drawableTexts(browser, texts), drawn);
	t.is(pictures.length, 1);
});

import test from 'ava';
import {canonicalLanguage, likelyLanguage, usableLanguage} from './language-tag.ts';

/** What was taken for a tag by its letters alone, and brought every publish down. */
const BAD = [
	'en-US-US',
	'pt-abc',
	'en-12',
	'xx-yyyy-zzzz',
	'pt-BR-BR',
	'en-abcd-abcd',
	'de-1996-1996',
	'a',
	'pt_BR',
	'',
	'pt-',
	' pt',
	'english',
	'português',
];

test('a tag takes its canonical form', t => {
	for (const [tag, form] of [
		['pt-br', 'pt-BR'],
		['PT', 'pt'],
		['zh-hant-tw', 'zh-Hant-TW'],
		['iw', 'he'],
		['es-419', 'es-419'],
		['de-1996', 'de-1996'],
	] as const) {
		t.is(canonicalLanguage(tag), form);
	}
});

test('what is no tag has no canonical form, and a tag that was likely meant where there is one', t => {
	for (const tag of BAD) t.is(canonicalLanguage(tag), null, tag);
	for (const [text, meant] of [
		['pt_BR', 'pt-BR'],
		['pt_br.UTF-8', 'pt-BR'],
		['en-US-US', 'en-US'],
		['pt-abc', 'pt'],
		[' pt', 'pt'],
		['a', null],
		['', null],
		['portuguese', 'pt'],
		['English', 'en'],
		['Español', 'es'],
		['klingonish', null],
	] as const) {
		t.is(likelyLanguage(text), meant, text);
	}
});

test('what is stored can be used, whatever it is', t => {
	t.is(usableLanguage('pt'), 'pt-BR');
	t.is(usableLanguage('en-US-US'), 'en');
	t.is(usableLanguage('pt-abc'), 'pt-BR');
	t.is(usableLanguage('es-mx'), 'es-MX');
	t.is(usableLanguage('english'), 'en');
	t.is(usableLanguage('portuguese'), 'pt-BR');
	for (const tag of [...BAD, '12', '-', '😀', 'not a tag']) t.notThrows(() => new Intl.Locale(usableLanguage(tag)), tag);
});

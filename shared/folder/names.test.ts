import test from 'ava';
import {KEY_PATTERN} from '../contract/document-format.ts';
import {keyFrom} from './names.ts';

test('words whose letters a key cannot have get keys of their own, the same each time', t => {
	const names = [
		'日本語',
		'中文',
		'展開',
		'伝言',
		'Журнал',
		'Отчёт',
		'عربي',
		'עברית',
		'हिन्दी',
		'ไทย',
		'한국어',
		'が',
		'か',
		'🎉',
		'🚀',
		'第一章 Start',
		'第二章 Start',
	];
	const long = [`${'x'.repeat(70)}1`, `${'x'.repeat(70)}2`];
	for (const fallback of ['tour', 'step-3']) {
		const keys = [...names, ...long].map(name => keyFrom(name, fallback));
		t.is(new Set(keys).size, keys.length, keys.join(' '));
		for (const key of keys) t.true(new RegExp(KEY_PATTERN).test(key) && key.length <= 60, key);
	}
	for (const name of names) t.is(keyFrom(name.normalize('NFD'), 'tour'), keyFrom(name, 'tour'), name);
	t.is(keyFrom('日本語', 'tour'), 'tour-0zm9zaf');
	t.is(keyFrom('展開', 'step-1'), keyFrom('展開', 'step-2'), 'a place is no part of it');
	t.regex(keyFrom('第一章 Start', 'tour'), /^start-\w{7}$/);
});

test('words that lose accents and punctuation alone keep a plain key', t => {
	for (const [words, key] of [
		['Straße, Łódź, Søren', 'strasse-lodz-soren'],
		['02 Füll in', '02-full-in'],
		['Ação: "salvar"!', 'acao-salvar'],
		['a_b.c', 'a_b.c'],
		['x'.repeat(60), 'x'.repeat(60)],
		['', 'step-3'],
		[' … ', 'step-3'],
	] as const)
		t.is(keyFrom(words, 'step-3'), key);
});

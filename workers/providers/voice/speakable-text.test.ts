import test from 'ava';
import {asciiText, plainText, wordsToSay} from './speakable-text.ts';

test('what a program could take for an order is gone, what a person wrote stays', t => {
	t.is(plainText('Olá,\nmundo\u0001 50P\u0000!\u001b[31m'), 'Olá,\nmundo  50P ! [31m');
	t.is(plainText('a\u202eb\u200bc\u00ad\ufeff\u2066d'), 'abcd');
	t.is(plainText('می\u200cخواهم'), 'می\u200cخواهم', 'joiners belong to the script');
	t.is(plainText('\ud800 half a pair'), '\ufffd half a pair');
	t.is(plainText(' [[h@l]] <b>x</b> & "y" '), '[[h@l]] <b>x</b> & "y"');
});

test('runs that are no words get blanks and commas, so that engines do not drop their end', t => {
	t.is(plainText('7'.repeat(90)), `${'7'.repeat(40)} ${'7'.repeat(10)}, ${'7'.repeat(30)} ${'7'.repeat(10)}`);
	t.is(plainText('x'.repeat(100)), `${'x'.repeat(40)} ${'x'.repeat(40)} ${'x'.repeat(20)}`);
	t.is(plainText('a.'.repeat(10)), 'a. '.repeat(10).trim());
	t.is(plainText('U.S.A., e.g. R$ 1.234,56'), 'U.S.A., e.g. R$ 1.234,56');
	const chinese = '打开设置菜单，然后选择成员。'.repeat(10);
	t.is(plainText(chinese), chinese.normalize('NFC'), 'a script without blanks needs none');
	const start = performance.now();
	for (const text of ['7 '.repeat(1500), 'a'.repeat(3000), '字'.repeat(3000), '7a'.repeat(1500)]) plainText(text);
	t.true(performance.now() - start < 1000, 'no text makes this slow');
});

test('a text is written in ASCII as well as that can be done', t => {
	t.is(asciiText('Café — “naïve” don’t… Straße'), 'Cafe , "naive" don\'t, Strasse');
	t.is(asciiText('日本 🎉'), ' ');
});

test('a blank text is nothing to narrate', t => {
	for (const text of ['', '   ', '\n\t', '\u200b\ufeff', '\u0007'])
		t.throws(() => wordsToSay(text), {code: 'nothing_to_narrate'} as object);
});

import test from 'ava';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {AppError} from '../../../shared/errors.ts';
import {cutText, readTranslation, readWritten} from './model-response.ts';

const plain = {narrationScript: false};
const written = (title: string, text = 'Text.') => readWritten(JSON.stringify({title, text}), plain);

test('an answer is read from the object that is in it', t => {
	const object = '{"title": "Click {Save}", "text": "It keeps </think> all."}';
	for (const response of [object, ` ${object}\n`, `\`\`\`json\n${object}\n\`\`\``, `Sure! ${object} Enjoy.`]) {
		t.deepEqual(readWritten(response, plain), {title: 'Click {Save}', text: 'It keeps </think> all.', narrationScript: null});
	}
	t.is(readWritten('<think>{or so}</think>{"title": "A", "text": "B"}', plain).title, 'A');
});

test('the last object that has what is wanted counts, wherever it stands, and what else is in it is dropped', t => {
	const object = '{"title": "A", "text": "B {not C}"}';
	const draft = '{"title": "Draft", "text": "Draft"}';
	for (const response of [
		`[THINK]Perhaps ${draft}?[/THINK]${object}`,
		`<|channel|>analysis ${draft}<|channel|>final ${object}`,
		`${object}\nI left {placeholders} out, and {"title": "this"}.`,
		`It's "done: ${object} {`,
		'{"title": "A", "text": "B {not C}", "confidence": 0.9, "more": {"title": "x"}}',
		`{"answer": ${object}}`,
		`[${draft}, ${object}]`,
		JSON.stringify(object),
		'{"title": "A",\n"text": "B\n{not C}",\n}',
		`${'{'.repeat(50)}${object}`,
	]) {
		t.deepEqual(readWritten(response, plain), {title: 'A', text: 'B {not C}', narrationScript: null}, response);
	}
});

for (const response of [
	'',
	'no object',
	'null',
	'[]',
	'"title"',
	'{',
	'}{',
	'{"title": "A"}',
	'{"title": "A", "text": 1}',
	'{"title": "A", "text": null}',
	'{"title": ["A"], "text": "B"}',
	'{"title": "A", "text": "B"',
	'{"__proto__": {"title": "A"}}',
	'{title: "A", text: "B"}',
	`${'['.repeat(200_000)}`,
	`${'{"title":'.repeat(100_000)}`,
]) {
	test(`not what was asked for: ${response.slice(0, 60)}`, t => {
		const error = t.throws(() => readWritten(response, plain), {instanceOf: AppError}) as AppError;
		t.is(error.code, 'provider_failed');
		t.is(error.cause, undefined);
	});
}

test('an alternative text that was asked for must be there, in one line; one that was not is dropped', t => {
	const response = JSON.stringify({title: 'A', text: 'B', alt: 'The page\n "Orders"', narrationScript: 'C'});
	t.is(readWritten(response, {...plain, alt: true}).alt, 'The page "Orders"');
	t.is(readWritten(response, {narrationScript: true, alt: true}).alt, 'The page "Orders"');
	t.false('alt' in readWritten(response, plain));
	t.throws(() => readWritten('{"title": "A", "text": "B"}', {...plain, alt: true}), {instanceOf: AppError});
});

test('a script that was asked for must be there, and one that was not must not', t => {
	const both = JSON.stringify({title: 'A', text: 'B', narrationScript: 'C'});
	t.is(readWritten(both, {narrationScript: true}).narrationScript, 'C');
	t.is(readWritten(both, plain).narrationScript, null);
	t.throws(() => readWritten('{"title": "A", "text": "B"}', {narrationScript: true}), {instanceOf: AppError});
	t.throws(() => readWritten(JSON.stringify({title: 'A', text: 'B', narrationScript: ' '}), {narrationScript: true}), {
		instanceOf: AppError,
	});
});

for (const empty of ['', ' \n\t', '\u200b\u2060\ufeff', '\u202e\u2066', '…', '""', '\0']) {
	test(`a text of ${JSON.stringify(empty)} is empty`, t => {
		t.throws(() => written(empty), {instanceOf: AppError});
		t.throws(() => written('Title', empty), {instanceOf: AppError});
		t.throws(() => readTranslation(JSON.stringify({translation: empty}), {maxLength: 10}), {instanceOf: AppError});
	});
}

test('what cannot be seen goes, and what emoji and scripts need stays', t => {
	t.is(written('a\u0000b\u001b[31mc\u007fd\u009be').title, 'ab[31mcde');
	t.is(written('\u202eevil\u202c \u2066x\u2069 \u200ey\u200f \u061cz').title, 'evil x y z');
	t.is(written('soft\u00adhyphen \u200bzero\u2060width\ufeff').title, 'softhyphen zerowidth');
	t.is(written(`hidden${[...'attack'].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}`).title, 'hidden');
	t.is(written('\ud800a\udc00 \ufffe').title, '\ufffda\ufffd');
	t.is(written('Family 👨‍👩‍👧 of می‌خواهم').title, 'Family 👨‍👩‍👧 of می‌خواهم');
});

test('blanks are folded; a script and a translation keep their paragraphs', t => {
	t.is(written(' a \t\r\n\u00a0\u2028 b\u0085c ').title, 'a b c');
	const script = {title: 'A', text: 'B', narrationScript: ' one  two\r\n\r\n \tthree\u2028four\n'};
	t.is(readWritten(JSON.stringify(script), {narrationScript: true}).narrationScript, 'one two\nthree\nfour');
	t.is(readTranslation('{"translation": "a\\n\\nb"}', {maxLength: 100}), 'a\nb');
});

test('a text is cut at the end of a sentence where one is near, else of a word, else of a character', t => {
	t.is(cutText('Short.', 6), 'Short.');
	t.is(cutText('One sentence. Another one here.', 25), 'One sentence.');
	t.is(cutText('One. Then a sentence that goes on', 25), 'One. Then a sentence…');
	t.is(cutText('He said “stop!” Then all went home.', 24), 'He said “stop!”');
	t.is(cutText('It all costs now 3.14 euros', 19), 'It all costs now…');
	t.is(cutText('It ends right here. More', 19), 'It ends right here.');
	t.is(cutText('one, two, three, four', 16), 'one, two, three…');
	t.is(cutText('abcdefghijklmnop', 10), 'abcdefghi…');
	t.is(cutText('これは文です。これはとても長い次の文です', 12), 'これは文です。');
	t.is(cutText('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 11), '👨‍👩‍👧👨‍👩‍👧…');
	t.is(cutText('e\u0301'.repeat(6), 10), `${'e\u0301'.repeat(4)}…`);
	t.is(cutText('👍'.repeat(10), 10), '👍'.repeat(10));
	t.is(cutText('👍'.repeat(11), 10), `${'👍'.repeat(9)}…`);
});

test('no text is longer than its limit, whatever it is made of, nor ends in half a character', t => {
	const pieces = ['word ', 'Sentence. ', '👍', '👨‍👩‍👧', 'e\u0301', '語', '\n', 'a', ', '];
	for (let round = 0; round < 300; round++) {
		const text = Array.from(
			{length: 50 + ((round * 37) % 300)},
			(_, at) => pieces[(round * 7 + at * at * 13 + at * 3) % pieces.length],
		).join('');
		for (const max of [1, 2, 17, STEP_TEXTS.title]) {
			const cut = cutText(text, max);
			t.true(Array.from(cut).length <= max);
			t.true(cut.isWellFormed());
			t.true(text.startsWith(cut.replace(/…$/, '')));
		}
	}
});

test('limits are those of a step', t => {
	const long = 'x'.repeat(5000);
	const {title, text, narrationScript} = readWritten(JSON.stringify({title: long, text: long, narrationScript: long}), {
		narrationScript: true,
	});
	t.deepEqual([title.length, text.length, narrationScript!.length], [STEP_TEXTS.title, STEP_TEXTS.text, STEP_TEXTS.narrationScript]);
	t.is(readTranslation(JSON.stringify({translation: long}), {maxLength: 40}).length, 40);
});
